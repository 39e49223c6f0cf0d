"""One finding for what an expression that is evaluated several times lacks each time, such as the templates of a loop.

What validation refuses is not evaluated, so nothing more is said of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.issues.evaluation.names import unknown_file
from puppet_typesys.issues.evaluation.types import bad_type
from puppet_typesys.validate.assignments import illegal_assignment

JOINED = frozenset((unknown_file.issue.code,))
"""The codes of which the findings at one place have one cause: the expression that computes the name."""


def without_spaced_access(found: Sequence[Diagnostic], rules: Sequence[Diagnostic], text: Text) -> list[Diagnostic]:
    """The findings without those about `['a']` after a type and a space, of which validation says that the type has no effect."""
    ends = [each.end for each in rules if each.code == "idem-expression-not-last"]
    types = [each for each in found if each.code == bad_type.issue.code] if ends else []
    if not types:
        return [*found]
    return [each for each in found if each not in types or not any(_follows(each.start, end, text) for end in ends)]


def without_refused(found: Sequence[Diagnostic], rules: Sequence[Diagnostic], nodes: ast.ByClass | None) -> Sequence[Diagnostic]:
    """The findings without those inside of assignments to something other than a variable, which validation refuses."""
    refused = {each.start for each in rules if each.code == illegal_assignment.issue.code}
    if not refused or nodes is None:
        return found
    assignments = [each for each in nodes.get(ast.AssignmentExpression, ()) if isinstance(each, ast.AssignmentExpression)]
    spans = [(each.start, each.end) for each in assignments if not isinstance(each.left_expr, ast.VariableExpression)]
    spans = [(start, end) for start, end in spans if any(start <= place < end for place in refused)]
    return [each for each in found if not any(start <= each.start and each.end <= end for start, end in spans)]


def _follows(start: int, end: int, text: Text) -> bool:
    """Whether only white space is between an expression and a list after it."""
    return end < start and text.source[start : start + 1] == b"[" and not text.source[end:start].strip()


def once_per_place(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings in order, with the first of those at one place and the number of the others."""
    counts: dict[tuple[str, int, int], int] = {}
    for each in found:
        if each.code in JOINED:
            key = (each.code, each.start, each.end)
            counts[key] = counts.get(key, 0) + 1
    if all(count == 1 for count in counts.values()):
        return [*found]
    kept: list[Diagnostic] = []
    for each in found:
        others = counts.pop((each.code, each.start, each.end), 0) - 1 if each.code in JOINED else 0
        if others >= 0:
            kept.append(each if others == 0 else each._replace(message=f"{each.message} and {others} more"))
    return kept
