"""The files of a repository that differ from a revision, with the lines that are new: what git says about the working folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.cli.git import commit_of, git, git_bytes, top_of
from puppet_check.config.error import ConfigError
from puppet_check.reading.files import LARGEST
from puppet_grammar.patterns import lazy_pattern

HUNK = lazy_pattern(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
"""The place of some changed lines in the new file: the first line, and how many there are if not one."""
PLAIN = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=none", "--submodule=short")
REGULAR = ("100644", "100755")
"""The modes of regular files."""


class ChangedFile(NamedTuple):
    """A file that differs from the revision. Paths are absolute."""

    path: str
    """Where it is, or was if it is gone."""
    before: str | None
    """Where it was; None for a new file."""
    blob: str
    """The name of its contents at the revision in the repository, if it was there."""
    lines: tuple[range, ...] | None = None
    """The lines that are new, from 1; None if all are."""

    def is_new(self, first: int, last: int) -> bool:
        """Whether any of some lines is new; `last` is included."""
        return self.lines is None or any(first < each.stop and last >= each.start for each in self.lines)


class Changed(NamedTuple):
    """The files that differ from a revision, by path."""

    top: str
    """The root of the repository."""
    files: dict[str, ChangedFile]

    def before(self, file: ChangedFile) -> bytes | None:
        """The contents of a file at the revision; None if it was not there, or is too large to be checked."""
        if not file.blob:
            return None
        found = git_bytes(self.top, "cat-file", "blob", file.blob)
        return found if len(found) <= LARGEST else None


def changed_since(folder: str, revision: str) -> Changed:
    """The files of a working folder that differ from where its branch left a revision, untracked ones included. Raises ConfigError."""
    top = top_of(folder)
    commit = commit_of(folder, revision)
    if commit is None:
        raise ConfigError(f"--changed-since: '{revision}' is not a revision")
    base = _merge_base(top, commit)
    found = {each.path: each for each in _differences(top, base)}
    untracked = git(top, "ls-files", "--others", "--exclude-standard", "-z")
    found |= {path: ChangedFile(path, None, "") for path in (os.path.join(top, name) for name in untracked.split("\0") if name)}
    return Changed(top, found)


def _merge_base(top: str, commit: str) -> str:
    """The commit from which HEAD and another one were changed; that one itself if there is none, as in a shallow clone."""
    try:
        return git(top, "merge-base", commit, "HEAD").split()[0]
    except (ConfigError, IndexError):
        return commit


def _differences(top: str, base: str) -> Iterator[ChangedFile]:
    kept = [*_listed(top, base, "MR")]
    hunks = [*_hunks(top, base)]
    for index, each in enumerate(kept):
        # Where the two answers of git do not belong together, because a file has changed in between, all lines count.
        yield each._replace(lines=hunks[index]) if len(hunks) == len(kept) else each
    yield from _listed(top, base, "ADTU")


def _listed(top: str, base: str, kinds: str) -> Iterator[ChangedFile]:
    """The files with some kinds of changes, as `git diff --raw` lists them."""
    fields = iter(git(top, "diff", *PLAIN, "--raw", "-z", "--no-abbrev", "-M", f"--diff-filter={kinds}", base).split("\0"))
    for description in fields:
        if not description.startswith(":"):
            continue
        mode, _, blob, _, kind = description[1:].split(" ")
        path = os.path.join(top, next(fields))
        before = path
        if kind.startswith("R"):
            path = os.path.join(top, next(fields))
        is_there = mode in REGULAR and kind != "A"
        yield ChangedFile(path, before if is_there else None, blob if is_there else "")


def _hunks(top: str, base: str) -> Iterator[tuple[range, ...]]:
    """The new lines of each file that was changed or renamed, in the order of `_listed`."""
    lines: list[range] | None = None
    for line in git_bytes(top, "diff", *PLAIN, "-U0", "--text", "-M", "--diff-filter=MR", base).split(b"\n"):
        # Without context, no line of a file begins like this.
        if line.startswith(b"diff --git "):
            if lines is not None:
                yield tuple(lines)
            lines = []
        elif lines is not None and (found := HUNK.match(line)) is not None:
            first, count = int(found[1]), 1 if found[2] is None else int(found[2])
            lines.append(range(first, first + count))
    if lines is not None:
        yield tuple(lines)
