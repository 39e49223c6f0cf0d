"""`+`, `-` and `<<` of Arrays, Hashes, URIs and Binaries."""

from __future__ import annotations

from puppet_typesys.operators.comparison.equality import eql
from puppet_typesys.operators.refusal import not_applicable
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, difference, is_never, joined
from puppet_typesys.types.spread import (
    MAX_PARTS,
    array_of,
    concatenated,
    element_of_sequence,
    fixed_elements,
    hash_of,
    hash_size,
    is_closed,
    key_and_value,
    sequence_size,
    spread,
    struct_of,
    tuple_of,
)
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown
from puppet_typesys.values.uri import URI
from puppet_typesys.values.uri_text import parse


def calculate_collection(operator: str, left: tuple[object, ...] | Hash, right: object) -> object:
    if operator == "+":
        return concatenate(left, right)
    if operator == "-":
        return _without(left, right)
    if not isinstance(left, tuple):
        raise not_applicable(operator, left)
    return (*left, right)


def _as_list(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return value
    return tuple(value.items()) if isinstance(value, Hash) else (value,)


def concatenate(left: object, right: object) -> object:
    """`+` for collections, URIs and Binaries."""
    match left:
        case tuple():
            return left + _as_list(right)
        case Hash():
            spend(len(left) >> 3)
            return left.merged(as_hash(right))
        case URI():
            if not isinstance(right, str | URI):
                raise ArgumentError("An URI can only be merged with an URI or String")
            return left.merge(right if isinstance(right, URI) else parse(right))
        case Binary():
            if not isinstance(right, Binary):
                raise ArgumentError("Can only append Binary to a Binary")
            return Binary(left.data + right.data)
    raise AssertionError(left)


def as_hash(value: object) -> Hash:
    """A Hash as it is; an Array of pairs, or of alternating keys and values, converted to a Hash."""
    if isinstance(value, Hash):
        return value
    if not isinstance(value, tuple):
        raise ArgumentError("Can only append Array or Hash to a Hash")
    if any(isinstance(each, Unknown) for each in value):
        raise UnknownValue
    element = infer(value)
    if isinstance(element, model.Array) and isinstance(element.element, model.Array):
        for at, each in enumerate(value):
            if not (isinstance(each, tuple) and len(each) == 2):
                size = len(each) if isinstance(each, tuple) else 1
                raise InternalError(f"wrong array length at {at} (expected 2, was {size})")
        return Hash((each[0], each[1]) for each in value if isinstance(each, tuple))
    if len(value) == 1 and isinstance(value[0], Hash):
        return value[0]
    if len(value) % 2:
        raise InternalError("odd number of arguments for Hash")
    return Hash(zip(value[::2], value[1::2], strict=True))


def _without(left: tuple[object, ...] | Hash, right: object) -> object:
    if contains_unknown(left if isinstance(left, tuple) else tuple(left.keys())) or contains_unknown(right):
        raise UnknownValue
    if isinstance(left, tuple):
        gone = _as_list(right)
        spend(len(left) * len(gone) >> 3)
        return tuple(each for each in left if not any(eql(each, other) for other in gone))
    names = right if isinstance(right, tuple) else tuple(right.keys()) if isinstance(right, Hash) else (right,)
    gone_keys = Hash((name, True) for name in names)
    return Hash((key, value) for key, value in left.items() if key not in gone_keys)


# ---- over types


def collections_type(operator: str, kind: str, left: Type, right: Type) -> Type:
    """The type of results for a left operand that is a collection, URI or Binary; NEVER if there are none."""
    if kind == "binary":
        return model.Binary() if "binary" in kinds(right) else NEVER
    if kind == "uri":
        return NEVER if kinds(right).isdisjoint(("string", "uri")) else model.URI()
    if operator == "<<":
        return concatenated(left, tuple_of((right,)))
    if kind == "array":
        return _array_plus(left, right) if operator == "+" else _array_minus(left, right)
    return _hash_plus(left, right) if operator == "+" else _hash_minus(left, right)


MAX_KINDS = 8
"""The maximum number of kinds of a right operand that are looked at one by one; a type of more is nearly Any."""


def _array_plus(left: Type, right: Type) -> Type:
    several = kinds(right)
    if several.isdisjoint(("array", "hash")):
        return concatenated(left, tuple_of((right,)))
    if len(several) > MAX_KINDS:
        return array_of(model.ANY, sequence_size(left).low or 0, None)
    return joined(concatenated(left, _listed(kind, each)) for kind, each in spread(right))


def _listed(kind: str, type: Type) -> Type:
    """The type of the Array that a right operand is converted to."""
    if kind == "array":
        return type
    if kind != "hash":
        return tuple_of((type,))
    if isinstance(type, model.Struct) and is_closed(type) and not any(each.is_optional for each in type.elements):
        return tuple_of(tuple(model.Tuple((model.String(each.name), each.value)) for each in type.elements[: MAX_PARTS + 1]))
    key, value = key_and_value(type)
    size = hash_size(type)
    return array_of(tuple_of((key, value)), size.low or 0, size.high)


def _array_minus(left: Type, right: Type) -> Type:
    removed = [constant for each in _certain_elements(right) if (constant := _constant(each)) is not None]
    element = element_of_sequence(left)
    for each in removed:
        element = difference(element, each)
    return array_of(element, 0, sequence_size(left).high)


def _certain_elements(right: Type) -> tuple[Type, ...]:
    """The types of values that are certainly removed."""
    several = [*spread(right)]
    if len(several) != 1:
        return ()
    ((kind, type),) = several
    if kind == "array":
        return fixed_elements(type) or ()
    return () if kind == "hash" else (type,)


def _constant(type: Type) -> Type | None:
    """A type of one value; None for other types."""
    match type:
        case model.Undef() | model.String(value=str()) | model.Boolean(value=bool()):
            return type
        case model.Integer(low=int() as low, high=high) if low == high:
            return type
        case model.Enum(values=(_,), case_insensitive=False):
            return type
    return None


def _hash_plus(left: Type, right: Type) -> Type:
    return joined(_merged(left, _as_hash_type(kind, each)) for kind, each in spread(right) if kind in ("array", "hash"))


def _as_hash_type(kind: str, type: Type) -> Type:
    """The type of the Hash that a right operand is converted to."""
    if kind == "hash":
        return type
    element = element_of_sequence(type)
    if is_never(element):
        return model.EMPTY_HASH
    if isinstance(element, model.Tuple):
        pair = fixed_elements(element)
        if pair is not None and len(pair) == 2:
            size = sequence_size(type)
            return hash_of(*pair, 1 if size.low else 0, size.high)
    return model.HASH


def _merged(left: Type, right: Type) -> Type:
    if isinstance(left, model.Struct) and isinstance(right, model.Struct) and is_closed(left) and is_closed(right):
        found = {each.name: each for each in left.elements}
        for each in right.elements:
            known = found.get(each.name)
            if known is not None and each.is_optional:
                each = model.StructElement(known.key, joined((known.value, each.value)))
            found[each.name] = each
        if len(found) <= MAX_PARTS:
            return struct_of([*found.values()])
    one, other = hash_size(left), hash_size(right)
    if other.high == 0:
        return left
    if one.high == 0:
        return right
    (key, value), (other_key, other_value) = key_and_value(left), key_and_value(right)
    high = None if one.high is None or other.high is None else one.high + other.high
    return hash_of(joined((key, other_key)), joined((value, other_value)), max(one.low or 0, other.low or 0), high)


def _hash_minus(left: Type, right: Type) -> Type:
    size = hash_size(left)
    if not isinstance(left, model.Struct) or not is_closed(left):
        return hash_of(*key_and_value(left), 0, size.high)
    names = _removed_names(right)
    found: list[model.StructElement] = []
    for each in left.elements:
        if names is None:
            found.append(model.StructElement(each.key if each.is_optional else model.Optional(each.key), each.value))
        elif each.name not in names:
            found.append(each)
    return struct_of(found)


def _removed_names(right: Type) -> set[str] | None:
    """The keys that are removed; None if they are not known exactly."""
    several = [*spread(right)]
    if len(several) != 1:
        return None
    ((kind, type),) = several
    if kind == "hash":
        exact = isinstance(type, model.Struct) and is_closed(type) and not any(each.is_optional for each in type.elements)
        return {each.name for each in type.elements} if exact and isinstance(type, model.Struct) else None
    given = fixed_elements(type) if kind == "array" else (type,)
    if given is None or not all(isinstance(each, model.String) and each.value is not None for each in given):
        return None
    return {each.value for each in given if isinstance(each, model.String) and each.value is not None}
