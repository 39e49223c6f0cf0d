"""Results of examples as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from puppet_check.cli.json_rows import row, rows
from puppet_check.cli.paths import relative
from puppet_check.cli.testing.text import WORDS
from puppet_check.specs.outcomes import Result
from puppet_check.specs.suite import Outcome


def render(outcomes: Sequence[Outcome], seconds: float, coverage: str = "") -> Iterator[str]:
    """A document with the examples and their counts; `coverage` is a document of its own inside of it."""
    counts = Counter[str](each.status for outcome in outcomes for each in outcome.results)
    summary = {WORDS[name].replace(" ", "_"): counts[name] for name in WORDS}
    yield '{"examples": ['
    yield from rows(_example(outcome, each) for outcome in outcomes for each in outcome.results)
    yield f'\n], "summary": {row({**summary, "seconds": round(seconds, 3)})}'
    yield f', "coverage": {coverage}}}\n' if coverage else "}\n"


def _example(outcome: Outcome, result: Result) -> dict[str, object]:
    made: dict[str, object] = {
        "id": result.id,
        "module": relative(outcome.file.folder),
        "file": result.file,
        "line": result.line,
        "description": result.description,
        "status": WORDS[result.status].replace(" ", "_"),
        "message": result.message,
        "seconds": round(result.seconds, 4),
    }
    more = {"place": result.place, "declared": result.declared and relative(result.declared)}
    more |= {"expected": result.expected, "actual": result.actual}
    return made | {name: value for name, value in more.items() if value}
