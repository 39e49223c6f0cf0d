"""How often the branches and lines of modules were evaluated in all examples: the counts of spec files together, and files without any."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.reading.files import LARGEST
from puppet_check.reading.folders import walk
from puppet_check.reading.places import read_in
from puppet_check.specs.catalogs.compiling import COUNTED
from puppet_check.specs.suite import Outcome
from puppet_grammar.text import Text
from puppet_typesys.coverage.points import Branch, Points, points
from puppet_typesys.coverage.recorder import NEVER, Count, Counts
from puppet_typesys.node_catalogs.reading import read_source


class Covered(NamedTuple):
    """A branch with the number of its evaluations."""

    branch: Branch
    counted: Count
    is_reached: bool
    """Whether its conditional expression was evaluated at all, or may have been."""

    @property
    def is_missed(self) -> bool:
        """Whether it was certainly never evaluated."""
        return self.counted == NEVER

    @property
    def is_open(self) -> bool:
        """Whether it is unknown if it was evaluated: its condition is unknown."""
        return self.counted.times == 0 and self.counted.is_possible


class FileCoverage(NamedTuple):
    """The branches and lines of a file."""

    path: str
    folder: str
    """The folder of the module."""
    text: Text
    branches: tuple[Covered, ...]
    lines: dict[int, Count]
    """The counts of the lines on which statements begin, from 1."""

    @property
    def times(self) -> dict[int, int]:
        """How often these lines were evaluated, without those of which that is unknown."""
        return {line: count.times for line, count in self.lines.items() if count.times or not count.is_possible}


class Declared(NamedTuple):
    """A resource that a module's own code declares in a catalog of its specs."""

    place: str
    type: str
    title: str
    is_looked_at: bool


def declared_in(outcomes: Sequence[Outcome]) -> list[Declared]:
    """The resources that modules' own code declares, by place, and whether examples have looked at them."""
    places: dict[tuple[str, str, str], str] = {}
    seen: set[tuple[str, str, str]] = set()
    for outcome in outcomes:
        folder = outcome.file.folder
        for type, title, place in outcome.declared:
            places.setdefault((folder, type, title), place)
        seen |= {(folder, type, title) for type, title in outcome.looked_at}
    return sorted(Declared(place, type, title, (folder, type, title) in seen) for (folder, type, title), place in places.items())


def coverage_of(outcomes: Sequence[Outcome]) -> list[FileCoverage]:
    """The coverage of the manifests and functions in Puppet of all modules whose specs were run, by path."""
    counts: dict[str, list[Counts]] = defaultdict(list)
    for outcome in outcomes:
        for each in outcome.counts:
            counts[each.path].append(each)
    found: list[FileCoverage] = []
    for folder in dict.fromkeys(outcome.file.folder for outcome in outcomes):
        for path in sorted(_files(folder)):
            try:
                content = read_in(path, folder)
            except OSError:
                continue
            if len(content) <= LARGEST:
                found.append(_of_file(path, folder, content, counts[path]))
    return found


def _files(folder: str) -> Iterator[str]:
    for name in COUNTED:
        for each, folders, files in walk(os.path.join(folder, name)):
            folders.sort()
            yield from (os.path.join(each, file) for file in files if file.endswith(".pp"))


def _of_file(path: str, folder: str, content: bytes, counts: Iterable[Counts]) -> FileCoverage:
    source = read_source(path, content)
    known = points(source.program, source.text)
    # A file that has changed while examples ran is counted as it is now.
    same = [each for each in counts if each.source == source.text.source]
    branches = _sums(len(known.branches), [each.branches for each in same])
    statements = _sums(len(known.statements), [each.statements for each in same])
    return FileCoverage(path, folder, source.text, _branches(known, branches), _lines(known, statements, source.text))


def _sums(size: int, counts: Iterable[Sequence[Count]]) -> list[Count]:
    found = [NEVER] * size
    for several in counts:
        found = [one.plus(other) for one, other in zip(found, several, strict=True)]
    return found


def _branches(known: Points, counts: Sequence[Count]) -> tuple[Covered, ...]:
    reached = {branch.group for branch, count in zip(known.branches, counts, strict=True) if count != NEVER}
    return tuple(Covered(branch, count, branch.group in reached) for branch, count in zip(known.branches, counts, strict=True))


def _lines(known: Points, counts: Sequence[Count], text: Text) -> dict[int, Count]:
    found: dict[int, Count] = {}
    for statement, count in zip(known.statements, counts, strict=True):
        line = text.line_of(statement.start) + 1
        before = found.get(line, NEVER)
        found[line] = Count(max(before.times, count.times), before.is_possible or count.is_possible)
    return dict(sorted(found.items()))
