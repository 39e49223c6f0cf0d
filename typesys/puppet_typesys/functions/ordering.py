"""The functions sort, min, max and compare."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.deprecations import deprecated
from puppet_typesys.functions.elements import Elements, array_of, every, literal_texts, together
from puppet_typesys.functions.legacy import runtime_text, special_or_class
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall, TypeRule
from puppet_typesys.issues.evaluation.parameters import argument_count
from puppet_typesys.operators.comparison.order import compare as compare_values
from puppet_typesys.operators.comparison.order import compare_text, is_number
from puppet_typesys.operators.refusal import value_label
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import STRINGS, joined, members, texts
from puppet_typesys.types.texts import ascii_lower
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue

Order = Callable[[object, object], int]

# ---- sort


def _sort_type(call: TypedCall, type: Type) -> Type:
    found = together(type)
    if call.arity is not None and found is not None and (found.high is None or found.high > 1):
        call.block(found.element, found.element)
    return joined(_sort_of(call, each, found) for each, found in every(type))


def _sort_of(call: TypedCall, type: Type, found: Elements) -> Type:
    if not isinstance(type, STRINGS):
        return array_of(found.element, found.size)
    listed = literal_texts(type)
    return model.String(None, found.size) if listed is None or call.arity is not None else texts("".join(sorted(each)) for each in listed)


@dispatch("sort", "String $string_value, Optional[Callable[2, 2]] &$block", types=_sort_type)
def _sort_string(call: Call, text: str, block: Block | None = None) -> object:
    return "".join(map(str, _sorted(call, list(text), block)))


@dispatch("sort", "Array $array_value, Optional[Callable[2, 2]] &$block", types=_sort_type)
def _sort_array(call: Call, values: tuple[object, ...], block: Block | None = None) -> object:
    return tuple(_sorted(call, list(values), block))


def _sorted(call: Call, values: list[object], block: Block | None) -> list[object]:
    call.spend(len(values))
    return _merged(values, natural_order if block is None else _by_block(block))


def _merged(values: list[object], order: Order) -> list[object]:
    """Sort by merging halves, as the reference does: the order of comparisons is visible in errors and to the block."""
    if len(values) < 2:
        return values
    half = len(values) // 2
    left, right = _merged(values[:half], order), _merged(values[half:], order)
    result: list[object] = []
    at = 0
    for each in right:
        while at < len(left) and order(left[at], each) <= 0:
            result.append(left[at])
            at += 1
        if at == len(left):
            break
        result.append(each)
    return result + left[at:] if at < len(left) else result + right[len(result) - at :]


def natural_order(left: object, right: object) -> int:
    """Compare two values by the natural order of the reference's runtime, which is case-sensitive."""
    order = _natural(left, right)
    if order is None:
        raise ArgumentError(f"comparison of {ruby_class(left)} with {special_or_class(right)} failed")
    return order


