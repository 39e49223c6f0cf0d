"""Results of examples as text: a character for each, then failures, and what was not decided."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from puppet_check.cli.paths import relative
from puppet_check.cli.terminal import Colours
from puppet_check.cli.untrusted import shown, shown_lines
from puppet_check.specs.outcomes import Result
from puppet_check.specs.suite import Outcome

MARKS = {"passed": ".", "failed": "F", "pending": "*", "unknown": "?", "unsupported": "-"}
STYLES = {"passed": "32", "failed": "1;31", "pending": "33", "unknown": "35", "unsupported": "36"}
WORDS = {"passed": "passed", "failed": "failed", "pending": "pending", "unknown": "unknown", "unsupported": "not supported"}
LINES = 20
"""The number of lines of a difference that are shown."""
REASONS = 20
"""The number of reasons that are listed."""


def marks(outcome: Outcome, colours: Colours) -> str:
    """A character for each example of a file."""
    return "".join(colours.styled(STYLES[each.status], MARKS[each.status]) for each in outcome.results)


def report(outcomes: Sequence[Outcome], seconds: float, colours: Colours, *, lists_all: bool) -> Iterator[str]:
    """The failures, the reasons of what was not decided, and the counts."""
    results = [(outcome, each) for outcome in outcomes for each in outcome.results]
    failures = [(outcome, each) for outcome, each in results if each.status == "failed"]
    if failures:
        yield "\nFailures:\n"
    for number, (outcome, each) in enumerate(failures, 1):
        yield from _failure(number, outcome, each, colours)
    yield from _open(outcomes, lists_all=lists_all)
    counts = Counter[str](each.status for _, each in results)
    if not results:
        yield "No examples found.\n"
    yield f"\nFinished in {seconds:.2f} seconds\n"
    yield f"{summary(counts)}\n"
    if failures:
        yield "\nFailed examples:\n\n"
    for outcome, each in failures:
        yield shown(f"puppet-check test {_path(outcome, each.file)} -k '{each.id}' # {each.description}") + "\n"


def summary(counts: Counter[str]) -> str:
    """The counts in words."""
    said = [f"{counts[each]} {WORDS[each]}" for each in ("passed", "failed", "unknown", "unsupported")]
    if counts["pending"]:
        said.append(f"{counts['pending']} pending")
    return ", ".join(said)


def _path(outcome: Outcome, name: str) -> str:
    """A file of the module, as it is named from the current folder."""
    return relative(f"{outcome.file.folder}/{name.removeprefix('./')}")


def _failure(number: int, outcome: Outcome, failure: Result, colours: Colours) -> Iterator[str]:
    yield f"\n  {number}) {shown(failure.description)}\n"
    yield f"     {colours.styled(STYLES['failed'], shown_lines(failure.message))}\n"
    yield from _difference(failure.expected, failure.actual, colours)
    if failure.declared:
        yield f"     declared at {shown(relative(failure.declared))}\n"
    place = failure.place or f"{failure.file}:{failure.line}"
    yield f"     # {shown(_path(outcome, place))}\n"


def _difference(expected: str, actual: str, colours: Colours) -> Iterator[str]:
    """The lines in which two texts differ."""
    if not expected or not actual or expected == actual:
        return
    one, other = (each.replace("\\n", "\n").split("\n") for each in (expected, actual))
    lines = [*difflib.unified_diff(one, other, "expected", "actual", lineterm="", n=2)]
    for each in lines[:LINES]:
        style = {"-": "31", "+": "32"}.get(each[:1], "")
        yield f"       {colours.styled(style, shown(each)) if style else shown(each)}\n"
    if len(lines) > LINES:
        yield f"       … {len(lines) - LINES} more lines\n"


def _open(outcomes: Iterable[Outcome], *, lists_all: bool) -> Iterator[str]:
    """What is unknown and not supported: each example, or the most frequent reasons."""
    for status in ("unknown", "unsupported"):
        found = [(outcome, each) for outcome in outcomes for each in outcome.results if each.status == status]
        if not found:
            continue
        yield f"\n{WORDS[status].capitalize()}:\n"
        if lists_all:
            for outcome, each in found:
                yield shown(f"  {_path(outcome, each.file)}:{each.line}: {each.id}: {each.description}: {each.message}") + "\n"
            continue
        counts = Counter(each.message for _, each in found)
        for reason, count in counts.most_common(REASONS):
            yield f"  {count:5} {shown(reason)}\n"
        if len(counts) > REASONS:
            yield f"        … {len(counts) - REASONS} more reasons; see --list-unsupported\n"
