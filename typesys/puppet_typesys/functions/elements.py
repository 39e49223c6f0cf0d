"""What iteration over the values of a type gives: the types of the elements and their number, and what a block makes of them.

A block is evaluated for each element of a Tuple or Struct with at most PARTS of them, all of which are certain, but only outside of other
blocks; otherwise it is evaluated once, for the join of all elements.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar.dataclass import dataclass, replace
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import NEVER, is_never, joined, members
from puppet_typesys.types.sizes import derived_size, exactly, size_of, texts_size, tuple_size
from puppet_typesys.types.walk import alternatives

PARTS = 8
"""The maximum number of elements for each of which a block is evaluated."""
TUPLE = 64
"""The maximum number of elements of a Tuple or Struct that a rule returns; more of them make an Array or a Hash."""
ENUM = 16
"""The maximum number of texts of which a rule computes the results one by one."""


@dataclass(frozen=True)
class Elements:
    """The elements of the values of a type.

    `parts` are the types of the elements, in their order if `ordered`; otherwise each of them is the type of some elements. `low` and
    `high` limit the number of elements; `pairs` says that they are the entries of a hash, None that it is unknown.
    """

    parts: tuple[Type, ...]
    low: int = 0
    high: int | None = None
    ordered: bool = False
    pairs: bool | None = False

    @property
    def element(self) -> Type:
        """The type of all elements; of entries, a Tuple of the types of all keys and all values."""
        if not self.pairs or len(self.parts) < 2:
            return joined(self.parts)
        return model.Tuple((joined(key_of(each) for each in self.parts), joined(value_of(each) for each in self.parts)))

    @property
    def index(self) -> Type:
        """The type of the indexes."""
        return NEVER if self.high == 0 else Integer(0, None if self.high is None else self.high - 1)

    @property
    def size(self) -> Integer | None:
        """The number of elements, None if there may be any number."""
        return sized(self.low, self.high)

    def stopped(self) -> Elements:
        """The same elements, of which only the first ones may have been seen."""
        return replace(self, low=0, ordered=False)


def sized(low: int, high: int | None) -> Integer | None:
    """A size, None for any."""
    return None if low == 0 and high is None else Integer(low, high)


def elements_of(type: Type) -> Elements | None:
    """The elements of the values of one type, a member of a Variant; None if its values are not iterable."""
    match type:
        case model.Array():
            size = size_of(type) or model.DEFAULT_SIZE
            return Elements((_some(type.element),) if size.high != 0 else (), size.low or 0, size.high, size.high == 0)
        case model.Tuple():
            size = tuple_size(type)
            exact = size == exactly(len(type.types))
            return Elements(type.types or (model.ANY,), size.low or 0, size.high, exact and len(type.types) <= TUPLE)
        case model.Hash():
            size = size_of(type) or model.DEFAULT_SIZE
            pair = model.Tuple((_some(type.key), _some(type.value)))
            return Elements((pair,) if size.high != 0 else (), size.low or 0, size.high, pairs=True)
        case model.Struct() if type.is_open or not type.elements:
            return Elements((model.Tuple((model.ANY, model.ANY)),), sum(not each.is_optional for each in type.elements), pairs=True)
        case model.Struct():
            pairs = tuple(model.Tuple((model.String(each.name), each.value)) for each in type.elements)
            return Elements(pairs, sum(not each.is_optional for each in type.elements), len(pairs), pairs=True)
        case model.String() | model.Enum() | model.Pattern():
            size = text_size(type)
            return Elements((model.CHARACTER,) if size.high != 0 else (), size.low or 0, size.high)
        case Integer():
            high = None if type.high is None else max(type.high, 0)
            return Elements(() if high == 0 else (Integer(0, None if high is None else high - 1),), max(type.low or 0, 0), high)
        case model.TypeType(type=Integer() | model.Enum() as inner):
            return Elements((inner,))
        case model.Iterator() | model.Iterable():
            return Elements((model.ANY if type.type is None else type.type,), pairs=None)
        case model.Collection():
            size = size_of(type) or model.DEFAULT_SIZE
            return Elements((model.ANY,), size.low or 0, size.high, pairs=None)
        case model.Undef() | model.Boolean() | model.Float() | model.Default() | model.Regexp() | model.Sensitive():
            return None
    return Elements((model.ANY,), pairs=None)


def _some(type: Type) -> Type:
    """The type of elements that there are: of Unit, which an empty collection has, all values are instances."""
    return model.ANY if isinstance(type, model.Unit) else type


def text_size(type: Type) -> Integer:
    """The lengths of the values of a type of strings."""
    match type:
        case model.String():
            return derived_size(type)
        case model.Enum() if type.values and not type.case_insensitive:
            return texts_size(type)
    return model.DEFAULT_SIZE


def together(type: Type) -> Elements | None:
    """The elements of all iterable members of a type, for a block: which of these its argument is, is uncertain."""
    several = [found for _, found in every(type)]
    if len(several) < 2:
        return several[0] if several else None
    pairs = {each.pairs for each in several}
    highs = [each.high for each in several]
    elements = tuple(each.element for each in several if not is_never(each.element))
    kind = next(iter(pairs)) if len(pairs) == 1 else None
    element = (model.Tuple((joined(map(key_of, elements)), joined(map(value_of, elements)))),) if kind and elements else elements
    high = None if None in highs else max(each or 0 for each in highs)
    return Elements((joined(element),) if element else (), min(each.low for each in several), high, pairs=kind)


def every(type: Type) -> Iterator[tuple[Type, Elements]]:
    """The iterable members of a type, each with its elements."""
    for each in members(type):
        found = elements_of(each)
        if found is not None:
            yield each, found


def contains_itself(type: Type) -> bool:
    """Whether a type is that of an alias which mentions itself, such as Data, or has one as a member."""
    return any(isinstance(each, model.TypeAlias) for each in alternatives(type))


def array_of(element: Type, size: Integer | None) -> Type:
    """Arrays of a size; NEVER if they need elements and there are none."""
    if is_never(element):
        return NEVER if size is not None and size.low else model.EMPTY_ARRAY
    return model.Array(element, size)


def hash_of(key: Type, value: Type, size: Integer | None) -> Type:
    """Hashes of a size; NEVER if they need entries and there are none."""
    if is_never(key) or is_never(value):
        return NEVER if size is not None and size.low else model.EMPTY_HASH
    return model.Hash(key, value, size)


def tuple_of(parts: tuple[Type, ...]) -> Type:
    """Arrays with these elements; NEVER if one of them has no value."""
    if not parts:
        return model.EMPTY_ARRAY
    return NEVER if any(map(is_never, parts)) else model.Tuple(parts)


def literal_texts(type: Type) -> tuple[str, ...] | None:
    """The strings of a type if they are listed and at most ENUM."""
    match type:
        case model.String(value=str() as value):
            return (value,)
        case model.Enum(values=values, case_insensitive=False) if 0 < len(values) <= ENUM:
            return values
    return None


def literal(type: Type) -> str | int | None:
    """The only value of a type, if that is a string or an integer."""
    match type:
        case model.String(value=str() as value):
            return value
        case model.Enum(values=(value,), case_insensitive=False):
            return value
        case Integer(low=int() as low, high=high) if low == high:
            return low
    return None


# ---- what a block gets, and what it makes of that


def passed(call: TypedCall, found: Elements, count: int) -> list[tuple[Type, ...]]:
    """The arguments of the block, for each evaluation of it, of functions that pass an element, or index and element or key and value."""
    if not found.parts or found.high == 0:
        return []
    if count == 2 and found.pairs is None:
        return [(model.ANY, model.ANY)]
    # An error in the block is certain only for elements that there certainly are.
    separate = call.nesting == 0 and len(found.parts) <= PARTS and found.low == found.high == len(found.parts)
    parts = found.parts if separate else (found.element,)
    if count != 2:
        return [(each,) for each in parts]
    if found.pairs:
        return [(key_of(each), value_of(each)) for each in parts]
    if separate and found.ordered:
        return [(Integer(at, at), each) for at, each in enumerate(parts)]
    return [(found.index, each) for each in parts]


def key_of(pair: Type) -> Type:
    """The type of the key of an entry."""
    return _place(pair, 0)


def value_of(pair: Type) -> Type:
    """The type of the value of an entry."""
    return _place(pair, 1)


def _place(pair: Type, index: int) -> Type:
    return joined(each.types[index] if isinstance(each, model.Tuple) and len(each.types) == 2 else model.ANY for each in members(pair))


def in_order(found: Elements, evaluations: list[tuple[Type, ...]]) -> bool:
    """Whether each evaluation of a block is that of one element, in the order of the elements."""
    return found.ordered and len(evaluations) == len(found.parts)
