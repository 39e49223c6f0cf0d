"""The functions slice, partition and group_by."""

from __future__ import annotations

from collections.abc import Iterator as PythonIterator
from contextlib import suppress
from itertools import islice
from sys import maxsize

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.control_flow import BreakIteration
from puppet_typesys.functions.iterables import arity, counted, from_start, is_true, iterator_on
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.types.block import Block
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.unknown import UnknownValue, contains_unknown

Chunks = PythonIterator[tuple[object, ...]]


@dispatch("slice", "Hash $hash, Integer[1] $slice_size, Optional[Callable] &$block")
def _slice_hash(call: Call, value: Hash, size: int, block: Block | None = None) -> object:
    return _slice(call, value, size, (), block)


@dispatch("slice", "Iterable $enumerable, Integer[1] $slice_size, Optional[Callable] &$block")
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


@dispatch("partition", "Collection $collection, Callable[1, 1] &$block", returns="Tuple[Array, Array]")
def _partition_1(call: Call, value: tuple[object, ...] | Hash, block: Block) -> object:
    return _parted((each, block.call((each,))) for each in _entries(call, value))


@dispatch("partition", "Array $array, Callable[2, 2] &$block", returns="Tuple[Array, Array]")
def _partition_array(call: Call, value: tuple[object, ...], block: Block) -> object:
    return _parted((each, block.call((index, each))) for index, each in enumerate(counted(call, value)))


@dispatch("partition", "Collection $collection, Callable[2, 2] &$block", returns="Tuple[Array, Array]")
def _partition_hash(call: Call, value: Hash, block: Block) -> object:
    return _parted((pair, block.call(pair)) for pair in counted(call, value.items()) if isinstance(pair, tuple))


def _parted(keyed: PythonIterator[tuple[object, object]]) -> object:
    selected: list[object] = []
    rejected: list[object] = []
    for element, is_selected in keyed:
        (selected if is_true(is_selected) else rejected).append(element)
    return tuple(selected), tuple(rejected)


@dispatch("group_by", "Collection $collection, Callable[1, 1] &$block", returns="Hash")
def _group_by_1(call: Call, value: tuple[object, ...] | Hash, block: Block) -> object:
    return _grouped((each, block.call((each,))) for each in _entries(call, value))


@dispatch("group_by", "Array $array, Callable[2, 2] &$block", returns="Hash")
def _group_by_array(call: Call, value: tuple[object, ...], block: Block) -> object:
    return _grouped((each, block.call((index, each))) for index, each in enumerate(counted(call, value)))


@dispatch("group_by", "Collection $collection, Callable[2, 2] &$block", returns="Hash")
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
