"""`==` and `in` that never hold, by the types of what is compared."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.equality import elements, is_constant, may_equal, type_seen
from puppet_check.rules.file import File
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show

TEXTS = frozenset(("string",))
NUMBERS = frozenset(("integer", "float"))


@rule(on=(ast.ComparisonExpression, ast.InExpression), severity=Severity.WARNING)
def comparison_always_false(node: ast.BinaryExpression, file: File) -> Iterator[Found]:
    """A comparison never holds, since the values are of types that have none in common."""
    if node.operator == "==":
        types = never_equal(node, file)
    elif node.operator == "in":
        types = _never_in(node, file)
    else:
        return
    if types is not None:
        yield Found(node.start, node.end, f"the comparison is always false: {described(*types)}")


def never_equal(node: ast.BinaryExpression, file: File) -> tuple[Type, Type] | None:
    """The types of two operands that are never equal."""
    types = _types(node, file)
    return None if types is None or may_equal(*types) else types


def described(left: Type, right: Type) -> str:
    """Why values of two types are never equal."""
    told = f"{_shown(left)} never equals {_shown(right)}"
    one, other = kinds(left) - {"undef"}, kinds(right) - {"undef"}
    if (one == TEXTS and other <= NUMBERS) or (other == TEXTS and one <= NUMBERS):
        told += "; a text that looks like a number is none"
    return told


def _shown(type: Type) -> str:
    text = show(type)
    return text if len(text) <= 60 else f"{type.__class__.__name__}[...]"


def _never_in(node: ast.BinaryExpression, file: File) -> tuple[Type, Type] | None:
    types = _types(node, file)
    within = None if types is None else elements(types[1])
    if types is None or within is None or not kinds(types[0]) <= TEXTS | NUMBERS | {"boolean", "undef"}:
        return None
    return None if any(may_equal(types[0], each) for each in within) else types


def _types(node: ast.BinaryExpression, file: File) -> tuple[Type, Type] | None:
    """The types of both operands, if not both are constants: those are there to be edited."""
    left, right = type_seen(node.left_expr, file), type_seen(node.right_expr, file)
    if left is None or right is None or (is_constant(node.left_expr, file) and is_constant(node.right_expr, file)):
        return None
    return left, right
