"""What no example looked at or evaluated, as text: branches of the module's own code, and resources that it declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.paths import relative
from puppet_check.cli.untrusted import shown
from puppet_check.specs.covering import Covered, FileCoverage, declared_in
from puppet_check.specs.suite import Outcome
from puppet_grammar.text import Text

LONGEST = 60
"""How many characters of a condition are shown."""
WORDS = {
    "if": "`{}`",
    "elsif": "`{}`",
    "unless": "`{}`",
    "else": "`else` of `{}`",
    "implicit else": "implicit `else` of `{}`",
    "case option": "option `{}`",
    "default": "option `{}`",
    "implicit default": "implicit `default` of `{}`",
    "selector option": "option `{}`",
    "lambda": "lambda `{}`",
    "class": "class `{}`",
    "define": "define `{}`",
    "function": "function `{}`",
}
"""How the kinds of branches are named, with their conditions."""


class Totals(NamedTuple):
    """The numbers of branches of one or more files."""

    branches: int = 0
    missed: int = 0
    open: int = 0
    """How many of them may have been evaluated: their conditions are unknown."""

    @property
    def covered(self) -> int:
        """How many were evaluated."""
        return self.branches - self.missed - self.open

    @property
    def percent(self) -> float:
        """The percentage that was evaluated, of those of which that is known; 100 without any."""
        known = self.branches - self.open
        return 100 * self.covered / known if known else 100.0


def totals_of(files: Sequence[FileCoverage]) -> Totals:
    """The numbers of branches of files."""
    found = [each for file in files for each in file.branches]
    return Totals(len(found), sum(each.is_missed for each in found), sum(each.is_open for each in found))


def report(files: Sequence[FileCoverage], outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A table by file, the branches that were never evaluated, and the resources that no example looks at."""
    yield "\nCoverage:\n\n"
    yield from _table(files)
    yield from _missed(files)
    yield from _resources(outcomes)


def _table(files: Sequence[FileCoverage]) -> Iterator[str]:
    rows = [(shown(relative(each.path)), totals_of([each])) for each in files] + [("TOTAL", totals_of(files))]
    width = max(len(name) for name, _ in rows)
    head = f"{'Name':{width}}  Branches  Missed  Unknown    Cover"
    yield f"{head}\n{'-' * len(head)}\n"
    for number, (name, totals) in enumerate(rows):
        if number == len(files):
            yield f"{'-' * len(head)}\n"
        yield f"{name:{width}}  {totals.branches:8}  {totals.missed:6}  {totals.open:7}  {rounded(totals.percent):6.1f}%\n"


def rounded(percent: float) -> float:
    """A percentage with one decimal, which is 100 only if all is covered, and 0 only if nothing is."""
    return min(round(percent, 1), 99.9) if percent < 100 else 100.0 if percent else 0.0


def _missed(files: Sequence[FileCoverage]) -> Iterator[str]:
    missed = [(file, each) for file in files for each in sorted(file.branches, key=_start) if each.is_missed]
    if missed:
        yield "\nNever evaluated:\n"
    for file, each in missed:
        line, column = file.text.position(each.branch.start)
        yield f"  {shown(relative(file.path))}:{line + 1}:{column + 1}: {shown(described(each, file.text))}\n"


def _start(covered: Covered) -> int:
    return covered.branch.start


def described(covered: Covered, text: Text) -> str:
    """What branch it is."""
    return WORDS[covered.branch.kind].format(head_of(covered, text))


def head_of(covered: Covered, text: Text) -> str:
    """The condition, option or name of a branch, on one line."""
    head = " ".join(text.slice(*covered.branch.head).split()).removesuffix("{").strip()
    return head if len(head) <= LONGEST else f"{head[: LONGEST - 1]}…"


def _resources(outcomes: Sequence[Outcome]) -> Iterator[str]:
    declared = declared_in(outcomes)
    seen = sum(each.is_looked_at for each in declared)
    yield f"\nResources: {seen} of {len(declared)} looked at"
    yield f" ({seen / len(declared):.1%})\n" if declared else "\n"
    for each in declared:
        if not each.is_looked_at:
            yield f"  {shown(relative(each.place))}: {shown(f'{each.type}[{each.title}]')}\n"
