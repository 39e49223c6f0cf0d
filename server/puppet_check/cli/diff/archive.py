"""Folders as one archive by content, which is the same wherever their files are: for machines that do not have them.

What git has of a repository is left out, but not that there is one, as links are followed as far as it reaches. A link is kept, unless it
leads out of all folders to a module, which is then there itself.
"""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.repository import DOT_GIT
from puppet_check.config.error import ConfigError
from puppet_check.fingerprint import digest
from puppet_check.reading.files import read
from puppet_check.reading.folders import listed, looks_like_module
from puppet_check.reading.places import is_below, is_link, real
from puppet_check.writing import make_empty, make_file, make_folder, make_link

LARGEST = 2 << 30
"""The most bytes that the files may have together."""
LEVEL = 1
"""The compression, which takes less time than the network does."""


class Archive(NamedTuple):
    """An archive, and its name, which is a hash of it."""

    name: str
    content: bytes


def packed(folders: Sequence[str]) -> Archive:
    """The archive of some folders without links, none in another. Raises ConfigError."""
    made, left = io.BytesIO(), LARGEST
    with tarfile.open(fileobj=made, mode="w:gz", compresslevel=LEVEL, format=tarfile.PAX_FORMAT) as tar:
        for number, folder in enumerate(folders):
            for entry, content in _entries(folder, place_of(number, folder), folders):
                left -= len(content)
                if left < 0:
                    raise ConfigError(f"{folder}: the folders have more than {LARGEST >> 20} MiB; expected only code and data")
                tar.addfile(entry, io.BytesIO(content))
    # The header of gzip has the time in it.
    content = made.getvalue()
    content = content[:4] + bytes(4) + content[8:]
    return Archive(digest(content), content)


def place_of(number: int, folder: str) -> str:
    """Where a folder is in an archive; modules without metadata are named after their folders."""
    return f"{number}/{os.path.basename(folder) or 'root'}"


def unpacked(archive: Archive, folder: str) -> None:
    """Write the files of an archive below a folder that this process has made. Raises ValueError for a damaged one, and OSError."""
    if digest(archive.content) != archive.name:
        raise ValueError("the archive does not have its hash")
    with tarfile.open(fileobj=io.BytesIO(archive.content), mode="r:gz") as tar:
        for entry in tar:
            path = os.path.join(folder, entry.name)
            if entry.isdir():
                make_folder(path)
            elif entry.issym():
                make_link(path, entry.linkname)
            elif entry.size == 0 and SIZE in entry.pax_headers:
                make_empty(path, int(entry.pax_headers[SIZE]))
            else:
                found = tar.extractfile(entry)
                make_file(path, b"" if found is None else found.read())


SIZE = "PUPPET.size"
"""The header of a file that is too large to be read, with its size in bytes."""


def _entries(folder: str, place: str, folders: Sequence[str]) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    """A folder and all in it, with the contents of files."""
    yield _entry(place, tarfile.DIRTYPE), b""
    found = listed(folder)
    for name in sorted((*found.folders, *found.links, *found.files)):
        path, inner = os.path.join(folder, name), f"{place}/{name}"
        if name == DOT_GIT:
            yield _entry(inner, tarfile.DIRTYPE), b""
        elif is_link(path):
            yield from _linked(path, inner, folders)
        elif name in found.folders:
            yield from _entries(path, inner, folders)
        else:
            yield _file(path, inner)


def _linked(path: str, place: str, folders: Sequence[str]) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    target = os.readlink(path)
    actual = real(path)
    around = next((each for each in folders if is_below(actual, each)), None)
    if around is None and looks_like_module(actual):
        yield from _entries(actual, place, (*folders, actual))
        return
    entry = _entry(place, tarfile.SYMTYPE)
    is_inside = around is not None and is_below(path, around)
    entry.linkname = os.path.relpath(actual, os.path.dirname(path)) if is_inside and os.path.isabs(target) else target
    yield entry, b""


def _file(path: str, place: str) -> tuple[tarfile.TarInfo, bytes]:
    entry = _entry(place, tarfile.REGTYPE)
    try:
        content = read(path)
    except OSError:
        # What cannot be read here is too large to be read there.
        entry.pax_headers = {SIZE: str(LARGEST)}
        return entry, b""
    entry.size = len(content)
    return entry, content


def _entry(place: str, kind: bytes) -> tarfile.TarInfo:
    made = tarfile.TarInfo(place)
    made.type = kind
    return made
