"""What each, map, filter, any, all, index and reduce return, for arguments known by their types.

The value of a block that may `break` is seen for the first elements only, so nothing is known of the size of the result.
"""

from __future__ import annotations

from puppet_typesys.functions.elements import (
    Elements,
    array_of,
    contains_itself,
    elements_of,
    hash_of,
    in_order,
    key_of,
    passed,
    sized,
    together,
    tuple_of,
    value_of,
)
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.narrow import ARRAYS, HASHES, NEVER, STRINGS, is_never, joined, may_be_false, may_be_true, members
from puppet_typesys.types.superset import is_superset

NUMBERS = (model.Integer, model.Float)
ROUNDS = (3, 2)
"""How often the block of `reduce` is evaluated at most, by the number of blocks around the call; further inside, once for any memo."""


def each_type(call: TypedCall, type: Type, count: int) -> Type:
    """`each` returns its argument."""
    found = together(type)
    for given in passed(call, found, count) if found is not None else ():
        call.block(*given)
    return type


def map_type(call: TypedCall, type: Type, count: int) -> Type:
    """An Array of the values of the block: a Tuple if it is called for the elements of a Tuple."""
    found = together(type)
    return NEVER if found is None else _mapped(call, found, count)


def _mapped(call: TypedCall, found: Elements, count: int) -> Type:
    evaluations = passed(call, found, count)
    values = tuple(call.block(*each) for each in evaluations)
    if call.may_stop:
        return array_of(joined(values), sized(0, found.high))
    if in_order(found, evaluations):
        return tuple_of(values)
    return array_of(joined(values), found.size)


# ---- filter


def filter_type(call: TypedCall, type: Type, count: int) -> Type:
    """The elements for which the block may be true."""
    found = together(type)
    return NEVER if found is None else _filtered(call, type, found, count)


def _filtered(call: TypedCall, type: Type, found: Elements, count: int) -> Type:
    evaluations = passed(call, found, count)
    kept = tuple(_kept(call, found, count, each) for each in evaluations)
    certain = [not call.may_stop and not is_never(call.block(*each)) and not may_be_false(call.block(*each)) for each in evaluations]
    separate = len(evaluations) == len(found.parts)
    if found.pairs is None:
        # Of an iterator over the entries of a hash, a block with two parameters makes a hash.
        array = array_of(joined(kept), None) if count == 1 else model.Array(found.element)
        return array if count == 1 and isinstance(type, model.Iterator) else joined((array, model.HASH))
    if isinstance(type, model.Struct) and separate:
        return _struct(type, kept, certain)
    if found.pairs:
        left = [each for each in kept if not is_never(each)]
        key, value = joined(map(key_of, left)), joined(map(value_of, left))
        return hash_of(key, value, sized(found.low if all(certain) else 0, found.high))
    if in_order(found, evaluations) and all(yes or is_never(each) for yes, each in zip(certain, kept, strict=True)):
        return tuple_of(tuple(each for each in kept if not is_never(each)))
    low = found.low if all(certain) else sum(certain) if in_order(found, evaluations) else 0
    high = sum(not is_never(each) for each in kept) if in_order(found, evaluations) else found.high
    return array_of(joined(kept), sized(low, high))


def _kept(call: TypedCall, found: Elements, count: int, given: tuple[Type, ...]) -> Type:
    """The type of the elements for which the block is true; that of pairs as Tuple."""
    left = call.block_if_true(*given)
    if any(map(is_never, left)):
        return NEVER
    if count == 1:
        return left[0]
    return model.Tuple(left) if found.pairs else left[1]


def _struct(struct: model.Struct, kept: tuple[Type, ...], certain: list[bool]) -> Type:
    elements: list[model.StructElement] = []
    for element, pair, is_certain in zip(struct.elements, kept, certain, strict=True):
        if is_never(pair):
            continue
        key = element.key if is_certain or element.is_optional else model.Optional(element.key)
        elements.append(model.StructElement(key, value_of(pair)))
    return model.Struct((*elements,)) if elements else model.EMPTY_HASH


# ---- any, all and index


def any_type(call: TypedCall, type: Type, count: int) -> Type:
    """Whether the block may be true for an element."""
    found = together(type)
    return NEVER if found is None else _quantified(call, found, count, wanted=True)


def all_type(call: TypedCall, type: Type, count: int) -> Type:
    """Whether the block may be false for an element."""
    found = together(type)
    return NEVER if found is None else _quantified(call, found, count, wanted=False)


