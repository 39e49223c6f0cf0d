"""The type of what a path of keys leads to, as `dig`, `get` and `getvar` follow it.

The results are upper bounds: NEVER where a step certainly fails, such as one into a String.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.lookups import at_index, at_key
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import NEVER, joined, members

COLLECTIONS = frozenset(("array", "hash"))


def dig(type: Type, keys: Sequence[Type]) -> Type:
    """The type of the value at a path; undef where a value on the way is undef or lacks the key."""
    for key in keys:
        type = joined(model.UNDEF if isinstance(each, model.Undef) else _element(each, key) for each in members(type))
    return type


def _element(collection: Type, key: Type) -> Type:
    match collection:
        case model.Struct() | model.Hash():
            return at_key(collection, key)
        case model.Tuple() | model.Array():
            return at_index(collection, key if isinstance(key, model.Integer) else model.INTEGER)
    return NEVER if kinds(collection).isdisjoint(COLLECTIONS) else model.ANY
