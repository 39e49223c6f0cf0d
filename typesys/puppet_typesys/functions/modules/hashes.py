"""Functions that compute hashes from hashes: `merge`, `deep_merge`, `delete` and its like."""

from __future__ import annotations

from collections.abc import Callable

from puppet_typesys.functions.modules.arguments import MAX_ELEMENTS, array, element, min_size, passed, some_of, without
from puppet_typesys.functions.modules.registry import returns
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Integer, StructElement, Type
from puppet_typesys.types.narrow import intersection, is_never, joined, members

MAX_DEPTH = 6
"""How many levels of hashes inside hashes `deep_merge` follows."""
MAX_MEMBERS = 4
"""How many alternatives of a hash are merged one by one; of more, keys and values are joined."""


@returns("merge", "stdlib::merge")
def _merge(call: TypedCall, *types: Type) -> Type:
    return model.HASH if call.arity is not None else _merged(types, _right)


@returns("deep_merge")
def _deep_merge(call: TypedCall, *types: Type) -> Type:
    return _merged(types, lambda left, right: _deep(left, right, MAX_DEPTH))


def _right(left: Type, right: Type) -> Type:
    return right


def _merged(types: tuple[Type, ...], inside: Callable[[Type, Type], Type]) -> Type:
    """The type of hashes merged from the left to the right; undef and the empty String count as empty hashes."""
    result: Type = model.EMPTY_HASH
    for each in types:
        result = _both(result, _hashes(each), inside)
    return result


def _hashes(type: Type) -> Type:
    """The hashes that an argument may stand for."""
    given = passed(type)
    found = [intersection(given, model.HASH)]
    if not is_never(intersection(given, model.String(""))):
        found.append(model.EMPTY_HASH)
    return joined(found)


def _both(left: Type, right: Type, inside: Callable[[Type, Type], Type]) -> Type:
    lefts, rights = [*members(left)], [*members(right)]
    if len(lefts) * len(rights) > MAX_MEMBERS:
        lefts, rights = [_widened(lefts)], [_widened(rights)]
    return joined(_pair(one, other, inside) for one in lefts for other in rights)


def _widened(types: list[Type]) -> Type:
    parts = [_parts(each) for each in types]
    return model.Hash(joined(key for key, _ in parts), joined(value for _, value in parts)) if parts else model.HASH


def _parts(type: Type) -> tuple[Type, Type]:
    """The types of keys and values; NEVER for an empty hash."""
    match type:
        case model.Hash():
            return (model.Variant(), model.Variant()) if type == model.EMPTY_HASH else (type.key, type.value)
        case model.Struct() if type.elements and not type.is_open:
            return joined(model.String(each.name) for each in type.elements), joined(each.value for each in type.elements)
    return model.ANY, model.ANY


def _pair(left: Type, right: Type, inside: Callable[[Type, Type], Type]) -> Type:
    if left == model.EMPTY_HASH or left == right == model.HASH:
        return right
    if right == model.EMPTY_HASH:
        return left
    if isinstance(left, model.Struct) and isinstance(right, model.Struct) and _is_exact(left) and _is_exact(right):
        return _structs(left, right, inside)
    (key, value), (other_key, other_value) = _parts(left), _parts(right)
    merged = joined((value, other_value, inside(value, other_value)))
    least = max(min_size(left), min_size(right))
    return model.Hash(joined((_text(key), _text(other_key))), merged, Integer(least, None) if least else None)


def _text(key: Type) -> Type:
    """Keys that are known are Strings beside those that are not."""
    return joined(model.STRING if isinstance(each, model.String) and each.value is not None else each for each in members(key))


def _is_exact(struct: model.Struct) -> bool:
    return bool(struct.elements) and not struct.is_open and len(struct.elements) <= MAX_ELEMENTS


def _structs(left: model.Struct, right: model.Struct, inside: Callable[[Type, Type], Type]) -> Type:
    others = {each.name: each for each in right.elements}
    found: list[StructElement] = []
    for each in left.elements:
        other = others.pop(each.name, None)
        if other is None:
            found.append(each)
            continue
        values = [inside(each.value, other.value)]
        values += [each.value] if other.is_optional else []
        values += [other.value] if each.is_optional else []
        is_optional = each.is_optional and other.is_optional
        found.append(StructElement(each.key if is_optional else model.String(each.name), joined(values)))
    return model.Struct((*found, *others.values()))


def _deep(left: Type, right: Type, depth: int) -> Type:
    """The value of a key that both hashes have: merged if both values are hashes, and the right one otherwise."""
    if depth == 0:
        return model.ANY
    both = [intersection(each, model.HASH) for each in (left, right)]
    if any(map(is_never, both)):
        return right
    merged = _both(both[0], both[1], lambda one, other: _deep(one, other, depth - 1))
    return joined((right, merged))


@returns("delete_undef_values")
def _delete_undef_values(call: TypedCall, first: Type, *types: Type) -> Type:
    return _each_collection(first, lambda type: without(type, model.UNDEF))


@returns("delete_values")
def _delete_values(call: TypedCall, first: Type, *types: Type) -> Type:
    return _each_collection(first, lambda type: type)


@returns("delete", "delete_regex")
def _delete(call: TypedCall, first: Type, second: Type, *types: Type) -> Type:
    """What remains of a collection, and of a String; with nothing to delete any value remains."""
    found: list[Type] = [] if is_never(_collections(first)) else [_each_collection(first, lambda type: type)]
    if not is_never(intersection(passed(first), model.STRING)):
        found.append(model.STRING)
    if not disjoint(second, model.EMPTY_ARRAY):
        found.append(without(passed(first), model.ARRAY, model.HASH, model.STRING))
    return joined(found) if found else model.ANY


def _collections(type: Type) -> Type:
    given = passed(type)
    return joined((intersection(given, model.ARRAY), intersection(given, model.HASH)))


def _each_collection(type: Type, value: Callable[[Type], Type]) -> Type:
    """Arrays and hashes with some of their elements, whose values have another type."""
    found = [_some(each, value) for each in members(_collections(type))]
    return joined(found) if found else model.ANY


def _some(type: Type, value: Callable[[Type], Type]) -> Type:
    match type:
        case model.Struct() if type.elements:
            kept = ((each, value(each.value)) for each in type.elements)
            left = tuple(StructElement(model.Optional(model.String(each.name)), rest) for each, rest in kept if not is_never(rest))
            return model.Struct(left, type.is_open) if left or type.is_open else model.EMPTY_HASH
        case model.Hash():
            rest = value(type.value)
            return model.EMPTY_HASH if is_never(rest) or type == model.EMPTY_HASH else model.Hash(type.key, rest)
        case model.Array() | model.Tuple():
            return array(value(element(some_of(type))))
    return type
