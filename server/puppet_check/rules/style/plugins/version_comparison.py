"""Versions that are compared as numbers or text."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint

VERSION = lazy_pattern(r"(?:version|release)\Z")
ORDER = frozenset(("<", "<=", ">", ">="))
NUMBERS = (ast.LiteralInteger, ast.LiteralFloat)


@style_issue()
def version_comparison(name: str) -> str:
    """Version that is compared without `versioncmp`"""
    return f"`${name}` is compared as a number or text; expected `versioncmp`"


@style(on=ast.ComparisonExpression)
def check_comparison(node: ast.ComparisonExpression, file: StyleFile) -> Iterator[Diagnostic]:
    """Report comparisons of variables that are named like versions and can be strings."""
    variable = node.left_expr
    if not isinstance(variable, ast.VariableExpression) or not VERSION.search(variable.name):
        return
    if node.operator not in ORDER and not isinstance(node.right_expr, NUMBERS):
        return
    type = None if file.model is None else file.model.type_of(variable)
    if type is None or not disjoint(type, model.STRING):
        yield version_comparison(variable.name).at(variable.start, variable.end, fixes=_with_function(node, file))


def _with_function(node: ast.ComparisonExpression, file: StyleFile) -> tuple[Fix, ...]:
    """The comparison of versions, which has another result for some values."""
    right = file.source(node.right_expr)
    other = f"'{right}'" if isinstance(node.right_expr, NUMBERS) else right
    text = f"versioncmp({file.source(node.left_expr)}, {other}) {node.operator} 0"
    return (Fix("Use versioncmp", (Edit(node.start, node.end, text),)),)
