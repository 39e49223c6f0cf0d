"""The files of a work tree, compared with objects of a repository here, so that git need not run filters to do so.

A file is as in a revision if its bytes are, if they are with other line ends, or if the revision has the pointer of Git LFS for them. With
any other filter, such as one that decrypts, files differ whose text is not that of the revision.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Container, Iterator

from puppet_check.cli.repository import DOT_GIT, LINK, Entry
from puppet_check.reading.files import LARGEST, read
from puppet_check.reading.folders import walk
from puppet_check.reading.places import exists
from puppet_check.workspace.gitignore import Ignored, ignored_above
from puppet_grammar.patterns import lazy_pattern

LFS = lazy_pattern(rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:(?P<hash>[0-9a-f]{64})\nsize \d+\n?")
"""What a revision has in place of a file that Git LFS keeps (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md)."""
LARGEST_POINTER = 1024
SHA1_LENGTH = 40


def is_entry(path: str, entry: Entry) -> bool:
    """Whether what is at a path is a file or link with the contents of an object, whatever its line ends are.

    A file that is too large to be checked counts as unchanged.
    """
    try:
        status = os.lstat(path)
        if stat.S_ISLNK(status.st_mode):
            return entry.mode == LINK and name_like(os.fsencode(os.readlink(path)), entry.name) == entry.name
        if entry.mode == LINK or not stat.S_ISREG(status.st_mode):
            return False
        if status.st_size > LARGEST:
            return True
        content = read(path)
    except (OSError, ValueError):
        return False
    if name_like(content, entry.name) == entry.name:
        return True
    plain = with_unix_line_ends(content)
    return plain != content and name_like(plain, entry.name) == entry.name


def name_like(content: bytes, other: str) -> str:
    """The name of the object that contents would be, in a repository with another one, whose name tells the hash function."""
    whole = b"blob %d\0%b" % (len(content), content)
    return (hashlib.sha1(whole, usedforsecurity=False) if len(other) == SHA1_LENGTH else hashlib.sha256(whole)).hexdigest()


def is_pointer_to(pointer: bytes, content: bytes | None) -> bool:
    """Whether a text is the pointer of Git LFS to some contents."""
    found = LFS.fullmatch(pointer) if len(pointer) <= LARGEST_POINTER and content is not None else None
    return found is not None and content is not None and hashlib.sha256(content).hexdigest() == found["hash"].decode()


def with_unix_line_ends(text: bytes) -> bytes:
    """A text with LF in place of CRLF."""
    return text.replace(b"\r\n", b"\n")


def unignored_files(top: str, submodules: Container[str]) -> Iterator[str]:
    """The files of a work tree that git does not ignore, by their paths from its root with slashes; not those of repositories in it.

    `submodules` are folders with repositories, whatever these look like: that of a submodule is usually elsewhere, and a file names it.
    """
    ignored = {top: ignored_above(os.path.join(top, "x"))}
    for place in walk(top):
        patterns = ignored.pop(place.folder)
        inside = ((each, os.path.join(place.folder, each)) for each in place.folders if each != DOT_GIT)
        place.folders[:] = [each for each, path in inside if path not in submodules and _is_own(path, patterns)]
        ignored |= {(path := os.path.join(place.folder, each)): patterns.inside(path) for each in place.folders}
        for each in place.files:
            path = os.path.join(place.folder, each)
            if not (each == DOT_GIT and place.folder == top) and not patterns.matches(path):
                yield os.path.relpath(path, top).replace(os.sep, "/")


def _is_own(folder: str, patterns: Ignored) -> bool:
    return not patterns.matches(f"{folder}/") and not exists(os.path.join(folder, DOT_GIT, "HEAD"))