def _natural(left: object, right: object) -> int | None:
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        raise UnknownValue
    if isinstance(left, str) and isinstance(right, str):
        return compare_text(left, right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        for ours, theirs in zip(left, right, strict=False):
            order = _natural(ours, theirs)
            if order != 0:
                return order
        return (len(left) > len(right)) - (len(left) < len(right))
    if is_number(left) or isinstance(left, SemVer | Timespan | Timestamp):
        try:
            return compare_values(left, right)
        except ArgumentError:
            return None
    return 0 if left is right or (left.__class__ is right.__class__ and left == right) else None


def _by_block(block: Block) -> Order:
    def order(left: object, right: object) -> int:
        return _block_order(block.call((left, right)), left, right)

    return order


def _block_order(given: object, left: object, right: object) -> int:
    """The result of a block that compares two values, as a negative number, 0 or a positive number."""
    if isinstance(given, Unknown):
        raise UnknownValue
    if given is None:
        raise ArgumentError(f"comparison of {ruby_class(left)} with {special_or_class(right)} failed")
    if isinstance(given, int | float) and not isinstance(given, bool):
        return (given > 0) - (given < 0)
    if isinstance(given, str | tuple):
        raise ArgumentError(f"comparison of {ruby_class(given)} with 0 failed")
    raise InternalError(f"undefined method `>' for {runtime_text(given)}")


# ---- min and max

BLOCK = ", Optional[Callable[2, 2]] &$block"
MAX_ARRAYS = ("Numeric", "String", "SemVer", "Timespan", "Timestamp")
MIN_ARRAYS = ("Numeric", "SemVer", "Timespan", "Timestamp", "String")
NUMERIC_TEXT = r"-?[0-9]+([._eE][0-9]+)?"


def _extreme(sign: int, values: Sequence[object], order: Order) -> object:
    result = values[0]
    for each in values[1:]:
        if order(each, result) * sign > 0:
            result = each
    return result


def _enter(name: str, sign: int, arrays: Sequence[str]) -> None:
    def by_nature(call: Call, *values: object) -> object:
        return _extreme(sign, _some(name, values), compare_values)

    def by_text(call: Call, *values: object) -> object:
        return _extreme(sign, _some(name, values), _text_order(call, name, only_strings=True))

    def by_any(call: Call, *values: object) -> object:
        return _extreme(sign, _some(name, values), _text_order(call, name, only_strings=False))

    def by_block(call: Call, *values: object) -> object:
        block = values[-1]
        assert isinstance(block, Block)
        return _extreme(sign, values[:-1], _by_block(block)) if len(values) > 1 else None

    def of_array(rule: Callable[..., object]) -> Callable[..., object]:
        def of(call: Call, values: tuple[object, ...], block: Block | None = None) -> object:
            return rule(call, *values) if block is None else by_block(call, *values, block)

        return of

    def of_values(call: TypedCall, *types: Type) -> Type:
        if call.arity is None:
            return _extreme_type(sign, types)
        if types:
            call.block(joined(types), joined(types))
        return joined(types) if types else model.UNDEF

    def of_elements(call: TypedCall, type: Type) -> Type:
        return joined(_of_array(call, found, of_values) for _, found in every(type))

    rules = {"String": by_text}
    for kind in MAX_ARRAYS:
        dispatch(name, f"{kind} *$values", types=of_values)(rules.get(kind, by_nature))
    for kind in arrays:
        dispatch(name, f"Array[{kind}] $values{BLOCK}", types=of_elements)(of_array(rules.get(kind, by_nature)))
    dispatch(name, f"Array $values{BLOCK}", types=of_elements)(of_array(by_any))
    dispatch(name, "Any *$values, Callable[2, 2] &$block", types=of_values)(by_block)
    dispatch(name, "Any *$values", types=of_values)(by_any)


def _of_array(call: TypedCall, found: Elements, rule: TypeRule) -> Type:
    """The result for the elements of an Array: that for one element covers those for more of the same type."""
    none = [model.UNDEF] if call.arity is not None and not found.low else []
    if found.high == 0:
        return joined(none)
    return joined((*none, rule(call, *(found.parts if found.ordered else (found.element,)))))


def _extreme_type(sign: int, types: Sequence[Type]) -> Type:
    """One of the values; of integers alone, the range is known."""
    ranges = [list(members(type)) for type in types]
    if not all(isinstance(each, model.Integer) for several in ranges for each in several):
        return joined(types)
    hulls = [(_end(several, -1), _end(several, 1)) for several in ranges]
    return model.Integer(*(_outer([hull[at] for hull in hulls], sign, at) for at in (0, 1)))


def _end(ranges: Sequence[Type], sign: int) -> int | None:
    ends = [each.low if sign < 0 else each.high for each in ranges if isinstance(each, model.Integer)]
    return None if None in ends else max((each for each in ends if each is not None), key=lambda each: each * sign)


def _outer(ends: Sequence[int | None], sign: int, at: int) -> int | None:
    """The lower (at 0) or upper (at 1) end of the greatest or least of several integers."""
    known = [each for each in ends if each is not None]
    unlimited_is_extreme = (sign > 0) == (at == 1)
    if not known or (unlimited_is_extreme and len(known) < len(ends)):
        return None
    return max(known) if sign > 0 else min(known)


def _some(name: str, values: Sequence[object]) -> Sequence[object]:
    if not values:
        raise ArgumentError(argument_count(name, 0, ""))
    if any(isinstance(each, Unknown) for each in values):
        raise UnknownValue
    return values


def _text_order(call: Call, name: str, *, only_strings: bool) -> Order:
    """Compare values as text, or as numbers if both texts are numbers."""

    def order(left: object, right: object) -> int:
        ours, theirs = ("" if each is None else runtime_text(each) for each in (left, right))
        if re.fullmatch(NUMERIC_TEXT, ours) and re.fullmatch(NUMERIC_TEXT, theirs):
            deprecated(call, f"The {name}() function's auto conversion of String to Numeric is deprecated - {ADVICE}")
            return (float(ours) > float(theirs)) - (float(ours) < float(theirs))
        if not only_strings:
            deprecated(call, f"The {name}() function's auto conversion of Any to String is deprecated - {ADVICE}")
        return compare_text(ours, theirs)

    return order


ADVICE = "change to convert input before calling, or use lambda"
_enter("max", 1, MAX_ARRAYS)
_enter("min", -1, MIN_ARRAYS)


# ---- compare

COMPARABLE = "Variant[String, SemVer, Variant[Numeric, Timespan, Timestamp]]"


def _compare(call: Call, left: object, right: object) -> object:
    order = compare_values(left, right)
    return (order > 0) - (order < 0)


@dispatch("compare", "Numeric $a, Numeric $b", types="Integer[-1, 1]")
def _compare_numbers(call: Call, left: object, right: object) -> object:
    return _compare(call, left, right)


@dispatch("compare", "String $a, String $b, Boolean $ignore_case = true", types="Integer[-1, 1]")
def _compare_strings(call: Call, left: str, right: str, ignore_case: bool = True) -> object:
    return compare_text(ascii_lower(left), ascii_lower(right)) if ignore_case else compare_text(left, right)


for pair in (
    "SemVer $a, SemVer $b",
    "Numeric $a, Variant[Timespan, Timestamp] $b",
    "Timestamp $a, Variant[Timestamp, Numeric] $b",
    "Timespan $a, Variant[Timespan, Numeric] $b",
):
    dispatch("compare", pair, types="Integer[-1, 1]")(_compare)


@dispatch("compare", f"{COMPARABLE} $a, {COMPARABLE} $b, Any *$ignore_case", mismatch=True)
def _compare_mismatch(call: Call, left: object, right: object, *rest: object) -> str:
    if rest:
        if not (isinstance(left, str) and isinstance(right, str)):
            return "compare(): The third argument (ignore case) can only be used when comparing strings"
        if len(rest) != 1:
            return f"compare(): Accepts at most 3 arguments, got {2 + len(rest)}"
        raise InternalError("the reference knows no Boolean here")
    return (
        "compare(): Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). "
        f"Got {value_label(left)} and {value_label(right)}"
    )


@dispatch("compare", "Any $a, Any $b, Any *$ignore_case", mismatch=True)
def _not_comparable(call: Call, left: object, right: object, *rest: object) -> str:
    return (
        "compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be compared. "
        f"Got {value_label(left)} and {value_label(right)}"
    )
