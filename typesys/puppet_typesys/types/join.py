"""`join`: one type for several where branches meet, a Variant while the members are few, then their `union`.

Two other functions give one type for two: `common_type` is what the reference infers for the elements of a collection, `union` is the ∪ of
the specification's algebra. All three are upper bounds.
"""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.model import Type, variant_of
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.simplify import normalize
from puppet_typesys.types.union import absorbs, union
from puppet_typesys.types.walk import variant_members
from puppet_typesys.values.errors import InternalError

MAX_MEMBERS = 8
"""How many members `join` keeps apart."""


def join(*types: Type) -> Type:
    """A type that accepts all of several: a normalised Variant while it has few members, widened by `union` past that."""
    members = _members(list(types))
    if not members:
        return model.Variant()
    joined = _normal(variant_of(members))
    inner = joined.type if isinstance(joined, model.Optional) else joined
    if not isinstance(inner, model.Variant) or len(inner.types) <= MAX_MEMBERS:
        return joined
    single = [each for member in inner.types for each in variant_members(member)]
    widened = single[0]
    for each in single[1:]:
        widened = union(widened, each)
    # A union with undef says nothing more than Any, so undef stands aside.
    return model.Optional(widened) if joined is not inner and not is_assignable(widened, model.UNDEF) else widened


def _normal(variant: Type) -> Type:
    """The type normalized, unless that loses values: in Callables, and where Pattern and a narrower one become the narrower."""
    try:
        normal = normalize(variant)
    except InternalError:  # An Optional of nothing cannot be normalized.
        return variant
    return normal if is_assignable(normal, variant) else variant


def _members(types: list[Type]) -> list[Type]:
    members: list[Type] = []
    for each in types:
        if any(absorbs(kept, each) for kept in members):
            continue
        members = [kept for kept in members if not absorbs(each, kept)]
        members.append(each)
    return members
