"""A fix of comparisons of strings with numbers, which Puppet 3 converted."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.infer.fixes.context import Context

NUMBERS = (ast.LiteralInteger, ast.LiteralFloat)
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def as_versions(context: Context) -> Iterator[Fix]:
    """Compare a string and a number as versions. What else is compared may be meant otherwise."""
    for node in context.of_class(ast.ComparisonExpression):
        if (node.start, node.end) == (context.start, context.end) and node.operator in MIRRORED:
            left, right, operator = node.left_expr, node.right_expr, node.operator
            if isinstance(left, NUMBERS):
                left, right, operator = right, left, MIRRORED[operator]
            if isinstance(right, NUMBERS) and not isinstance(left, ast.LiteralValue):
                version, number = (context.text.slice(each.start, each.end) for each in (left, right))
                text = f"versioncmp({version}, '{number}') {operator} 0"
                yield Fix("Use versioncmp", (Edit(node.start, node.end, text),))
