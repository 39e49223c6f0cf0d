"""The types of elements: `left[keys]` where the left value or the keys are known by their types."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puppet_typesys.issues.evaluation.operators import operator_not_applicable
from puppet_typesys.issues.evaluation.types import bad_character_index, bad_index, bad_range
from puppet_typesys.issues.wording import capitalized
from puppet_typesys.operators.access.values import slice_of
from puppet_typesys.operators.arithmetic.numbers import number
from puppet_typesys.operators.refusal import a_kind, not_numeric_value
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.lookups import are_inside, at_index, at_key, at_name
from puppet_typesys.types.model import Integer, Type, generalize
from puppet_typesys.types.narrow import NEVER, difference, is_never, joined, texts
from puppet_typesys.types.refusal import LEFT, Refusal
from puppet_typesys.types.show import show
from puppet_typesys.types.spread import (
    MAX_PARTS,
    MAX_TEXTS,
    array_of,
    element_of_sequence,
    fixed_elements,
    lengths_of,
    sequence_size,
    spread,
    string_of,
    texts_of,
    tuple_of,
)
from puppet_typesys.values.numeric_text import to_number

OPAQUE = frozenset(("object", "runtime", "callable", "sensitive"))
INDEXED = OPAQUE | {"string", "array", "hash", "type", "binary"}
IN_CATALOG = (model.Any, model.CatalogEntry, model.Class, model.Resource, model.TypeAlias, model.TypeReference)
"""Types for which `Type[keys]` may evaluate to something other than a type."""
Keys = Sequence[Type]


def element_type(left: Type, keys: Keys) -> Type:
    """The type of `left[keys]`; raises Refusal if no values of the types have elements, or if no value of a key selects one."""
    if isinstance(left, model.Any):
        return model.ANY
    struct = left.type if isinstance(left, model.Optional) else left
    if isinstance(struct, model.Struct) and struct.elements and len(keys) == 1 and isinstance(keys[0], model.String) and keys[0].value:
        return at_name(struct, keys[0].value)  # The most frequent access: a part of a fact.
    found = joined(_of_member(kind, each, keys) for kind, each in spread(left))
    if is_never(found) and not is_never(left) and not any(map(is_never, keys)):
        raise _refusal(left, keys)
    return found


def _of_member(kind: str, type: Type, keys: Keys) -> Type:
    if kind in OPAQUE or (kind == "type" and isinstance(type, model.TypeType) and isinstance(type.type or model.ANY, IN_CATALOG)):
        return model.ANY
    if kind == "hash":
        return _of_hash(type, keys)
    rule = MEMBERS.get(kind)
    if rule is None:
        return NEVER
    flat = _flat(keys)
    if flat is None:
        if kind != "array":
            return OF_MANY.get(kind, model.ANY)
        # Neither an empty list nor one without integers selects elements of an Array.
        return NEVER if all(map(_selects_nothing, keys)) else _of_array_by_list(type)
    return rule(type, flat) if flat else NEVER


def _flat(keys: Keys) -> list[Type] | None:
    """The types of keys with Arrays among them flattened; None if the number of keys is unknown."""
    result: list[Type] = []
    for key in keys:
        if "array" not in kinds(key):
            result.append(key)
            continue
        parts = fixed_elements(key) if isinstance(key, model.Array | model.Tuple) else None
        inner = None if parts is None else _flat(parts)
        if inner is None:
            return None
        result += inner
    return result


def _selects_nothing(key: Type) -> bool:
    """Whether a key is a list that certainly has no index in it."""
    return isinstance(key, model.Array) and not isinstance(key.element, model.Unit) and kinds(key.element).isdisjoint(("integer", "array"))


def _refusal(left: Type, keys: Keys) -> Refusal:
    of_left = kinds(left)
    if of_left.isdisjoint(INDEXED):
        return Refusal(operator_not_applicable("[]", a_kind(left)), LEFT)
    for index, key in enumerate(keys):
        if "type" in of_left and kinds(key).isdisjoint(("integer", "default", "array")):
            return Refusal(bad_range("Integer", "integers", show(generalize(key))), index)
        if "string" in of_left and not _may_be_index(key):
            return Refusal(bad_character_index(a_kind(key)), index)
        if kinds(key).isdisjoint(("integer", "array")) or (kinds(left) == {"array"} and _selects_nothing(key)):
            return _not_an_index(left, key, index)
    return Refusal(operator_not_applicable("[]", a_kind(left)), LEFT)


def _not_an_index(left: Type, key: Type, index: int) -> Refusal:
    if isinstance(key, model.String) and key.value is not None:
        try:
            number(key.value, index)
        except Refusal as refusal:
            return refusal
    if "float" in kinds(key):
        return Refusal(bad_index(capitalized(a_kind(left)), show(generalize(key))), index)
    return not_numeric_value(key, index)


# ---- Arrays


def _of_array(type: Type, keys: Keys) -> Type:
    ranges = [_integers(key) for key in keys]
    if any(each is None for each in ranges) or len(keys) > 2:
        return NEVER
    first, *rest = (each for each in ranges if each is not None)
    return _slice_of_array(type, first, rest[0]) if rest else at_index(type, first)


def _integers(key: Type) -> Integer | None:
    """The range of the integers of a key; None if it has none."""
    found = [each for kind, each in spread(key) if kind == "integer"]
    if not found:
        return None
    return found[0] if len(found) == 1 and isinstance(found[0], Integer) else model.INTEGER


def _exact(range: Integer) -> int | None:
    return range.low if range.low == range.high else None


def _slice_of_array(type: Type, start: Integer, count: Integer) -> Type:
    parts, first, length = fixed_elements(type), _exact(start), _exact(count)
    if parts is not None and first is not None and length is not None:
        begin, end = slice_of(len(parts), first, length)
        return tuple_of(parts[begin:end])
    size = sequence_size(type)
    most = count.high if count.low is not None and count.low >= 0 else None
    high = size.high if most is None else most if size.high is None else min(most, size.high)
    least = 0
    if first is not None and first >= 0 and count.low is not None and count.low >= 0:
        least = min(count.low, max((size.low or 0) - first, 0))
    return array_of(element_of_sequence(type), least, high)


def _of_array_by_list(type: Type) -> Type:
    """The type of an element, or of several, for a key that may be a list of one or two indices."""
    element = element_of_sequence(type)
    return joined((model.UNDEF, element, array_of(element, 0, sequence_size(type).high)))


# ---- Strings


def _may_be_index(key: Type) -> bool:
    """Whether a value of a type may be the index of a character: an Integer, or a String that looks like a number."""
    return any(kind in ("integer", "array") or (kind == "string" and _may_be_number(each)) for kind, each in spread(key))


def _may_be_number(type: Type) -> bool:
    known = texts_of(type)
    return known is None or any(isinstance(to_number(each), int) for each in known)


def _of_string(type: Type, keys: Keys) -> Type:
    if len(keys) > 2 or not all(map(_may_be_index, keys)):
        return NEVER
    known = texts_of(type)
    ranges = [each if isinstance(each, Integer) else model.INTEGER for each in keys]
    first, length = _exact(ranges[0]), _exact(ranges[1]) if len(ranges) == 2 else 1
    sizes = lengths_of(type)
    if known is not None and len(known) <= MAX_TEXTS and first is not None and length is not None:
        if len(ranges) == 2:
            return texts([each[slice(*slice_of(len(each), first, length))] for each in known])
        return texts([each[first : first + 1 or None] if -len(each) <= first else "" for each in known])
    if len(ranges) == 1:
        inside = ranges[0].low is not None and ranges[0].high is not None and are_inside(ranges[0].low, ranges[0].high, sizes)
        return string_of(1 if inside else 0, 1)
    high = ranges[1].high if ranges[1].low is not None and ranges[1].low >= 0 else None
    return string_of(0, sizes.high if high is None else high if sizes.high is None else min(high, sizes.high))


# ---- Hashes


def _of_hash(type: Type, keys: Keys) -> Type:
    if len(keys) == 1:
        return at_key(type, keys[0])
    if not keys:
        return NEVER
    if any("array" in kinds(key) for key in keys):
        # `hash[*keys]` for an unknown number of keys.
        value = at_key(type, model.ANY)
        return joined((value, array_of(difference(value, model.UNDEF), 0, None)))
    values = [at_key(type, key) for key in keys]
    if len(values) <= MAX_PARTS and not any(_may_be_undef(each) for each in values):
        return tuple_of((*values,))
    found = [difference(each, model.UNDEF) for each in values]
    return array_of(joined(found), sum(not _may_be_undef(each) for each in values), len(values))


def _may_be_undef(type: Type) -> bool:
    return "undef" in kinds(type)


# ---- Types and Binaries


def _of_type(type: Type, keys: Keys) -> Type:
    assert isinstance(type, model.TypeType)
    allowed = RANGED.get(type.type.__class__)
    if allowed is not None and any(allowed.isdisjoint(kinds(key)) for key in keys):
        return NEVER
    return model.TypeType()


RANGED: dict[type, frozenset[str]] = {model.Integer: frozenset(("integer", "default"))}
"""The kinds of keys of types that are ranges."""


def _of_binary(type: Type, keys: Keys) -> Type:
    return model.Binary() if len(keys) <= 2 and all(map(_may_be_index, keys)) else NEVER


MEMBERS: dict[str, Callable[[Type, Keys], Type]] = {
    "array": _of_array,
    "string": _of_string,
    "type": _of_type,
    "binary": _of_binary,
}
"""The rules by the kind of the left value, for keys that are flattened."""
OF_MANY: dict[str, Type] = {"string": model.STRING, "type": model.TypeType(), "binary": model.Binary()}
"""The types of elements for an unknown number of keys."""
