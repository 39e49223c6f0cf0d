"""Applies a comparison operator to two values."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import comparison_not_possible
from puppet_typesys.operators.comparison.equality import equals, types_equal
from puppet_typesys.operators.comparison.order import compare
from puppet_typesys.operators.refusal import value_label
from puppet_typesys.types import model
from puppet_typesys.types.init import accepted_arguments
from puppet_typesys.types.model import Type
from puppet_typesys.types.refusal import Refusal
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.values.errors import ArgumentError


def evaluate_comparison(operator: str, left: object, right: object) -> bool | str | None:
    """Apply a comparison operator."""
    if isinstance(left, Type):
        try:
            return _compare_types(operator, left, right)
        except ArgumentError as error:
            raise _impossible(operator, left, right, error) from None
    if operator == "==":
        return equals(left, right)
    if operator == "!=":
        return not equals(left, right)
    try:
        order = compare(left, right)
    except ArgumentError as error:
        raise _impossible(operator, left, right, error) from None
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def _impossible(operator: str, left: object, right: object, error: ArgumentError) -> Refusal:
    return Refusal(comparison_not_possible(value_label(left), operator, value_label(right), str(error)))


def _compare_types(operator: str, left: Type, right: object) -> bool | str | None:
    if operator == "==":
        return _same_type(left, right)
    if operator == "!=":
        return not types_equal(left, right)
    if not isinstance(right, Type):
        return False
    expected, actual = (right, left) if operator in ("<", "<=") else (left, right)
    accepted = _accepts(expected, actual)
    return accepted and not types_equal(left, right) if operator in ("<", ">") else accepted


def _same_type(left: Type, right: object) -> bool | str | None:
    if left == right or not isinstance(right, Type):
        return left == right
    return _accepts(right, left) and _accepts(left, right)


def _accepts(expected: Type, actual: Type) -> bool | str | None:
    """Whether a type accepts another.

    In the reference the result is neither true nor false where an Init does not accept a list of arguments, and it is a string in place of
    true where a String with a value, as in `Optional['x']`, accepts an Enum of one value.
    """
    if is_assignable(expected, actual):
        return _only_text(expected, actual) or True
    while isinstance(expected, model.TypeAlias | model.Optional | model.TypeType):
        inner = expected.target if isinstance(expected, model.TypeAlias) else expected.type
        if isinstance(expected, model.TypeType):
            if not isinstance(actual, model.TypeType):
                return False
            actual = actual.type or model.ANY
        if inner is None:
            return False
        expected = inner
    if not isinstance(expected, model.Init) or expected.type is None or isinstance(actual, model.Init):
        return False
    return False if accepted_arguments(expected).lists else None


def _only_text(expected: Type, actual: Type) -> str | None:
    around = model.Optional | model.NotUndef | model.TypeType
    if isinstance(expected, model.Array) and isinstance(actual, model.Array):
        return _only_text(expected.element, actual.element)
    if isinstance(expected, around):
        inner = actual.type if isinstance(actual, around) else actual
        return None if expected.type is None or inner is None else _only_text(expected.type, inner)
    if isinstance(expected, model.String) and expected.value is not None and isinstance(actual, model.Enum):
        return actual.values[0]
    return None
