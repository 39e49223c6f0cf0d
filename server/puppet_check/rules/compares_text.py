"""Strings that are compared by `<` and its like with a number in quotes: the order is that of texts, in which '10' comes before '9'."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import is_constant, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.spread import texts_of

NUMBER = lazy_pattern(r"[0-9]+(?:\.[0-9]+)*\Z")
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@issue(Severity.WARNING)
def compares_text(operator: str, number: str) -> str:
    """Order of a String and a number in quotes is that of texts"""
    return f"`{operator}` compares with '{number}' as text, so that '10' is less than '9'; expected `versioncmp()` or a number"


@rule(on=ast.ComparisonExpression, whole=True)
def check_order(node: ast.ComparisonExpression, file: File) -> Iterator[Diagnostic]:
    """Report an order of two Strings of which one is a literal number."""
    if node.operator not in MIRRORED:
        return
    for literal, other, operator in (
        (node.right_expr, node.left_expr, node.operator),
        (node.left_expr, node.right_expr, MIRRORED[node.operator]),
    ):
        if isinstance(literal, ast.LiteralString) and NUMBER.match(literal.value) and _is_text(other, literal.value, file):
            text = f"versioncmp({file.source(other)}, '{literal.value}') {operator} 0"
            fixes = (Fix("Use versioncmp", (Edit(node.start, node.end, text),)),)
            yield compares_text(node.operator, literal.value).at(node.start, node.end, fixes=fixes)


def _is_text(node: ast.Expression, number: str, file: File) -> bool:
    """Whether an expression is a String, of which not all known values have the order of numbers."""
    type = type_seen(node, file)
    if type is None or kinds(type) - {"undef"} != {"string"} or is_constant(node, file):
        return False
    known = texts_of(type)
    return known is None or any(not NUMBER.match(each) or len(each) != len(number) for each in known)
