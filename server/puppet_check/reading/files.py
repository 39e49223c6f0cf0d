"""Reads files: regular ones only, without blocking, and up to a size.

A FIFO, a device or a socket is never opened, nor is a file of a file system of the kernel, whose files are no texts and may have no end.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from functools import cache
from stat import S_ISDIR, S_ISREG

from puppet_check.reading.dependencies import RECENT, RECORDER, note_opened, status_of

MEGABYTE = 1 << 20
LARGEST = 64 * MEGABYTE
"""The size in bytes of the largest file that is read at all."""
LARGEST_DATA = 16 * MEGABYTE
"""The same for data and settings (YAML, JSON, TOML), whose values take a multiple of the text."""
LARGEST_SEARCHED = MEGABYTE
"""The same for files that are only searched for names."""
KERNEL = ("/proc", "/sys", "/dev")
"""Where the file systems of the kernel are: processes, devices and their settings."""
FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


SMALL = 1 << 15
"""Files of up to this size in bytes are kept for a while after they were read: several searches read all files of a project."""
KEPT = 16 * MEGABYTE
"""The total size in bytes of the files that are kept."""
KEPT_IN_SERVER = MEGABYTE // 4
"""The same for a server, which searches seldom and stays for long."""


class Meter:
    """How many bytes this process has read so far, by any thread: what a check may take depends on it. Those of kept files count once."""

    def __init__(self) -> None:
        self.total = 0

    def add(self, size: int) -> None:
        """Count a file that is about to be read."""
        self.total += size


METER = Meter()


class Kept:
    """The small files that were read lately, by any thread, with what the file system said of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        """The limit of their total size in bytes."""
        self._total = 0
        self._texts: dict[str, tuple[tuple[int, ...], bytes]] = {}
        self._lock = threading.Lock()

    def limit(self, most: int) -> None:
        """Set the limit of their total size in bytes."""
        self.most = most

    def read(self, path: str, status: os.stat_result) -> bytes:
        """The contents of a version of a file. Raises OSError if it cannot be read."""
        version = (status.st_ino, status.st_dev, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        known = self._texts.get(path)
        if known is not None and known[0] == version:
            return known[1]
        text = _read(path, SMALL)
        with self._lock:
            self._drop(path)
            self._texts[path] = version, text
            self._total += len(text)
            while self._total > self.most:
                self._drop(next(iter(self._texts)))
        return text

    def _drop(self, path: str) -> None:
        known = self._texts.pop(path, None)
        self._total -= 0 if known is None else len(known[1])


TEXTS = Kept(KEPT)


class RefusedFile(OSError):  # noqa: N818 - named after the condition
    """Raised for what exists, but is not read: `strerror` has the reason."""

    def __init__(self, reason: str, path: str) -> None:
        super().__init__(errno.EACCES, reason, path)


def read(path: str, most: int = LARGEST) -> bytes:
    """The contents of a regular file of at most `most` bytes. Raises OSError if it is not a regular file or cannot be read."""
    try:
        status = _status(path)
    except ValueError:
        raise RefusedFile("the path contains a null character", path) from None
    # An opened device may already have done something.
    _verify(status, path, most)
    if status.st_size > SMALL or time.time() - status.st_ctime < RECENT:
        return _read(path, most)
    return TEXTS.read(path, status)


def _read(path: str, most: int) -> bytes:
    descriptor = os.open(path, FLAGS)
    try:
        status = os.fstat(descriptor)
        note_opened(path, status)
        _verify(status, path, most)
        METER.add(status.st_size)
        return _all(descriptor, status.st_size, path, most)
    finally:
        os.close(descriptor)


def read_text(path: str, most: int = LARGEST, errors: str = "replace") -> str:
    """The contents of a regular file as text in UTF-8, with `\\n` at the end of each line. Raises OSError, as `read`."""
    text = read(path, most).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _status(path: str) -> os.stat_result:
    """What is at a path. Raises OSError if there is nothing."""
    return (RECORDER.is_on and status_of(path)) or os.stat(path)


def _verify(status: os.stat_result, path: str, most: int) -> None:
    if not S_ISREG(status.st_mode):
        if S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        raise RefusedFile("not a regular file", path)
    if status.st_dev in kernel():
        raise RefusedFile("a file of the operating system's kernel", path)
    if status.st_size > most:
        raise too_large(path, most)


def too_large(path: str, most: int) -> RefusedFile:
    """The error about a file of more than some bytes."""
    return RefusedFile(f"larger than {most >> 20} MB", path)


def _all(descriptor: int, size: int, path: str, most: int) -> bytes:
    """What is in an open file, which may have changed since its size was asked for."""
    if size == 0:
        return b""
    text = os.read(descriptor, size + 1)
    if len(text) == size:
        return text
    parts = [text]
    total = len(text)
    while text and total <= most:
        text = os.read(descriptor, min(most - total + 1, MEGABYTE))
        parts.append(text)
        total += len(text)
    if total > most:
        raise too_large(path, most)
    return b"".join(parts)


@cache
def kernel() -> frozenset[int]:
    """The devices of the kernel's file systems, if they are not those of ordinary files."""
    found = set()
    for path in KERNEL:
        try:
            found.add(os.stat(path).st_dev)
            found.discard(os.stat("/").st_dev)
        except OSError:
            continue
    return frozenset(found)
