"""Results of examples as JUnit XML: a suite for each spec file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.cli.testing.text import WORDS
from puppet_check.cli.xml_text import attribute, text
from puppet_check.specs.outcomes import Result
from puppet_check.specs.suite import Outcome


def render(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The document in pieces."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites {_counts([each for outcome in outcomes for each in outcome.results])}>\n"
    for outcome in outcomes:
        name = outcome.results[0].file if outcome.results else outcome.file.path
        yield f"  <testsuite name={attribute(name)} {_counts(outcome.results)}>\n"
        for each in outcome.results:
            yield from _case(each)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _counts(results: Sequence[Result]) -> str:
    failures = sum(each.status == "failed" for each in results)
    skipped = sum(each.status == "pending" for each in results)
    errors = sum(each.status in ("unknown", "unsupported") for each in results)
    seconds = sum(each.seconds for each in results)
    return f'tests="{len(results)}" failures="{failures}" errors="{errors}" skipped="{skipped}" time="{seconds:.3f}"'


def _case(result: Result) -> Iterator[str]:
    head = f"    <testcase name={attribute(result.description)} classname={attribute(result.id)} file={attribute(result.file)}"
    head += f' line="{result.line}" time="{result.seconds:.4f}"'
    match result.status:
        case "passed":
            yield f"{head}/>\n"
            return
        case "failed":
            inner = f"<failure message={attribute(result.message)}>{text(_detail(result))}</failure>"
        case "pending":
            inner = f"<skipped message={attribute(result.message)}/>"
        case _:
            inner = f"<error type={attribute(WORDS[result.status])} message={attribute(result.message)}/>"
    yield f"{head}>{inner}</testcase>\n"


def _detail(result: Result) -> str:
    lines = [result.message, result.expected and f"expected: {result.expected}", result.actual and f"actual: {result.actual}"]
    return "\n".join([*filter(None, lines), result.place or f"{result.file}:{result.line}"])
