"""Folders as one archive by content, which is the same wherever their files are: for machines that do not have them.

What git has of a repository is left out, but not that there is one, as links are followed as far as it reaches. A link is kept, unless it
leads out of all folders to a module, which is then there itself.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from puppet_check.cli.repository import DOT_GIT
from puppet_check.config.error import ConfigError
from puppet_check.fingerprint import digest
from puppet_check.reading.files import read
from puppet_check.reading.folders import listed, looks_like_module
from puppet_check.reading.places import is_below, is_link, real
from puppet_check.writing import make_empty, make_file, make_folder, make_link

LARGEST = 2 << 30
"""The most bytes that the files may have together, and what files are there that cannot be read here."""
LEVEL = 1
"""The compression, which takes less time than the network does."""


class Archive(NamedTuple):
    """An archive, and its name, which is a hash of it."""

    name: str
    content: bytes


class Entry(NamedTuple):
    """Something in an archive."""

    path: str
    kind: Literal["folder", "link", "file", "unread"]
    content: bytes = b""
    """The contents of a file, or the target of a link."""


def packed(folders: Sequence[str]) -> Archive:
    """The archive of some folders without links, none in another. Raises ConfigError."""
    found, left = list[Entry](), LARGEST
    for number, folder in enumerate(folders):
        for entry in _entries(folder, place_of(number, folder), folders):
            found.append(entry)
            left -= len(entry.content)
            if left < 0:
                raise ConfigError(f"{folder}: the folders have more than {LARGEST >> 20} MiB; expected only code and data")
    content = zlib.compress(pickle.dumps([tuple(each) for each in found]), LEVEL)
    return Archive(digest(content), content)


def place_of(number: int, folder: str) -> str:
    """Where a folder is in an archive; modules without metadata are named after their folders."""
    return f"{number}/{os.path.basename(folder) or 'root'}"


def unpacked(archive: Archive, folder: str) -> None:
    """Write the files of an archive below a folder that this process has made. Raises ValueError for a damaged one, and OSError."""
    if digest(archive.content) != archive.name:
        raise ValueError("the archive does not have its hash")
    for each in pickle.loads(zlib.decompress(archive.content)):
        entry = Entry(*each)
        path = os.path.join(folder, entry.path)
        match entry.kind:
            case "folder":
                make_folder(path)
            case "link":
                make_link(path, os.fsdecode(entry.content))
            case "file":
                make_file(path, entry.content)
            case "unread":
                make_empty(path, LARGEST)


def _entries(folder: str, place: str, folders: Sequence[str]) -> Iterator[Entry]:
    """A folder and all in it, with the contents of files."""
    yield Entry(place, "folder")
    found = listed(folder)
    inner = {*found.folders}
    for name in sorted((*inner, *found.links, *found.files)):
        path, below = os.path.join(folder, name), f"{place}/{name}"
        if name == DOT_GIT:
            yield Entry(below, "folder")
        elif is_link(path):
            yield from _linked(path, below, folders)
        elif name in inner:
            yield from _entries(path, below, folders)
        else:
            yield _file(path, below)


def _linked(path: str, place: str, folders: Sequence[str]) -> Iterator[Entry]:
    target, actual = os.readlink(path), real(path)
    around = next((each for each in folders if is_below(actual, each)), None)
    if around is None and looks_like_module(actual):
        yield from _entries(actual, place, (*folders, actual))
        return
    is_inside = around is not None and is_below(path, around)
    yield Entry(
        place, "link", os.fsencode(os.path.relpath(actual, os.path.dirname(path)) if is_inside and os.path.isabs(target) else target)
    )


def _file(path: str, place: str) -> Entry:
    try:
        return Entry(place, "file", read(path))
    except OSError:
        return Entry(place, "unread")
