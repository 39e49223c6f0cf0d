"""Selects the rule of an arithmetic operator: `calculate` by the values of the operands, `result_type` by their types."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import div_by_zero
from puppet_typesys.operators.arithmetic.collections import calculate_collection, collections_type, concatenate
from puppet_typesys.operators.arithmetic.numbers import calculate_numbers, checked, number, numbers_type
from puppet_typesys.operators.arithmetic.times import calculate_time, swapped, times_type
from puppet_typesys.operators.refusal import not_applicable, not_applicable_to_type, not_applicable_when, not_numeric_value
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import is_never, joined
from puppet_typesys.types.refusal import LEFT, RIGHT, Refusal
from puppet_typesys.types.spread import spread
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown
from puppet_typesys.values.uri import URI

NUMERIC = frozenset(("integer", "float", "timespan", "timestamp", "semver"))
COLLECTIONS = {
    "+": frozenset(("array", "hash", "uri", "binary")),
    "-": frozenset(("array", "hash")),
    "<<": frozenset(("array",)),
}
"""The kinds of left operands that are not numeric, by operator."""


def calculate(operator: str, left: object, right: object) -> object:
    """Apply an arithmetic operator."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return Unknown(result_type(operator, infer_set(left), infer_set(right)))
    if isinstance(left, tuple | Hash) and operator in ("+", "-", "<<"):
        return calculate_collection(operator, left, right)
    if isinstance(left, URI | Binary) and operator == "+":
        return concatenate(left, right)
    left, right = number(left, LEFT), number(right, RIGHT)
    if operator == "%":
        if isinstance(left, float):
            raise not_applicable(operator, left)
        if isinstance(right, float):
            raise not_applicable_when(operator, left, right)
    if isinstance(right, Timespan | Timestamp) and not isinstance(left, Timespan | Timestamp):
        left, right = swapped(operator, left, right)
    if isinstance(left, Timespan | Timestamp):
        return checked(operator, calculate_time(operator, left, right))
    assert not isinstance(right, Timespan | Timestamp)
    if isinstance(left, SemVer) or (isinstance(right, SemVer) and operator in ("<<", ">>")):
        raise not_applicable(operator, left)
    if isinstance(right, SemVer):
        raise InternalError("a SemVer is not made into a Float")
    return checked(operator, calculate_numbers(operator, left, right))


def result_type(operator: str, left: Type, right: Type) -> Type:
    """The type of results for operands that are known by their types; raises Refusal if no values of the types are supported."""
    result = joined(_of_member(operator, kind, each, right) for kind, each in spread(left))
    if is_never(result) and not (is_never(left) or is_never(right)):
        raise _refusal(operator, left, right)
    return result


def _of_member(operator: str, kind: str, left: Type, right: Type) -> Type:
    if kind in COLLECTIONS.get(operator, ()):
        return collections_type(operator, kind, left, right)
    times = times_type(operator, kind, right)
    return joined((numbers_type(operator, left, right), times)) if kind in ("integer", "float") else times


def _refusal(operator: str, left: Type, right: Type) -> Refusal | ArgumentError:
    """Why an operator supports no values of these types."""
    of_left, of_right = kinds(left), kinds(right)
    if of_left.isdisjoint(NUMERIC | COLLECTIONS.get(operator, frozenset())):
        return not_numeric_value(left, LEFT)
    if of_left - {"undef"} == {"hash"} and operator == "+":
        return ArgumentError("Can only append Array or Hash to a Hash")
    if of_right.isdisjoint(NUMERIC):
        return not_numeric_value(right, RIGHT)
    if of_left <= {"integer", "undef"} and operator in ("/", "%") and right == model.Integer(0, 0):
        return Refusal(div_by_zero(), RIGHT)
    return not_applicable_to_type(operator, left, right)
