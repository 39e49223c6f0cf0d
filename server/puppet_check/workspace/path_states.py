"""The states of paths: hashes of files and of all that is below folders, where each folder is looked at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from puppet_check.fingerprint import digest
from puppet_check.reading.digests import digest_of
from puppet_check.reading.files import LARGEST, LARGEST_SEARCHED
from puppet_check.reading.folders import Listed, walk_listed
from puppet_check.reading.places import exists, is_link
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.kinds import PROSE, kind_of
from puppet_grammar.named import NamedTuple

GIT = ".git"
"""A file in work trees and submodules that says where the repository is."""
ASKED = {"manifests": (".pp",), "templates": (".epp", ".erb")}
"""The folders with code that is only read where it is named, and how the names of such files end."""
COMBINATIONS: tuple[tuple[str, ...], ...] = ((), (".pp",), (".epp", ".erb"), (".pp", ".epp", ".erb"))
"""The endings that may be asked for somewhere, as that depends on the folders above."""
MOST = 200_000
"""The number of folders whose states are remembered."""


class Below(NamedTuple):
    """What is below a folder, whose hidden folders do not count."""

    state: str
    """A hash of the names and contents of all files; of large ones and of prose, which no rule searches, of the names."""
    surroundings: str
    """The same, but of manifests and templates only the names."""
    is_whole: bool
    """Whether these are all files that can be reached through the folder: it has no links to folders, and is there."""


class _Folder(NamedTuple):
    """A folder with all that is below it."""

    state: str
    """Empty if there is no file."""
    surroundings: tuple[str, ...]
    """What `Below` has, for each of the combinations of endings that the folders above ask for."""
    is_whole: bool


NOTHING = _Folder("", ("",) * len(COMBINATIONS), is_whole=False)


def state_of_path(disk: Disk, path: str, *, contents: bool) -> str:
    """The state of a path as traces store it; for a folder, which ends with a separator, a hash of what is below it."""
    if path.endswith(os.sep):
        return below(disk, path).state
    if not contents:
        return "there" if exists(path) else ""
    try:
        return digest_of(path)
    except OSError:
        return ""


def below(disk: Disk, path: str) -> Below:
    """The state of what is below a folder, remembered until the disk forgets this function."""
    top = path.rstrip(os.sep)
    known = disk.answers(below)
    found = known.get((top,)) or _visited(disk, top)
    assert isinstance(found, _Folder)
    return Below(found.state, found.surroundings[0], found.is_whole and not is_link(top))


def _visited(disk: Disk, top: str) -> _Folder:
    known = disk.answers(below)
    found: dict[str, _Folder] = {}
    visited: list[tuple[str, Listed, list[str]]] = []
    for folder, entries in walk_listed(*os.path.split(top)):
        names = sorted(each for each in entries.folders if not each.startswith("."))
        earlier = {each: answer for each in names if (answer := known.get((os.path.join(folder, each),))) is not None}
        found |= {os.path.join(folder, each): answer for each, answer in earlier.items() if isinstance(answer, _Folder)}
        entries.folders[:] = [each for each in names if each not in earlier]
        visited.append((folder, entries, names))
    for folder, entries, names in reversed(visited):
        inner = {each: found.get(os.path.join(folder, each), NOTHING) for each in names}
        made = found[folder] = _folder(folder, entries, inner)
        known.keep((folder,), made, MOST, lambda _: 1)
    return found.get(top, NOTHING)


def _folder(folder: str, entries: Listed, inner: Mapping[str, _Folder]) -> _Folder:
    """The state of a folder, given those of its subfolders."""
    files = [(each, _state_of_text(os.path.join(folder, each))) for each in sorted(entries.files) if each != GIT]
    links = [f"{each}/" for each in sorted(entries.links)]
    state = _digest_of((*_lines(files, ()), *(f"{name}/{each.state}" for name, each in inner.items() if each.state), *links))
    surroundings = [state] * len(COMBINATIONS)
    if any(name.endswith(COMBINATIONS[-1]) for name, _ in files) or any({*each.surroundings} != {each.state} for each in inner.values()):
        for number, asked in enumerate(COMBINATIONS):
            within = ((name, each.surroundings[_combination(name, asked)]) for name, each in inner.items())
            surroundings[number] = _digest_of((*_lines(files, asked), *(f"{name}/{each}" for name, each in within if each), *links))
    return _Folder(state, tuple(surroundings), entries.is_read and not links and all(each.is_whole for each in inner.values()))


def _combination(name: str, asked: tuple[str, ...]) -> int:
    """Which combination is asked for in a subfolder."""
    wanted = {*asked, *ASKED.get(name, ())}
    return COMBINATIONS.index(tuple(each for each in COMBINATIONS[-1] if each in wanted))


def _lines(files: Iterable[tuple[str, str]], asked: tuple[str, ...]) -> Iterable[str]:
    return (name if asked and name.endswith(asked) else f"{name} {state}" for name, state in files)


def _digest_of(lines: tuple[str, ...]) -> str:
    return digest("\n".join(lines).encode(errors="surrogateescape")) if lines else ""


def _state_of_text(path: str) -> str:
    """A hash of the contents of a file; empty if no rule reads it, as it is prose, is large or is not a regular file."""
    kind = kind_of(path)
    if kind is None and path.endswith(PROSE):
        return ""
    try:
        return digest_of(path, LARGEST_SEARCHED if kind is None else LARGEST)
    except OSError:
        return ""
