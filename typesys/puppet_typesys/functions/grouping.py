"""The functions slice, partition and group_by."""

from __future__ import annotations

from collections.abc import Iterator as PythonIterator
from contextlib import suppress
from itertools import islice
from sys import maxsize

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.control_flow import BreakIteration
from puppet_typesys.functions.elements import TUPLE, Elements, array_of, hash_of, literal, passed, sized, together
from puppet_typesys.functions.iterables import arity, counted, from_start, is_true, iterator_on
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall, TypeRule
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.model import ANY, Integer, Type
from puppet_typesys.types.narrow import NEVER, is_never, joined, may_be_false, may_be_true
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.unknown import UnknownValue, contains_unknown

Chunks = PythonIterator[tuple[object, ...]]


def _slice_type(call: TypedCall, type: Type, size: Type) -> Type:
    """The argument if there is a block, or else an Array of chunks."""
    found = together(type)
    chunks = NEVER if found is None else _chunked(call, found, size)
    return chunks if call.arity is None else type


def _chunked(call: TypedCall, found: Elements, size: Type) -> Type:
    most = literal(size)
    length = most if isinstance(most, int) else None
    chunk = array_of(found.element, Integer(1, length))
    if call.arity is not None and found.high != 0:
        filler = model.EMPTY_ARRAY if found.pairs else model.UNDEF
        several = joined((found.element, model.EMPTY_ARRAY, model.UNDEF) if found.pairs is None else (found.element, filler))
        if call.arity == 1 and length != 1:
            call.block(chunk)
        elif call.arity > 0:
            call.block(*((found.element if call.arity == 1 else several,) * call.arity))
        else:
            call.block(*((several,) * (length if length is not None and length <= TUPLE else 0)))
    low = -(-found.low // length) if length is not None else min(found.low, 1)
    return array_of(chunk, sized(low, found.high if length is None or found.high is None else -(-found.high // length)))


@dispatch("slice", "Hash $hash, Integer[1] $slice_size, Optional[Callable] &$block", types=_slice_type)
def _slice_hash(call: Call, value: Hash, size: int, block: Block | None = None) -> object:
    return _slice(call, value, size, (), block)


@dispatch("slice", "Iterable $enumerable, Integer[1] $slice_size, Optional[Callable] &$block", types=_slice_type)
def _slice_iterable(call: Call, value: object, size: int, block: Block | None = None) -> object:
    return _slice(call, value, size, None, block)


def _slice(call: Call, value: object, size: int, filler: object, block: Block | None) -> object:
    serving = 1 if block is None else _elements_per_call(block, size)
    iterator = iterator_on(call, value)
    chunks = _chunks(from_start(call, iterator), _limited(size, iterator))
    if block is None:
        return tuple(chunks)
    with suppress(BreakIteration):
        for chunk in chunks:
            block.call((chunk,) if serving == 1 else chunk + (filler,) * (serving - len(chunk)))
    return value


def _limited(size: int, iterator: Iterator) -> int | None:
    """The maximum size of a chunk. The reference limits it to its count of elements, which is too low for ranges and steps."""
    if not iterator.once or iterator.size is None:
        return size
    return min(size, iterator.size) or None


def _chunks(elements: PythonIterator[object], size: int | None) -> Chunks:
    while chunk := tuple(islice(elements, None if size is None else min(size, maxsize))):
        yield chunk


def _elements_per_call(block: Block, size: int) -> int:
    """The number of elements that the block takes at a time."""
    count = arity(block)
    serving = size if count < 0 else count
    if serving == 0:
        raise ArgumentError("slice(): block must define at least one parameter. Block has 0.")
    if serving not in (1, size):
        raise InternalError(f"slice(): block must define one parameter, or {size}")
    return serving


# ---- partition and group_by


def _entries(call: Call, value: tuple[object, ...] | Hash) -> PythonIterator[object]:
    return counted(call, value if isinstance(value, tuple) else list(value.items()))


def _partition_type(count: int) -> TypeRule:
    """A rule for a block with one or two parameters."""

    def rule(call: TypedCall, type: Type) -> Type:
        found = together(type)
        return NEVER if found is None else _parts(call, found, count)

    return rule


def _parts(call: TypedCall, found: Elements, count: int) -> Type:
    selected: list[Type] = []
    rejected: list[Type] = []
    for given in passed(call, found, count):
        value = call.block(*given)
        if not is_never(value) and may_be_true(value):
            selected.append(_entry(found, call.block_if_true(*given)))
        if not is_never(value) and may_be_false(value):
            rejected.append(_entry(found, given))
    size = sized(0, found.high)
    return model.Tuple((array_of(joined(selected), size), array_of(joined(rejected), size)))


def _entry(found: Elements, given: tuple[Type, ...]) -> Type:
    """The element that a block gets."""
    if any(map(is_never, given)):
        return NEVER
    return given[0] if len(given) == 1 else model.Tuple(given) if found.pairs else ANY if found.pairs is None else given[1]


def _group_by_type(count: int) -> TypeRule:
    """A rule for a block with one or two parameters."""

    def rule(call: TypedCall, type: Type) -> Type:
        found = together(type)
        return NEVER if found is None else _groups_of(call, found, count)

    return rule


PARTITION, GROUP_BY = ((rule(1), rule(2)) for rule in (_partition_type, _group_by_type))


def _groups_of(call: TypedCall, found: Elements, count: int) -> Type:
    key = joined(call.block(*given) for given in passed(call, found, count))
    return hash_of(key, array_of(found.element, Integer(1, found.high)) if found.high != 0 else NEVER, sized(min(found.low, 1), found.high))


@dispatch("partition", "Collection $collection, Callable[1, 1] &$block", returns="Tuple[Array, Array]", types=PARTITION[0])
def _partition_1(call: Call, value: tuple[object, ...] | Hash, block: Block) -> object:
    return _parted((each, block.call((each,))) for each in _entries(call, value))


@dispatch("partition", "Array $array, Callable[2, 2] &$block", returns="Tuple[Array, Array]", types=PARTITION[1])
def _partition_array(call: Call, value: tuple[object, ...], block: Block) -> object:
    return _parted((each, block.call((index, each))) for index, each in enumerate(counted(call, value)))


@dispatch("partition", "Collection $collection, Callable[2, 2] &$block", returns="Tuple[Array, Array]", types=PARTITION[1])
def _partition_hash(call: Call, value: Hash, block: Block) -> object:
    return _parted((pair, block.call(pair)) for pair in counted(call, value.items()) if isinstance(pair, tuple))


def _parted(keyed: PythonIterator[tuple[object, object]]) -> object:
    selected: list[object] = []
    rejected: list[object] = []
    for element, is_selected in keyed:
        (selected if is_true(is_selected) else rejected).append(element)
    return tuple(selected), tuple(rejected)


@dispatch("group_by", "Collection $collection, Callable[1, 1] &$block", returns="Hash", types=GROUP_BY[0])
def _group_by_1(call: Call, value: tuple[object, ...] | Hash, block: Block) -> object:
    return _grouped((each, block.call((each,))) for each in _entries(call, value))


@dispatch("group_by", "Array $array, Callable[2, 2] &$block", returns="Hash", types=GROUP_BY[1])
def _group_by_array(call: Call, value: tuple[object, ...], block: Block) -> object:
    return _grouped((each, block.call((index, each))) for index, each in enumerate(counted(call, value)))


@dispatch("group_by", "Collection $collection, Callable[2, 2] &$block", returns="Hash", types=GROUP_BY[1])
def _group_by_hash(call: Call, value: Hash, block: Block) -> object:
    return _grouped((pair, block.call(pair)) for pair in counted(call, value.items()) if isinstance(pair, tuple))


def _grouped(keyed: PythonIterator[tuple[object, object]]) -> object:
    return Hash((key, tuple(each)) for key, each in groups(keyed))


def groups(keyed: PythonIterator[tuple[object, object]]) -> list[tuple[object, list[object]]]:
    """Group elements by the keys that they are paired with, in the order in which the keys first occur."""
    found: dict[object, tuple[object, list[object]]] = {}
    for element, key in keyed:
        if contains_unknown(key):
            raise UnknownValue
        found.setdefault(identity(key), (key, []))[1].append(element)
    return list(found.values())
