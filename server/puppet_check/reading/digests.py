"""Hashes of the contents of files, computed once for each version of a file.

What the file system says of a file (inode, size, times) only saves reading it again in this process: results of earlier runs are compared
by these hashes.
"""

from __future__ import annotations

import time

from puppet_check.fingerprint import digest
from puppet_check.reading.dependencies import RECENT, status_of
from puppet_check.reading.files import LARGEST, read

MOST = 1 << 17
"""How many hashes are kept at most."""

_known: dict[str, tuple[tuple[int, ...], str]] = {}
"""The version of a file and its hash, by path. Used by any thread: each entry is right by itself."""


def digest_of(path: str, most: int = LARGEST) -> str:
    """The hash of the contents of a regular file of at most `most` bytes. Raises OSError, as `read`."""
    status = status_of(path)
    if status is None or time.time() - status.st_ctime < RECENT:
        return digest(read(path, most))
    version = (status.st_ino, status.st_dev, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    known = _known.get(path)
    if known is not None and known[0] == version and status.st_size <= most:
        return known[1]
    made = digest(read(path, most))
    if len(_known) >= MOST:
        _known.clear()
    _known[path] = version, made
    return made
