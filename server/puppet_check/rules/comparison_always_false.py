"""`==` and `in` that never hold, by the types of what is compared."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import elements, is_constant, may_equal, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Optional, Type, TypeAlias
from puppet_typesys.types.show import show

TEXTS = frozenset(("string",))
NUMBERS = frozenset(("integer", "float"))


@rule(on=(ast.ComparisonExpression, ast.InExpression), severity=Severity.WARNING)
def comparison_always_false(node: ast.BinaryExpression, file: File) -> Iterator[Found]:
    """A comparison never holds, since the values are of types that have none in common."""
    if node.operator == "==" and never_equal(node, file):
        told = described(node.left_expr, node.right_expr, file)
        yield Found(node.start, node.end, f"the comparison is always false: {told}")
    elif node.operator == "in" and _never_in(node, file):
        told = f"{_shown(node.left_expr, file)} equals no value of {_shown(node.right_expr, file)}"
        yield Found(node.start, node.end, f"the comparison is always false: {told}")


def never_equal(node: ast.BinaryExpression, file: File) -> bool:
    """Whether two operands are never equal."""
    types = _types(node, file)
    return types is not None and not may_equal(*types)


def described(left: ast.Expression, right: ast.Expression, file: File) -> str:
    """Why two expressions are never equal."""
    told = f"{_shown(left, file)} never equals {_shown(right, file)}"
    one, other = _kinds(left, file), _kinds(right, file)
    if (one == TEXTS and other and other <= NUMBERS) or (other == TEXTS and one and one <= NUMBERS):
        told += ", since no text is a number"
    return told


def _kinds(node: ast.Expression, file: File) -> frozenset[str]:
    type = type_seen(node, file)
    return frozenset() if type is None else kinds(type) - {"undef"}


def _shown(node: ast.Expression, file: File) -> str:
    """A constant as it is written; what is not known by its type."""
    type = type_seen(node, file)
    if type is None or is_constant(node, file):
        return file.source(node)
    while isinstance(type, Optional) and type.type is not None:
        type = type.type  # That undef is not equal either says nothing.
    text = type.name if isinstance(type, TypeAlias) else show(type)
    return text if len(text) <= 60 else f"{type.__class__.__name__}[...]"


def _never_in(node: ast.BinaryExpression, file: File) -> bool:
    types = _types(node, file)
    within = None if types is None else elements(types[1])
    if types is None or within is None or not kinds(types[0]) <= TEXTS | NUMBERS | {"boolean", "undef"}:
        return False
    return not any(may_equal(types[0], each) for each in within)


def _types(node: ast.BinaryExpression, file: File) -> tuple[Type, Type] | None:
    """The types of both operands, if not both are constants: those are there to be edited."""
    left, right = type_seen(node.left_expr, file), type_seen(node.right_expr, file)
    if left is None or right is None or (is_constant(node.left_expr, file) and is_constant(node.right_expr, file)):
        return None
    return left, right
