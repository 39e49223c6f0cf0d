"""Whether `==` may be true for the values of expressions, as far as rules say so."""

from __future__ import annotations

from bisect import bisect_left

from puppet_check.rules.declared import are_unknown, parameter_of
from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.infer.model import MAX_VALUES
from puppet_typesys.operators.comparison import equality
from puppet_typesys.operators.comparison.order import order_by_types
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.unknown import Unknown


def may_equal(one: Type, other: Type) -> bool:
    """Whether a value of one type may equal one of the other; True if that is unknown, or if one is undef."""
    if any(all(isinstance(each, model.Undef) for each in alternatives(type)) for type in (one, other)):
        return True  # Comparing with undef is a reasonable precaution even if the value is never undef.
    return equality.may_equal(one, other)


def decided(node: ast.BinaryExpression, file: File) -> bool | None:
    """What an order of two operands always gives, by their types; None if that differs, is unknown, or is asked of constants."""
    if is_constant(node.left_expr, file) and is_constant(node.right_expr, file):
        return None
    left, right = type_seen(node.left_expr, file), type_seen(node.right_expr, file)
    if left is None or right is None:
        return None
    try:
        return order_by_types(node.operator, left, right)
    except Refusal:
        return None


OPERATORS = (ast.AndExpression, ast.OrExpression, ast.NotExpression)


def is_condition(node: ast.Expression, file: File) -> bool:
    """Whether an expression is a condition or a part of one; the value of another one may be meant to be constant."""
    parent = file.parents.get(node)
    while isinstance(parent, ast.ParenthesizedExpression):
        node, parent = parent, file.parents.get(parent)
    if isinstance(parent, ast.IfExpression | ast.UnlessExpression):
        return parent.test is node
    return isinstance(parent, OPERATORS)


def repeats_condition(node: ast.BinaryExpression, file: File) -> bool:
    """Whether what is compared is the condition before, which says the same, as in `$x or $x == 'on'` and `$x and $x != false`."""
    around: ast.Node | None = file.parents.get(node)
    inner: ast.Node = node
    while isinstance(around, ast.ParenthesizedExpression):
        inner, around = around, file.parents.get(around)
    operator = {"==": ast.OrExpression, "!=": ast.AndExpression}.get(node.operator)
    if operator is None or not isinstance(around, operator) or around.right_expr is not inner:
        return False
    before = around.left_expr
    while isinstance(before, operator):
        before = before.right_expr
    return file.source(before) in (file.source(node.left_expr), file.source(node.right_expr))


def constant_result(node: ast.BinaryExpression, file: File) -> bool | None:
    """The result of an operator that the types of declared parameters decide; None if it differs or is decided by constants."""
    seen = () if file.model is None else file.model.values.get(id(node), ())
    if not 0 < len(seen) < MAX_VALUES or not all(each is seen[0] for each in seen) or not isinstance(seen[0], bool):
        return None
    left, right = node.left_expr, node.right_expr
    decided_by_types = are_unknown(left, file) and parameter_of(left, file) is not None and not may_be_unset(left, file)
    return seen[0] if decided_by_types and is_constant(right, file) and is_condition(node, file) else None


def may_be_unset(node: ast.Expression, file: File) -> bool:
    """Whether a variable in an expression is reported as one that may be unset."""
    return bisect_left(file.unset_places, node.start) < bisect_left(file.unset_places, node.end)


def is_alternative(node: ast.Expression, file: File) -> bool:
    """Whether an expression is in an `elsif` condition, where authors often write what is left in full."""
    around = file.parents.get(node)
    while around is not None and not isinstance(around, ast.IfExpression):
        around = file.parents.get(around)
    above = None if around is None else file.parents.get(around)
    return isinstance(above, ast.IfExpression) and above.else_expr is around


def type_seen(node: ast.Expression, file: File) -> Type | None:
    """The type of all values of an expression; None if it is unknown."""
    if file.model is None or len(file.model.values.get(id(node), ())) >= MAX_VALUES:
        return None
    if may_be_unset(node, file):
        return None
    return file.model.type_of(node)


def is_constant(node: ast.Expression, file: File) -> bool:
    """Whether an expression does not depend on the caller."""
    if file.model is None:
        return False
    values = file.model.values
    # The negation of a fact that all systems have is false, which is known, but is not meant to be edited.
    return not any(isinstance(each, Unknown) for inside in ast.walk(node) for each in values.get(id(inside), ()))
