"""`==`, `in`, `=~`, `<` and its like that are always false, judged by the types of their operands."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.declared import declared_type, parameter_of
from puppet_check.rules.equality import constant_result, decided, is_condition, is_constant, may_equal, repeats_condition, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.issues.labels import with_article
from puppet_typesys.operators.comparison.equality import single_value
from puppet_typesys.operators.comparison.inclusion import may_include
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import UNDEF, Optional, String, Type, TypeAlias
from puppet_typesys.types.show import show


@issue(Severity.WARNING)
def comparison_always_false(reason: str) -> str:
    """Comparison is always false for the types of its operands"""
    return f"this comparison is always false: {reason}"


@rule(on=(ast.ComparisonExpression, ast.InExpression, ast.MatchExpression), whole=True)
def check_comparison(node: ast.BinaryExpression, file: File) -> Iterator[Diagnostic]:
    """Report `==` and `in` whose operands can never be equal, `!=` whose operands always are, and orders and matches that never hold."""
    if node.operator == "==" and never_equal(node, file):
        yield comparison_always_false(why_never_equal(node.left_expr, node.right_expr, file)).at(node.start, node.end)
    elif node.operator == "!=" and always_equal(node, file):
        yield comparison_always_false(why_equal(node, file)).at(node.start, node.end)
    elif node.operator == "in" and _never_in(node, file) and is_condition(node, file):
        yield comparison_always_false(_why_never_in(node, file)).at(node.start, node.end)
    elif isinstance(node, ast.MatchExpression):
        if constant_result(node, file) is False and not is_undef(node.right_expr):
            severity = Severity.INFO if node.operator == "!~" else None
            yield comparison_always_false(why_matched(node, file)).at(node.start, node.end, severity=severity)
    elif node.operator in ORDERS and decided(node, file) is False and is_condition(node, file):
        yield comparison_always_false(why_ordered(node, file, "never")).at(node.start, node.end)


ORDERS = {"<": "less than", "<=": "less than or equal to", ">": "greater than", ">=": "greater than or equal to"}


def why_ordered(node: ast.BinaryExpression, file: File, how: str) -> str:
    """The reason why an order always or never holds, in words."""
    return f"{shown(node.left_expr, file)} is {how} {ORDERS[node.operator]} {shown(node.right_expr, file)}"


def why_matched(node: ast.BinaryExpression, file: File) -> str:
    """The reason why a match always or never holds, in words."""
    holds = constant_result(node, file) == (node.operator == "=~")
    return f"{shown(node.left_expr, file)} {'always' if holds else 'never'} matches `{file.source(node.right_expr)}`"


def is_undef(node: ast.Expression) -> bool:
    """Whether an operand is the type of undef, which values are often compared with as a precaution."""
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    names = [each.value for each in ast.walk(node) if isinstance(each, ast.QualifiedReference)]
    return any(each in ("undef", "notundef", "optional", "any") for each in names)


def never_equal(node: ast.BinaryExpression, file: File) -> bool:
    """Whether two operands are never equal. The name of an attribute in a query has the attribute's value, which is unknown."""
    types = _types(node, file)
    return types is not None and not may_equal(*types) and not file.in_query(node) and not repeats_condition(node, file)


def is_reported(node: ast.Expression, file: File) -> bool:
    """Whether an expression is reported as a comparison that is always false."""
    return isinstance(node, ast.ComparisonExpression | ast.InExpression | ast.MatchExpression) and any(
        True for _ in check_comparison(node, file)
    )


def always_equal(node: ast.BinaryExpression, file: File) -> bool:
    """Whether a value of a declared type, which has others, is always equal to a constant.

    Comparisons with undef are often precautions, and a type of one value is to be extended later.
    """
    if constant_result(node, file) != (node.operator == "==") or type_seen(node.right_expr, file) == UNDEF or file.in_query(node):
        return False
    parameter = parameter_of(node.left_expr, file)
    type = None if parameter is None else declared_type(parameter, file)
    return type is not None and single_value(type) is None


def why_equal(node: ast.BinaryExpression, file: File) -> str:
    """The reason why two operands are always equal, in words."""
    return f"{shown(node.left_expr, file)} is always equal to {shown(node.right_expr, file)}"


def why_never_equal(left: ast.Expression, right: ast.Expression, file: File) -> str:
    """The reason why two expressions are never equal, in words."""
    return f"{shown(left, file)} is never equal to {shown(right, file)}"


def shown(node: ast.Expression, file: File) -> str:
    """The source of a constant or of a value that conditions leave no choice, the type of anything else."""
    type = type_seen(node, file)
    if type is None or is_constant(node, file):
        return f"`{file.source(node)}`"
    while isinstance(type, Optional) and type.type is not None:
        type = type.type  # An undef that is not equal either needs no mention.
    if isinstance(type, String) and type.value is not None:
        return f"`{file.source(node)}`, here '{type.value}',"
    text = type.name if isinstance(type, TypeAlias) else show(type)
    return with_article(text if len(text) <= 60 else f"{type.__class__.__name__}[...]")


def _never_in(node: ast.BinaryExpression, file: File) -> bool:
    types = _types(node, file)
    return types is not None and not may_include(types[1], types[0])


def _why_never_in(node: ast.BinaryExpression, file: File) -> str:
    type = type_seen(node.right_expr, file)
    several = frozenset[str]() if type is None else kinds(type)
    how = "a key of" if several == {"hash"} else "contained in" if several == {"string"} else "equal to any value of"
    return f"{shown(node.left_expr, file)} is not {how} {shown(node.right_expr, file)}"


def _types(node: ast.BinaryExpression, file: File) -> tuple[Type, Type] | None:
    """The types of both operands unless both are constants, which are meant to be edited."""
    left, right = type_seen(node.left_expr, file), type_seen(node.right_expr, file)
    if left is None or right is None or (is_constant(node.left_expr, file) and is_constant(node.right_expr, file)):
        return None
    return left, right
