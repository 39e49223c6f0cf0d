"""Functions that choose among their arguments, or convert them: `pick`, `any2array`, `bool2str`."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.functions.modules.arguments import EMPTY_STRING, array, element, passed, tuple_of, without
from puppet_typesys.functions.modules.registry import returns
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import intersection, is_never, joined, may_be_false, members
from puppet_typesys.types.parse import parse_builtin

EMPTY = model.Variant((model.UNDEF, EMPTY_STRING))
TEXTS = (model.String, model.Enum, model.Pattern)


@returns("pick")
def _pick(call: TypedCall, *types: Type) -> Type:
    """The first argument that is neither undef nor an empty String."""
    found: list[Type] = []
    for each in types:
        found.append(_chosen(each))
        if disjoint(each, EMPTY):
            break
    chosen = joined(found)
    return model.ANY if is_never(chosen) else chosen


@returns("pick_default")
def _pick_default(call: TypedCall, *types: Type) -> Type:
    """Likewise, or the last argument."""
    if not types:
        return model.ANY
    found: list[Type] = []
    for each in types[:-1]:
        found.append(_chosen(each))
        if disjoint(each, EMPTY):
            return joined(found)
    return joined((*found, passed(types[-1])))


def _chosen(type: Type) -> Type:
    return passed(without(type, model.UNDEF, EMPTY_STRING))


@returns("any2array")
def _any2array(call: TypedCall, *types: Type) -> Type:
    given = [passed(each) for each in types]
    return joined(_in_array(each) for each in members(given[0])) if len(given) == 1 else tuple_of(given)


def _in_array(type: Type) -> Type:
    """One argument in an array: arrays as they are, keys and values of hashes one after the other, and no empty String."""
    match type:
        case model.Array() | model.Tuple():
            return type
        case model.Hash():
            return array(joined((type.key, type.value)))
        case model.Struct():
            parts = [part for each in type.elements for part in (model.STRING, each.value)]
            return array(model.ANY if type.is_open or not parts else joined(parts))
    if isinstance(type, TEXTS):
        if type == EMPTY_STRING:
            return model.EMPTY_ARRAY
        return model.Array(type, Integer(0, 1)) if not disjoint(type, EMPTY_STRING) else model.Tuple((type,))
    is_plain = all(disjoint(type, each) for each in (model.STRING, model.ARRAY, model.HASH))
    return model.Tuple((type,)) if is_plain else model.ARRAY


@returns("bool2str")
def _bool2str(call: TypedCall, *types: Type) -> Type:
    texts = [_text(types[index : index + 1], default) for index, default in ((1, "true"), (2, "false"))]
    return joined(texts)


def _text(given: Sequence[Type], default: str) -> Type:
    """An argument that is a String; the default stands for one that is missing or false."""
    if not given:
        return model.String(default)
    value = passed(given[0])
    found = intersection(value, model.STRING)
    return joined((found, model.String(default))) if may_be_false(value) else found


@returns("parsejson", "loadjson")
def _data(call: TypedCall, *types: Type) -> Type:
    """What the text of a value in JSON stands for, or the default in the second argument."""
    return joined((parse_builtin("Data"), *map(passed, types[1:2])))


@returns("zip")
def _zip(call: TypedCall, *types: Type) -> Type:
    """Pairs of elements of two arrays; undef where the second one is shorter."""
    if len(types) != 2:
        return model.ARRAY
    one, other = (intersection(passed(each), model.ARRAY) for each in types)
    first, second = element(one), element(other)
    return model.EMPTY_ARRAY if is_never(first) else model.Array(model.Tuple((first, joined((second, model.UNDEF)))))
