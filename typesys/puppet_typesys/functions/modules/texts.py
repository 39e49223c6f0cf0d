"""Functions that compute texts from the elements of collections."""

from __future__ import annotations

from puppet_typesys.functions.modules.arguments import arrays, passed, same_size
from puppet_typesys.functions.modules.registry import returns
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import intersection, is_never, joined, members


@returns("prefix", "suffix")
def _extended(call: TypedCall, first: Type, *types: Type) -> Type:
    """The elements of an array, or the keys of a hash, as longer texts."""
    found: list[Type] = []
    given = passed(first)
    listed, keyed = arrays(first), intersection(given, model.HASH)
    if not is_never(listed):
        found.append(same_size(listed, model.STRING))
    found += [model.Hash(model.STRING, _value(each)) for each in members(keyed)]
    return joined(found) if found else model.ANY


def _value(type: Type) -> Type:
    match type:
        case model.Hash():
            return type.value if type != model.EMPTY_HASH else model.ANY
        case model.Struct() if type.elements and not type.is_open:
            return joined(each.value for each in type.elements)
    return model.ANY


@returns("squeeze")
def _squeeze(call: TypedCall, first: Type, *types: Type) -> Type:
    listed = arrays(first)
    found: list[Type] = [] if is_never(listed) else [same_size(listed, model.STRING)]
    if not is_never(intersection(passed(first), model.STRING)):
        found.append(model.STRING)
    return joined(found) if found else model.ANY