def _quantified(call: TypedCall, found: Elements, count: int, *, wanted: bool) -> Type:
    may_be, may_not_be = (may_be_true, may_be_false) if wanted else (may_be_false, may_be_true)
    values = [call.block(*each) for each in passed(call, found, count)]
    possible = any(not is_never(each) and may_be(each) for each in values)
    if not possible:
        return model.Boolean(not wanted)
    if found.low and not call.may_stop and all(is_never(each) or not may_not_be(each) for each in values):
        return model.Boolean(wanted)
    return model.Boolean()


def index_type(call: TypedCall, type: Type, count: int) -> Type:
    """The index, or the key, of an element for which the block may be true, or undef."""
    found = together(type)
    return NEVER if found is None else _indexed(call, found, count)


def _indexed(call: TypedCall, found: Elements, count: int) -> Type:
    values = []
    for each in passed(call, found, count):
        # With one parameter, the block gets the value of an entry.
        given = (value_of(each[0]),) if count == 1 and found.pairs else each
        values.append(call.block(*(given if found.pairs is not None else (model.ANY,) * count)))
    possible = any(not is_never(each) and may_be_true(each) for each in values)
    return joined((model.UNDEF, places(found))) if possible else model.UNDEF


def places(found: Elements) -> Type:
    """The type of what tells the place of an element: its index, or its key in a hash."""
    if found.pairs is None:
        return model.ANY
    if not found.pairs:
        return found.index
    return joined(map(key_of, found.parts))


# ---- reduce


def reduce_type(call: TypedCall, type: Type, *memo: Type) -> Type:
    """The last value of the block, or the first memo if it is not called."""
    found = together(type)
    return NEVER if found is None else _reduced(call, found, memo)


def _reduced(call: TypedCall, found: Elements, memo: tuple[Type, ...]) -> Type:
    if not memo and found.high == 0:
        return model.UNDEF
    element = found.element
    first = memo[0] if memo else found.parts[0] if found.ordered else element
    least = 0 if memo else 1
    unused = memo if memo else () if found.low else (model.UNDEF,)
    if found.high is not None and found.high <= least:
        return joined((first, *unused))
    last = _fixed_point(call, first, element)
    return joined((last, *unused))


def _fixed_point(call: TypedCall, first: Type, element: Type) -> Type:
    """A type of the memo that the block keeps, which is sought in some rounds.

    What is found in a round is dropped where the memo may have other values as well.
    """
    known = first
    rounds = ROUNDS[call.nesting] if call.nesting < len(ROUNDS) else 0
    for left in reversed(range(rounds)):
        if left == 0:
            known = without_sizes(known)
        value = call.block(known, element)
        if is_never(value) or is_superset(known, value):
            return known
        call.forget_block()
        known = joined((known, value))
        if isinstance(known, model.Any):
            break
    known = _any_of_kind(first)
    return known if is_superset(known, call.block(known, element)) else model.ANY


def _any_of_kind(type: Type) -> Type:
    """All values of the kind that those of a type have, if it is one of the kinds of memos; Any otherwise."""
    kinds = {kind for each in members(type) for kind, family in WIDE if isinstance(each, family)}
    return kinds.pop() if len(kinds) == 1 and all(isinstance(each, FAMILIES) for each in members(type)) else model.ANY


WIDE: tuple[tuple[Type, tuple[type[Type], ...]], ...] = (
    (model.ARRAY, ARRAYS),
    (model.HASH, HASHES),
    (model.STRING, STRINGS),
    (model.INTEGER, (model.Integer,)),
)
FAMILIES = tuple(each for _, family in WIDE for each in family)


def without_sizes(type: Type) -> Type:
    """A wider type, without what the values of a loop change: ranges, sizes, and which texts and keys there are."""
    if contains_itself(type):
        return type
    parts: list[Type] = []
    arrays: list[Elements] = []
    hashes: list[Elements] = []
    for each in members(type):
        found = elements_of(each) if isinstance(each, (*ARRAYS, *HASHES)) else None
        if found is None:
            parts.append(model.STRING if isinstance(each, STRINGS) else generalize(each) if isinstance(each, NUMBERS) else each)
        else:
            (hashes if isinstance(each, HASHES) else arrays).append(found)
    if arrays:
        elements = [each.element for each in arrays]
        parts.append(model.EMPTY_ARRAY if all(map(is_never, elements)) else model.Array(joined(map(without_sizes, elements))))
    if hashes:
        elements = [each.element for each in hashes if not is_never(each.element)]
        key, value = joined(map(key_of, elements)), joined(map(value_of, elements))
        parts.append(model.Hash(without_sizes(key), without_sizes(value)) if elements else model.EMPTY_HASH)
    return joined(parts)
