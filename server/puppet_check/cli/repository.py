"""Repository: the one whose work tree a folder is in, and what git knows about its revisions and index.

The repository is found here, and git is given its place: git itself takes a folder with `HEAD`, `objects` and `refs` for a repository,
which any clone can contain as plain files, with a configuration of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from puppet_check.cli.git import run_git
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import LARGEST, LARGEST_SEARCHED, read_text
from puppet_check.reading.places import exists, is_below, is_file, is_folder, real, with_those_above

DOT_GIT = ".git"
LINK, SUBMODULE = "120000", "160000"
"""Modes of entries that are not regular files."""
BYTES_AT_ONCE = 64 << 20
"""How many bytes of contents are asked for at a time."""


class Entry(NamedTuple):
    """A file, link or submodule of a revision or of the index."""

    mode: str
    name: str
    """The name of its object."""


class Staged(NamedTuple):
    """An entry of the index."""

    path: str
    entry: Entry
    is_skipped: bool
    """Whether git does not expect it in the work tree, as with a sparse checkout."""


class Repository(NamedTuple):
    """A repository with a work tree. All methods raise ConfigError if git fails."""

    top: str
    """The root of the work tree, without links."""
    folder: str
    """The folder of the repository itself, such as `.git`."""

    def commit(self, revision: str) -> str | None:
        """The name of the commit of a revision; None without one."""
        try:
            found = self._text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
        except ConfigError as error:
            if "exit code" not in str(error):
                raise
            return None
        return found or None

    def merge_base(self, commit: str) -> str:
        """The commit from which HEAD and another one were changed; that one itself if there is none, as in a shallow clone."""
        try:
            return self._text("merge-base", commit, "HEAD").split()[0]
        except (ConfigError, IndexError):
            return commit

    def tags(self) -> Iterator[tuple[str, str]]:
        """The names of the tags, each with that of its object."""
        for each in self._text("for-each-ref", "--format=%(refname:strip=2) %(objectname)", "refs/tags").splitlines():
            name, _, found = each.rpartition(" ")
            yield name, found

    def tree(self, commit: str) -> dict[str, Entry]:
        """The files, links and submodules of a commit by their paths from the root, with slashes."""
        found = {}
        for each in self._text("ls-tree", "-r", "-z", "--full-tree", commit).split("\0"):
            description, tab, path = each.partition("\t")
            if tab and _is_below_root(path):
                mode, _, name = description.split(" ")
                found[path] = Entry(mode, name)
        return found

    def staged(self) -> Iterator[Staged]:
        """The entries of the index."""
        for each in self._text("ls-files", "-t", "--stage", "-z").split("\0"):
            description, tab, path = each.partition("\t")
            if tab and _is_below_root(path):
                tag, mode, name, _ = description.split(" ")
                yield Staged(path, Entry(mode, name), tag == "S")

    def contents(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | None, int]]:
        """The names, contents and sizes of objects; the contents of those too large to be checked are None."""
        several: list[str] = []
        total = 0
        for name, size in self._sizes(names):
            if size > LARGEST:
                yield name, None, size
                continue
            if several and total + size > BYTES_AT_ONCE:
                yield from self._read(several)
                several, total = [], 0
            several.append(name)
            total += size
        yield from self._read(several)

    def _sizes(self, names: Iterable[str]) -> Iterator[tuple[str, int]]:
        wanted = [*dict.fromkeys(names)]
        if not wanted:
            return
        lines = self._bytes("cat-file", "--batch-check=%(objectname) %(objectsize)", given=_lines(wanted)).decode().splitlines()
        for name, line in zip(wanted, lines, strict=True):
            _, _, size = line.partition(" ")
            if not size.isdecimal():
                raise ConfigError(f"git cat-file: object {name} is missing; the repository is incomplete or damaged")
            yield name, int(size)

    def _read(self, names: list[str]) -> Iterator[tuple[str, bytes | None, int]]:
        if not names:
            return
        found = memoryview(self._bytes("cat-file", "--batch=%(objectname) %(objectsize)", given=_lines(names)))
        place = 0
        for name in names:
            end = bytes(found[place : place + 200]).find(b"\n") + place
            size = bytes(found[place:end]).rpartition(b" ")[2]
            if not size.isdigit():
                raise ConfigError(f"git cat-file: object {name} is missing; the repository is incomplete or damaged")
            yield name, bytes(found[end + 1 : end + 1 + int(size)]), int(size)
            place = end + 2 + int(size)

    def _text(self, command: str, *arguments: str) -> str:
        return self._bytes(command, *arguments).decode(errors="surrogateescape")

    def _bytes(self, command: str, *arguments: str, given: bytes = b"") -> bytes:
        # The work tree of the configuration may be any folder.
        return run_git(self.top, (f"--git-dir={self.folder}", f"--work-tree={self.top}"), command, *arguments, given=given)


def _is_below_root(path: str) -> bool:
    """Whether a path is one that git would write to a work tree."""
    return not any(each.lower() in ("", os.curdir, os.pardir, DOT_GIT) for each in path.replace(os.sep, "/").split("/"))


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{each}\n" for each in names).encode()


def repository_of(folder: str) -> Repository:
    """The repository that a folder is in. Raises ConfigError."""
    if "GIT_WORK_TREE" in os.environ and "GIT_DIR" in os.environ:
        # A repository elsewhere, such as one of dot files, that the user or git names to what it starts.
        return Repository(real(os.environ["GIT_WORK_TREE"]), real(os.environ["GIT_DIR"]))
    for top in with_those_above(real(folder)):
        found = repository_at(top)
        if found is not None:
            return found
    raise ConfigError(f"{folder}: not in the work tree of a git repository")


def repository_at(top: str) -> Repository | None:
    """The repository whose work tree has a root, which is a path without links; None without one. Raises ConfigError."""
    found = _folder_at(top)
    if found is None:
        return None
    # git refuses a repository of another user, and one that it cannot read; without a repository here, it looks no further.
    known = run_git(top, (), "rev-parse", "--absolute-git-dir").decode(errors="surrogateescape").rstrip("\n")
    if real(known) != found:
        raise ConfigError(f"{os.path.join(top, DOT_GIT)}: git takes another folder for the repository: {known}")
    return Repository(top, found)


def _folder_at(top: str) -> str | None:
    """The folder of the repository whose work tree has a root, if it is one. Raises ConfigError for a file that names none."""
    path = os.path.join(top, DOT_GIT)
    if is_folder(path):
        return real(path) if _is_repository(path) else None
    if not is_file(path):
        return None
    try:
        first, _, named = read_text(path, LARGEST_SEARCHED, errors="surrogateescape").rstrip("\r\n").partition(": ")
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the file: {error.strerror}") from None
    found = real(os.path.join(top, named))
    if first != "gitdir" or not _is_repository(found):
        raise ConfigError(f"{path}: does not name the folder of a git repository")
    if is_below(found, top) and DOT_GIT not in os.path.relpath(found, top).split(os.sep):
        raise ConfigError(f"{path}: names a folder among the files of the work tree: {found}")
    return found


def _is_repository(folder: str) -> bool:
    shared = is_folder(os.path.join(folder, "objects")) or is_file(os.path.join(folder, "commondir"))
    return exists(os.path.join(folder, "HEAD")) and shared
