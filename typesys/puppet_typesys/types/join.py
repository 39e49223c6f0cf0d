"""`join`: the type of a value where branches meet: a Variant of the branches' types, or their `union` if they are many.

Two other functions combine types: `common_type` is what the reference infers for the elements of a collection, `union` is the ∪ of the
specification's type algebra. All three are upper bounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.model import Type, variant_of
from puppet_typesys.types.relate import is_assignable, is_instance
from puppet_typesys.types.simplify import normalize
from puppet_typesys.types.superset import is_assignable_safely
from puppet_typesys.types.union import absorbs, union
from puppet_typesys.types.walk import variant_members
from puppet_typesys.values.errors import ArgumentError, InternalError

WRAPPING = (model.Any, model.Unit, model.Optional, model.Variant, model.NotUndef, model.TypeAlias, model.Undef)
SIMPLE = frozenset(
    (model.Any, model.Undef, model.Boolean, model.Integer, model.Float, model.Numeric, model.String, model.Pattern, model.Regexp)
)
"""The classes of types that a join of one leaves as it is."""
TRUE, FALSE = model.Boolean(True), model.Boolean(False)
MAX_MEMBERS = 8
"""The maximum number of members of a Variant that `join` returns."""
MANY = 64
"""The number of types past which they are joined in parts."""
MAX_TEXTS = 16
"""The maximum number of strings that `join` lists in an Enum; more are a String of their lengths."""


def join(*types: Type) -> Type:
    """A type that accepts all of several types: a normalized Variant, widened by `union` if it has more than MAX_MEMBERS members."""
    if len(types) > MANY:
        # In parts, because each is compared with each.
        types = (*dict.fromkeys(types),)
        if len(types) > MANY:
            types = tuple(join(*types[start : start + MANY]) for start in range(0, len(types), MANY))
    members = _members(types)
    if len(members) == 1 and members[0].__class__ in SIMPLE:
        return members[0]
    if len(members) > 1:
        members = _with_texts(members)
        if TRUE in members and FALSE in members:
            members = [model.Boolean(), *(each for each in members if each not in (TRUE, FALSE))]
    if not members:
        return model.Variant()
    if len(members) == 2 and model.UNDEF in members:
        # The most frequent join: an element that may be missing. Structs of facts are large, and normalizing them takes long.
        other = members[0] if isinstance(members[1], model.Undef) else members[1]
        if not isinstance(other, WRAPPING):
            return model.Optional(other)
    joined = _normal(variant_of(members))
    if joined == model.Optional():
        return model.ANY  # Of NotUndef and undef; an Optional without a type has no instances.
    inner = joined.type if isinstance(joined, model.Optional) else joined
    if not isinstance(inner, model.Variant) or len(inner.types) <= MAX_MEMBERS:
        return joined
    single = [each for member in inner.types for each in variant_members(member)]
    widened = single[0]
    for each in single[1:]:
        widened = union(widened, each)
    # The union of undef with another type is often Any, so undef is left out of it and added back as an Optional.
    return model.Optional(widened) if joined is not inner and not is_assignable(widened, model.UNDEF) else widened


def _normal(variant: Type) -> Type:
    """The Variant normalized, or unchanged if normalizing would lose values, as it does for Callables and some Patterns."""
    if isinstance(variant, model.Array) and isinstance(variant.element, model.Any):
        return variant  # The normalized type of any elements has no size.
    try:
        normal = normalize(variant)
    except (ArgumentError, InternalError):  # An Init of a type without a constructor, or an Optional without a type.
        return variant
    return normal if normal is variant or is_assignable_safely(normal, variant) else variant


def _members(types: Sequence[Type]) -> list[Type]:
    """The types that no other of them accepts."""
    members = [*types[:1]]
    for each in types[1:]:
        if any(each is kept for kept in members):
            continue
        if any(_accepts(kept, each) for kept in members):
            continue
        members = [kept for kept in members if not _accepts(each, kept)]
        members.append(each)
    return members


def _accepts(wide: Type, narrow: Type) -> bool:
    """Whether a type accepts another; negative integers are assignable to Iterable, but are no instances of it."""
    if isinstance(wide, model.Iterable) and isinstance(narrow, model.Integer) and (narrow.low is None or narrow.low < 0):
        return False
    try:
        return absorbs(wide, narrow)
    except ArgumentError:  # An Init of a type without a constructor, which only some values may be asked for.
        return False


def _with_texts(members: list[Type]) -> list[Type]:
    """The members with all known strings in one, an Enum if they are few; those that another member accepts are left out."""
    known: dict[str, None] = {}
    rest: list[Type] = []
    for each in members:
        if isinstance(each, model.String) and each.value is not None:
            known[each.value] = None
        elif isinstance(each, model.Enum) and each.values and not each.case_insensitive:
            known |= dict.fromkeys(each.values)
        else:
            rest.append(each)
    if len(members) - len(rest) == 0:
        return members
    texts = [each for each in known if not any(is_instance(one, each) for one in rest)]
    if not texts:
        return rest
    if len(texts) == 1:
        return [*rest, model.String(texts[0])]
    enum = model.Enum((*texts,))
    return [*rest, enum if len(texts) <= MAX_TEXTS else enum.generalized()]
