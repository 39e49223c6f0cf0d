"""The states of paths: hashes of files and of all that is below folders, where each folder is looked at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from puppet_check.fingerprint import digest_of_texts
from puppet_check.reading.digests import digest_of
from puppet_check.reading.files import LARGEST, LARGEST_SEARCHED
from puppet_check.reading.folders import Listed, walk_listed
from puppet_check.reading.places import exists, is_link
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.kinds import PROSE, kind_of
from puppet_grammar.named import NamedTuple

GIT = ".git"
"""A file in work trees and submodules that says where the repository is."""
MANIFESTS, MANIFEST = "manifests", (".pp",)
ASKED = {MANIFESTS: MANIFEST, "templates": (".epp", ".erb")}
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
    apart: str
    """The same as the state, but of manifests only the names."""
    is_whole: bool
    """Whether these are all files that can be reached through the folder: it has no links to folders, and is there."""


class _Folder(NamedTuple):
    """A folder with all that is below it."""

    state: str
    """Empty if there is no file."""
    surroundings: tuple[str, ...]
    """What `Below` has, for each of the combinations of endings that the folders above ask for."""
    apart: tuple[str, str]
    """What `Below` has outside of folders of manifests, and inside of them."""
    is_whole: bool
    folders: tuple[str, ...]
    """The names of its subfolders."""
    code: tuple[str, ...]
    """The names of its files that are manifests where the folders say so."""


NOTHING = _Folder("", ("",) * len(COMBINATIONS), ("", ""), is_whole=False, folders=(), code=())


def state_of_path(disk: Disk, path: str, *, contents: bool) -> str:
    """The state of a path as traces store it; for a folder, which ends with a separator, a hash of what is below it."""
    if path.endswith(os.sep):
        return _at(disk, path.rstrip(os.sep)).state
    if not contents:
        return "there" if exists(path) else ""
    try:
        return digest_of(path)
    except OSError:
        return ""


def below(disk: Disk, path: str) -> Below:
    """The state of what is below a folder, remembered until the disk forgets this function."""
    top = path.rstrip(os.sep)
    found = _at(disk, top)
    return Below(found.state, found.surroundings[0], found.apart[0], found.is_whole and not is_link(top))


def manifests_below(disk: Disk, path: str) -> Iterator[str]:
    """The paths of the manifests below a folder, of which `Below.apart` has only the names."""
    waiting = [(path.rstrip(os.sep), False)]
    while waiting:
        folder, is_inside = waiting.pop()
        found = _at(disk, folder)
        if is_inside:
            yield from (os.path.join(folder, each) for each in found.code)
        waiting += [(os.path.join(folder, each), is_inside or each == MANIFESTS) for each in found.folders]


def _at(disk: Disk, folder: str) -> _Folder:
    found = disk.answers(below).get((folder,)) or _visited(disk, folder)
    assert isinstance(found, _Folder)
    return found


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
        known.keep((folder,), made, MOST)
    return found.get(top, NOTHING)


def _folder(folder: str, entries: Listed, inner: Mapping[str, _Folder]) -> _Folder:
    """The state of a folder, given those of its subfolders."""
    files = [(each, _state_of_text(os.path.join(folder, each))) for each in sorted(entries.files) if each != GIT]
    links = [f"{each}/" for each in sorted(entries.links)]
    state = _of_lines((*_lines(files, ()), *_inner({name: each.state for name, each in inner.items()}), *links))
    surroundings, apart = [state] * len(COMBINATIONS), (state, state)
    if any(name.endswith(COMBINATIONS[-1]) for name, _ in files) or any({*each.surroundings} != {each.state} for each in inner.values()):
        for number, asked in enumerate(COMBINATIONS):
            within = {name: each.surroundings[_combination(name, asked)] for name, each in inner.items()}
            surroundings[number] = _of_lines((*_lines(files, asked), *_inner(within), *links))
        outside = {name: each.apart[name == MANIFESTS] for name, each in inner.items()}
        inside = {name: each.apart[1] for name, each in inner.items()}
        apart = (
            _of_lines((*_lines(files, ()), *_inner(outside), *links)),
            _of_lines((*_lines(files, MANIFEST), *_inner(inside), *links)),
        )
    is_whole = entries.is_read and not links and all(each.is_whole for each in inner.values())
    code = tuple(name for name, _ in files if name.endswith(MANIFEST))
    return _Folder(state, tuple(surroundings), apart, is_whole, tuple(inner), code)


def _inner(states: Mapping[str, str]) -> Iterable[str]:
    return (f"{name}/{state}" for name, state in states.items() if state)


def _combination(name: str, asked: tuple[str, ...]) -> int:
    """Which combination is asked for in a subfolder."""
    wanted = {*asked, *ASKED.get(name, ())}
    return COMBINATIONS.index(tuple(each for each in COMBINATIONS[-1] if each in wanted))


def _lines(files: Iterable[tuple[str, str]], asked: tuple[str, ...]) -> Iterable[str]:
    return (name if asked and name.endswith(asked) else f"{name} {state}" for name, state in files)


def _of_lines(lines: tuple[str, ...]) -> str:
    """A hash of the lines of a folder; empty if there are none."""
    return digest_of_texts(lines) if lines else ""


def _state_of_text(path: str) -> str:
    """A hash of the contents of a file; empty if no rule reads it, as it is prose, is large or is not a regular file."""
    kind = kind_of(path)
    if kind is None and path.endswith(PROSE):
        return ""
    try:
        return digest_of(path, LARGEST_SEARCHED if kind is None else LARGEST)
    except OSError:
        return ""
