"""Checks of operators whose operands are unknown: they fail only if no values of the operands' types are supported."""

from __future__ import annotations

from puppet_typesys.issues.evaluation.operators import comparison_not_possible, match_not_string, not_numeric_type, operator_not_applicable
from puppet_typesys.issues.wording import with_article
from puppet_typesys.operators.refusal import LEFT, RIGHT, WHOLE, Refusal
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.show import show
from puppet_typesys.values.errors import ArgumentError

TIMES = frozenset(("timespan", "timestamp"))
NUMBERS = frozenset(("integer", "float")) | TIMES
NUMERIC = NUMBERS | {"semver"}
LEFT_OF = {
    "+": NUMERIC | {"array", "hash", "uri", "binary"},
    "-": NUMERIC | {"array", "hash"},
    "<<": NUMERIC | {"array"},
}
NUMERIC_ONLY = frozenset(("*", "/", "%", ">>"))
"""Operators that are supported for numeric operands only."""
INDEXED = frozenset(("string", "array", "hash", "type", "object", "binary", "runtime", "callable", "sensitive"))
ORDERED = (
    frozenset(("string",)),
    NUMBERS,
    frozenset(("semver",)),
    frozenset(("type",)),
    frozenset(("default",)),
    frozenset(("runtime", "object")),
)


def a_kind(type: Type) -> str:
    """A type as named in a sentence."""
    return with_article(show(generalize(type)))


def left_kinds(operator: str) -> frozenset[str]:
    """The kinds of values that an arithmetic operator supports as its left operand."""
    return LEFT_OF.get(operator, NUMERIC)


def check_arithmetic(operator: str, left: Type, right: Type) -> None:
    """Raise Refusal if an arithmetic operator supports no values of these types."""
    of_left, of_right = kinds(left), kinds(right)
    if of_left.isdisjoint(left_kinds(operator)):
        raise _not_numeric(left, LEFT)
    of_left -= {"undef"}  # which no arithmetic operator supports
    if operator == "+" and of_left == {"hash"} and of_right.isdisjoint(("array", "hash")):
        raise ArgumentError("Can only append Array or Hash to a Hash")
    if (of_left <= NUMBERS or operator in NUMERIC_ONLY) and of_right.isdisjoint(NUMERIC):
        raise _not_numeric(right, RIGHT)


def check_number(type: Type) -> None:
    """Raise Refusal if no value of a type is a number."""
    if kinds(type).isdisjoint(NUMERIC):
        raise _not_numeric(type, WHOLE)


def _not_numeric(type: Type, blame: str) -> Refusal:
    return Refusal(not_numeric_type(a_kind(type)), blame)


def check_order(operator: str, left: Type, right: Type) -> None:
    """Raise Refusal if no values of these types can be ordered."""
    left_kinds, right_kinds = kinds(left), kinds(right)
    if any(not group.isdisjoint(left_kinds) and not group.isdisjoint(right_kinds) for group in ORDERED):
        return
    if "type" in left_kinds:
        return
    raise Refusal(comparison_not_possible(show(generalize(left)), operator, show(generalize(right))))


def check_match(left: Type) -> None:
    """Raise Refusal if no value of a type can be matched with a regular expression."""
    if "string" not in kinds(left):
        raise Refusal(match_not_string(show(generalize(left))), LEFT)


def check_index(left: Type) -> None:
    """Raise Refusal if no value of a type has elements."""
    if kinds(left).isdisjoint(INDEXED):
        raise Refusal(operator_not_applicable("[]", a_kind(left)), LEFT)
