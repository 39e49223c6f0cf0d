"""The files of a repository that differ from a revision, with the lines that are new. The work tree is compared here, not by git."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.line_changes import new_lines, similarity
from puppet_check.cli.repository import SUBMODULE, Entry, Repository, repository_at, repository_of
from puppet_check.cli.work_tree import is_entry, is_pointer_to, name_like, unignored_files, with_unix_line_ends
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import read
from puppet_check.reading.places import is_below, is_folder, is_link, is_there, real

REGULAR = ("100644", "100755")
"""The modes of regular files."""
ALIKE = 0.5
"""The share of lines that a renamed file has in common with the one before, as for git."""
MOST_BYTES = 256 << 20
"""How much of the contents of a revision is compared by line; all lines of the files after that count as new."""
MOST_RENAMED = 200
"""The most files that are gone or new among which those are looked for that were renamed and changed."""


class ChangedFile(NamedTuple):
    """A file that differs from the revision. Paths are absolute."""

    path: str
    """Where it is, or was if it is gone."""
    before: str | None
    """Where it was; None for a new file."""
    source: bytes | None
    """Its contents at the revision; None if it was not there, or is too large to be checked."""
    lines: tuple[range, ...] | None = None
    """The lines that are new, from 1; None if all are."""

    def is_new(self, first: int, last: int) -> bool:
        """Whether any of some lines is new; `last` is included."""
        return self.lines is None or any(first < each.stop and last >= each.start for each in self.lines)


class Gone(NamedTuple):
    """A file that is in the revision, but not in the work tree."""

    entry: Entry
    source: bytes | None


class Changed(NamedTuple):
    """The files that differ from a revision, by path."""

    top: str
    """The root of the repository."""
    files: dict[str, ChangedFile]


def changed_since(folder: str, revision: str) -> Changed:
    """The files of a work tree that differ from where its branch left a revision, untracked ones included. Raises ConfigError."""
    repository = repository_of(folder)
    commit = repository.commit(revision)
    if commit is None:
        raise ConfigError(f"--changed-since: '{revision}' is not a revision")
    return Changed(repository.top, {each.path: each for each in _differences(repository, repository.merge_base(commit))})


def _differences(repository: Repository, commit: str | None) -> Iterator[ChangedFile]:
    """The files that differ from a commit, in submodules from the commit that it records for them; without a commit, all files."""
    top = repository.top
    tree = {} if commit is None else repository.tree(commit)
    staged = [*repository.staged()]
    submodules = dict(_submodules(top, {**tree, **{each.path: each.entry for each in staged}}))
    for path, inner in submodules.items():
        recorded = tree.get(path)
        yield from _differences(inner, None if recorded is None or recorded.mode != SUBMODULE else inner.commit(recorded.name))
    before = {path: entry for path, entry in tree.items() if path not in submodules}
    skipped = {each.path for each in staged if each.is_skipped}
    files = unignored_files(top, {each.top for each in submodules.values()})
    new = sorted({*(each.path for each in staged), *files} - before.keys() - submodules.keys())
    differing = [path for path, entry in before.items() if _differs(os.path.join(top, path), entry, path in skipped)]
    sources = _sources(repository, {before[path].name for path in differing if before[path].mode in REGULAR})
    gone: dict[str, Gone] = {}
    for path in differing:
        actual, entry = os.path.join(top, path), before[path]
        source = sources.get(entry.name) if entry.mode in REGULAR else None
        if not is_there(actual):
            gone[path] = Gone(entry, source)
        elif source is None or not is_pointer_to(source, _contents(actual, top)):
            yield ChangedFile(actual, actual if entry.mode in REGULAR else None, source, _lines(source, actual, top))
    added = [each for each in new if is_there(os.path.join(top, each))]
    renamed = dict(_renamed(top, {path: each for path, each in gone.items() if each.entry.mode in REGULAR}, added))
    for path in gone.keys() - {*renamed.values()}:
        actual = os.path.join(top, path)
        yield ChangedFile(actual, actual if gone[path].entry.mode in REGULAR else None, gone[path].source)
    for path in added:
        actual, old = os.path.join(top, path), renamed.get(path)
        if old is None:
            yield ChangedFile(actual, None, None)
        else:
            yield ChangedFile(actual, os.path.join(top, old), gone[old].source, _lines(gone[old].source, actual, top))


def _sources(repository: Repository, names: Iterable[str]) -> dict[str, bytes]:
    """The contents of objects, as far as they are not too large."""
    found = {}
    left = MOST_BYTES
    for name, content, size in repository.contents(names):
        left -= size
        if content is not None and left >= 0:
            found[name] = content
    return found


def _differs(path: str, entry: Entry, is_skipped: bool) -> bool:
    if not is_there(path):
        return not is_skipped
    # A submodule without a repository was never cloned.
    return is_link(path) or not is_folder(path) if entry.mode == SUBMODULE else not is_entry(path, entry)


def _submodules(top: str, entries: dict[str, Entry]) -> Iterator[tuple[str, Repository]]:
    """The submodules that are cloned, by their paths. A link in place of one may lead anywhere."""
    for path, entry in entries.items():
        folder = os.path.join(top, *path.split("/"))
        found = repository_at(folder) if entry.mode == SUBMODULE and real(folder) == folder else None
        if found is not None:
            yield path, found


def _lines(source: bytes | None, path: str, top: str) -> tuple[range, ...] | None:
    """The lines of a file that are new, whatever their ends are; None if all are."""
    after = None if source is None else _contents(path, top)
    return None if source is None or after is None else new_lines(with_unix_line_ends(source), with_unix_line_ends(after))


def _contents(path: str, top: str) -> bytes | None:
    try:
        return read(path) if not is_link(path) and is_below(real(path), top) else None
    except OSError:
        return None


def _renamed(top: str, gone: dict[str, Gone], added: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The new paths of files that are gone, with the old ones: those with equal contents, and among a few files those much alike."""
    if not gone or not added:
        return
    left = dict(gone)
    names: dict[str, list[str]] = defaultdict(list)
    for old, each in gone.items():
        names[each.entry.name].append(old)
    others = []
    for path in added:
        content = _contents(os.path.join(top, path), top)
        equal = None if content is None else names.get(name_like(content, next(iter(names))))
        if equal:
            old = equal.pop()
            del left[old]
            yield path, old
        else:
            others.append(path)
    if max(len(left), len(others)) <= MOST_RENAMED:
        yield from _alike(top, left, others)


def _alike(top: str, gone: dict[str, Gone], added: Sequence[str]) -> Iterator[tuple[str, str]]:
    olds = {old: _counted(each.source) for old, each in gone.items() if each.source is not None}
    for path in added:
        lines = _counted(_contents(os.path.join(top, path), top) or b"")
        best, old = max(((similarity(lines, each), old) for old, each in olds.items()), default=(0.0, ""))
        if best >= ALIKE:
            del olds[old]
            yield path, old


def _counted(source: bytes) -> Counter[bytes]:
    return Counter(with_unix_line_ends(source).splitlines(keepends=True))
