"""Makers of Arrays, Hashes, Tuples and Structs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Iterator as PythonIterator

from puppet_typesys.convert.new.table import Caller, gives, makes, refuses
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.elements import element_at
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.narrow import NEVER, joined
from puppet_typesys.types.show import show
from puppet_typesys.types.spread import (
    array_of,
    element_of_sequence,
    hash_of,
    hash_size,
    key_and_value,
    lengths_of,
    sequence_size,
    tuple_of,
)
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.errors import ArgumentError, InternalError
from puppet_typesys.values.hash import Hash, identity
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import spend

# ---- Array


@makes(model.Array)
def _array(call: Caller, source: object, wrap: bool = False) -> tuple[object, ...]:
    match source:
        case tuple():
            return source
        case Hash():
            return tuple((key, value) for key, value in source.items())
        case Binary():
            return tuple(source.data)
    return _elements(source) or ()


def _elements(source: object) -> tuple[object, ...] | None:
    """The elements of an iterable value; None for other values."""
    match source:
        case tuple():
            return source
        case Hash():
            return tuple((key, value) for key, value in source.items())
        case str():
            return tuple(source)
        case bool():
            return None
        case int() if source >= 0:
            return _range(0, source)
        case model.Integer() if source.low is not None and source.high is not None:
            return _range(source.low, source.high + 1)
        case model.Enum():
            return source.values
        case model.TypeAlias():
            return _elements(source.target)
        case Iterator():
            return tuple(_counted(source))
    return None


def _range(low: int, high: int) -> tuple[int, ...]:
    spend(high - low)
    return tuple(range(low, high))


def _counted(values: Iterable[object]) -> PythonIterator[object]:
    for each in values:
        spend(1)
        yield each


@makes(model.Array)
def _wrapped(call: Caller, source: object, wrap: bool) -> tuple[object, ...]:
    return source if isinstance(source, tuple) else (source,)


@refuses(model.Array)
def _no_array(call: Caller, source: object, wrap: bool = False) -> str:
    return f"Value of type {show(generalize(infer(source)))} cannot be converted to Array"


# ---- Hash


@makes(model.Hash)
def _hash_of_paths(call: Caller, pairs: tuple[tuple[tuple[object, ...], object], ...], option: str | None = None) -> Hash:
    return _hash_of_pairs(call, pairs) if option is None else _tree(pairs, everywhere=option == "hash_tree")


@makes(model.Hash)
def _hash_of_pairs(call: Caller, pairs: tuple[tuple[object, object], ...]) -> Hash:
    return Hash((key, value) for key, value in pairs)


@makes(model.Hash)
def _hash(call: Caller, source: object) -> Hash:
    match source:
        case Hash():
            return source
        case tuple():
            if len(source) % 2:
                raise ArgumentError("odd number of arguments for Hash")
            return _flat(source)
    elements = _elements(source)
    if elements is None:
        raise ArgumentError(f"Value of type {show(generalize(infer(source)))} cannot be converted to Hash")
    if len(elements) == 1:
        return _only(elements[0])
    if len(elements) % 2:
        raise ArgumentError("odd number of arguments for Hash")
    return _flat(elements)


def _flat(values: Sequence[object]) -> Hash:
    return Hash(zip(values[::2], values[1::2], strict=True))


def _only(value: object) -> Hash:
    """A Hash from a single value, which the runtime accepts if it is a Hash, or a list of pairs whose values may be missing."""
    if isinstance(value, Hash):
        return value
    if not isinstance(value, tuple):
        raise ArgumentError("odd number of arguments for Hash")
    pairs: list[tuple[object, object]] = []
    for each in value:
        if not isinstance(each, tuple) or len(each) not in (1, 2):
            raise InternalError("a pair is expected")
        pairs.append((each[0], each[1] if len(each) == 2 else None))
    return Hash(pairs)


# ---- over types


@gives(model.Array)
def _array_type(types: Sequence[Type]) -> Type:
    source, *rest = types
    wrapped = source if isinstance(source, model.Array | model.Tuple) else tuple_of((source,))
    if not rest or rest[0] == model.Boolean(False):
        return _elements_type(source)
    return wrapped if rest[0] == model.Boolean(True) else joined((wrapped, _elements_type(source)))


def _elements_type(source: Type) -> Type:
    """The type of the Array of elements of an iterable value; NEVER for other values."""
    match source:
        case model.Array() | model.Tuple():
            return source
        case model.Hash() | model.Struct():
            size = hash_size(source)
            return array_of(tuple_of(key_and_value(source)), size.low or 0, size.high)
        case model.String() | model.Enum() | model.Pattern():
            size = lengths_of(source)
            return array_of(model.CHARACTER, size.low or 0, size.high)
        case model.Integer():
            if source.high is not None and source.high <= 0:
                return NEVER if source.high < 0 else model.EMPTY_ARRAY
            return array_of(model.Integer(0, None if source.high is None else source.high - 1), max(source.low or 0, 0), source.high)
        case model.Binary():
            return model.Array(model.Integer(0, 255))
        case model.Iterator():
            return model.Array(source.type or model.ANY)
    return NEVER if kinds(source) <= NOT_ITERABLE else model.ARRAY


NOT_ITERABLE = frozenset(("undef", "boolean", "float", "regexp", "default", "timespan", "timestamp", "semver", "semverrange", "sensitive"))


@gives(model.Hash)
def _hash_type(types: Sequence[Type]) -> Type:
    source, *rest = types
    if isinstance(source, model.Hash | model.Struct):
        return source
    if kinds(source) <= NOT_ITERABLE:
        return NEVER
    if rest or not isinstance(source, model.Array | model.Tuple):
        return model.HASH
    pair = element_of_sequence(source)
    if isinstance(pair, model.Tuple) and pair.types and sequence_size(pair) == model.KEY_PAIR_SIZE:
        size = sequence_size(source)
        return hash_of(element_at(pair, 0), element_at(pair, 1), 1 if size.low else 0, size.high)
    return model.HASH


# ---- trees


class _Branch:
    """A Hash under construction."""

    __slots__ = ("entries",)

    def __init__(self, entries: dict[object, tuple[object, object]]) -> None:
        self.entries = entries


_Node = _Branch | list[object]


def _tree(pairs: tuple[tuple[tuple[object, ...], object], ...], *, everywhere: bool) -> Hash:
    """Build a nested Hash from values and their paths; `everywhere` builds Hashes in place of Arrays as well."""
    root = _Branch({})
    for path, value in pairs:
        if not path:
            _merge(root, value)
            continue
        node: object = root
        for step in path[:-1]:
            node = _descend(node, step)
        _put(node, path[-1], _as_branches(value) if everywhere else value)
    finished = _finished(root)
    assert isinstance(finished, Hash)
    return finished


def _merge(root: _Branch, value: object) -> None:
    if isinstance(value, tuple):
        items: list[tuple[object, object]] = list(enumerate(value))
    elif isinstance(value, Hash):
        items = list(value.items())
    else:
        raise InternalError("a root has to be an Array or a Hash")
    for key, each in items:
        _put(root, key, each)


def _as_branches(value: object) -> object:
    return Hash(enumerate(map(_as_branches, value))) if isinstance(value, tuple) else value


def _descend(node: object, step: object) -> object:
    """The child of a node; it is created if missing, and a finished collection is copied so that it can grow."""
    match node:
        case _Branch():
            entry = node.entries.get(identity(step))
            child = _Branch({}) if entry is None else _opened(entry[1])
            node.entries[identity(step)] = (step if entry is None else entry[0], child)
            return child
        case list():
            at = _index(node, step)
            if not 0 <= at < len(node):
                return None
            node[at] = _opened(node[at])
            return node[at]
    raise InternalError("a path leads through a value that is no collection")


def _opened(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Hash):
        return _Branch({identity(key): (key, each) for key, each in value.items()})
    return value


def _put(node: object, key: object, value: object) -> None:
    match node:
        case _Branch():
            known = node.entries.get(identity(key))
            node.entries[identity(key)] = (key if known is None else known[0], value)
        case list():
            at = _index(node, key)
            if at < 0 or at > 1_000_000:
                raise InternalError("an index is out of range")
            node += [None] * (at + 1 - len(node))
            node[at] = value
        case _:
            raise InternalError("a path leads through a value that is no collection")


def _index(node: list[object], key: object) -> int:
    if not isinstance(key, int | float) or isinstance(key, bool):
        raise InternalError("an index has to be a number")
    return int(key) + (len(node) if key < 0 else 0)


def _finished(node: object) -> object:
    match node:
        case _Branch():
            return Hash((key, _finished(value)) for key, value in node.entries.values())
        case list():
            return tuple(map(_finished, node))
    return node
