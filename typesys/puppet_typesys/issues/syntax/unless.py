"""The fix of `unless` with an `elsif`, which Puppet does not have."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix

UNLESS = lazy_pattern(rb"\bunless\b")
NEAR = 3
"""How many of the nearest `unless` before an `elsif` are tried; others are nested in the one that it belongs to."""
REACH = 4000
"""How many bytes before the `elsif` they may begin at most."""


def with_if(problem: Problem, text: Text) -> Fix | None:
    """Write `unless` as `if` with the opposite condition, which may have an `elsif`."""
    if text.slice(problem.start, problem.end) != "elsif":
        return None
    first = max(0, problem.start - REACH)
    for found in [*UNLESS.finditer(text.source, first, problem.start)][-NEAR:][::-1]:
        program, problems = read(text.source[found.start() : problem.start])
        if isinstance(program.body, ast.UnlessExpression) and not problems and program.body.else_expr is None:
            start, end = (found.start() + each for each in (program.body.test.start, program.body.test.end))
            around = ("!", "") if isinstance(program.body.test, ast.VariableExpression | ast.ParenthesizedExpression) else ("!(", ")")
            return Fix("Use if", (Edit(found.start(), found.end(), "if"), Edit(start, start, around[0]), Edit(end, end, around[1])), "safe")
    return None
