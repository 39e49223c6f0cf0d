"""`!=` that always holds, by the types of what is compared."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.comparison_always_false import described, never_equal
from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity


@rule(on=ast.ComparisonExpression, severity=Severity.WARNING)
def comparison_always_true(node: ast.ComparisonExpression, file: File) -> Iterator[Found]:
    """A comparison always holds, since the values are of types that have none in common."""
    if node.operator == "!=" and never_equal(node, file):
        told = described(node.left_expr, node.right_expr, file)
        yield Found(node.start, node.end, f"the comparison is always true: {told}")
