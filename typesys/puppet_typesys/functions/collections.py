"""The functions keys, values, length, size, empty, flatten, join and unique."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.elements import (
    TUPLE,
    Elements,
    array_of,
    elements_of,
    every,
    hash_of,
    key_of,
    literal_texts,
    sized,
    together,
    tuple_of,
    value_of,
)
from puppet_typesys.functions.grouping import groups
from puppet_typesys.functions.iterables import counted, from_start, iterator_on
from puppet_typesys.functions.legacy import runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.functions.typed import TypedCall
from puppet_typesys.types import model
from puppet_typesys.types.block import Block
from puppet_typesys.types.disjoint import kinds
from puppet_typesys.types.model import Integer, Type
from puppet_typesys.types.narrow import ARRAYS, HASHES, STRINGS, members, texts
from puppet_typesys.types.narrow import joined as union_of
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_new_text
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue

# ---- keys, values and size


def _keys_type(call: TypedCall, type: Type) -> Type:
    return union_of(_places(found, key_of) for _, found in every(type))


def _values_type(call: TypedCall, type: Type) -> Type:
    return union_of(_places(found, value_of) for _, found in every(type))


def _places(found: Elements, place: Callable[[Type], Type]) -> Type:
    if len(found.parts) == 1 and (found.low, found.high) == (1, 1):
        return model.Tuple((place(found.parts[0]),))
    return array_of(union_of(map(place, found.parts)), found.size)


@dispatch("keys", "Hash $hsh", types=_keys_type)
def _keys(call: Call, value: Hash) -> object:
    return tuple(value.keys())


@dispatch("values", "Hash $hsh", types=_values_type)
def _values(call: Call, value: Hash) -> object:
    return tuple(value.values())


def _size(call: Call, value: tuple[object, ...] | Hash | str | Binary) -> object:
    return len(value.data) if isinstance(value, Binary) else len(value)


def _size_type(call: TypedCall, type: Type) -> Type:
    return union_of(_sizes(each) for each in members(type))


def _sizes(type: Type) -> Type:
    """The sizes of collections, strings and binaries of a type; Integer[0] if it is of another kind, or limits them not."""
    found = elements_of(type) if isinstance(type, (*ARRAYS, *HASHES, *STRINGS, model.Collection)) else None
    return Integer(0) if found is None else Integer(found.low, found.high)


for parameters in ("Collection $arg", "String $arg", "Binary $arg"):
    dispatch("length", parameters, types=_size_type)(_size)
dispatch("size", "Variant[Collection, String, Binary] $arg", types=_size_type)(_size)


def _empty_type(call: TypedCall, type: Type) -> Type:
    sizes = _size_type(call, type)
    if isinstance(sizes, Integer) and (sizes.low or sizes.high == 0):
        return model.Boolean(sizes.high == 0)
    return model.Boolean()


@dispatch("empty", "Collection $coll", types=_empty_type)
def _empty_collection(call: Call, value: tuple[object, ...] | Hash) -> object:
    return not len(value)


@dispatch("empty", "Sensitive[String] $str", types="Boolean")
def _empty_sensitive(call: Call, value: Sensitive) -> object:
    return value.value == ""


@dispatch("empty", "String $str", types=_empty_type)
def _empty_string(call: Call, value: str) -> object:
    return not value


@dispatch("empty", "Numeric $num", types="Boolean[false]")
def _empty_number(call: Call, value: int | float) -> object:
    message = f"Calling function empty() with Numeric value is deprecated.\n   (file: unknown, line: {call.line})"
    call.warn("deprecations", message)
    return False


@dispatch("empty", "Binary $bin", types="Boolean")
def _empty_binary(call: Call, value: Binary) -> object:
    return not value.data


@dispatch("empty", "Undef $x", types="Boolean[true]")
def _empty_undef(call: Call, value: None) -> object:
    return True


# ---- flatten and join


def _flatten_type(call: TypedCall, *types: Type) -> Type:
    flat = _flat_tuple(types)
    if flat is not None:
        return tuple_of(flat)
    low, high = 0, 0
    for each in types:
        low, most = low + _count(each)[0], _count(each)[1]
        high = -1 if most is None or high < 0 else high + most
    return array_of(union_of(leaf for each in types for leaf in _leaves(each, frozenset())), sized(low, None if high < 0 else high))


def _flat_tuple(types: Sequence[Type]) -> tuple[Type, ...] | None:
    """The elements, if their number is known."""
    result: list[Type] = []
    for each in types:
        found = elements_of(each) if isinstance(each, ARRAYS) else None
        if found is not None and found.ordered:
            inner = _flat_tuple(found.parts)
            if inner is None:
                return None
            result += inner
        elif "array" in kinds(each):
            return None
        else:
            result.append(each)
    return tuple(result) if len(result) <= TUPLE else None


def _count(type: Type) -> tuple[int, int | None]:
    """The least and the greatest number of elements that a value has when it is flattened."""
    if "array" not in kinds(type):
        return 1, 1
    found = elements_of(type) if isinstance(type, ARRAYS) else None
    if found is None:
        return 0, None
    inner = [_count(each) for each in found.parts]
    if not inner:
        return 0, 0
    if found.ordered:
        highs = [high for _, high in inner if high is not None]
        return sum(low for low, _ in inner), sum(highs) if len(highs) == len(inner) else None
    high = None if found.high is None or any(each is None for _, each in inner) else found.high * max(each or 0 for _, each in inner)
    return found.low * min(low for low, _ in inner), high


def _leaves(type: Type, around: frozenset[Type]) -> Iterator[Type]:
    """The types of what a value has when it is flattened. A type that contains itself adds nothing where it does."""
    if type in around:
        return
    for each in members(type):
        if isinstance(each, ARRAYS):
            found = elements_of(each)
            for part in found.parts if found is not None else ():
                yield from _leaves(part, around | {type})
        else:
            yield model.ANY if "array" in kinds(each) else each


@dispatch("flatten", "Any *$args", types=_flatten_type)
def _flatten(call: Call, *values: object) -> object:
    result = tuple(flat(counted(call, values)))
    if any(isinstance(each, Unknown) for each in result):
        raise UnknownValue
    return result


def flat(values: Iterable[object]) -> Iterable[object]:
    """The values, with nested Arrays flattened."""
    stack = [iter(values)]
    while stack:
        for each in stack[-1]:
            if isinstance(each, tuple):
                stack.append(iter(each))
                break
            yield each
        else:
            stack.pop()


@dispatch("join", "Array $arg, String $delimiter = ''", types="String")
def joined(call: Call, values: tuple[object, ...], delimiter: str = "") -> str:
    """The texts of values, separated by a delimiter; nested Arrays are flattened."""
    parts = []
    for each in counted(call, values):
        if isinstance(each, Unknown):
            raise UnknownValue
        parts.append(joined(call, each, delimiter) if isinstance(each, tuple) else "" if each is None else runtime_text(each))
    spend_new_text(sum(map(len, parts)) + len(delimiter) * len(parts))
    return delimiter.join(parts)


# ---- unique


def _unique_type(call: TypedCall, type: Type) -> Type:
    found = together(type)
    if call.arity is not None and found is not None and found.high != 0:
        call.block(value_of(found.element) if found.pairs else found.element)
    return union_of(_unique_of(call, each, found) for each, found in every(type))


def _unique_of(call: TypedCall, type: Type, found: Elements) -> Type:
    least = min(found.low, 1)
    if isinstance(type, STRINGS):
        listed = literal_texts(type)
        if listed is not None and call.arity is None:
            return texts("".join(dict.fromkeys(each)) for each in listed)
        return model.String(None, Integer(least, found.high))
    if found.high == 0 and isinstance(type, (*ARRAYS, *HASHES)):
        return type
    if found.pairs is None and not isinstance(type, model.Iterator):
        return union_of((model.STRING, model.HASH, model.Array(found.element)))
    if found.pairs:
        several = Integer(1, found.high)
        element = found.element
        return hash_of(array_of(key_of(element), several), array_of(value_of(element), several), sized(least, found.high))
    return array_of(found.element, sized(least, found.high))


@dispatch("unique", "String $string, Optional[Callable[String]] &$block", types=_unique_type)
def _unique_string(call: Call, text: str, block: Block | None = None) -> object:
    # The block is not called if there is nothing to compare.
    return "".join(map(str, _first_of_each(call, text, block))) if len(text) > 1 else text


@dispatch("unique", "Hash $hash, Optional[Callable[Any]] &$block", types=_unique_type)
def _unique_hash(call: Call, value: Hash, block: Block | None = None) -> object:
    """Merge keys with equal values into an Array of keys, whose value is the Array of the distinct values."""
    entries = groups(((key, each), each if block is None else block.call((each,))) for key, each in value.items())
    pairs = []
    for _, same in entries:
        keys, values = zip(*[each for each in same if isinstance(each, tuple)], strict=True)
        pairs.append((keys, tuple(_first_of_each(call, values, None))))
    return Hash(pairs)


@dispatch("unique", "Array $array, Optional[Callable[Any]] &$block", types=_unique_type)
def _unique_array(call: Call, value: tuple[object, ...], block: Block | None = None) -> object:
    return tuple(_first_of_each(call, value, block)) if len(value) > 1 else value


@dispatch("unique", "Iterable $iterable, Optional[Callable[Any]] &$block", types=_unique_type)
def _unique_iterable(call: Call, value: object, block: Block | None = None) -> object:
    return tuple(_first_of_each(call, from_start(call, iterator_on(call, value)), block))


def _first_of_each(call: Call, values: Iterable[object], block: Block | None) -> list[object]:
    keyed = ((each, each if block is None else block.call((each,))) for each in counted(call, values))
    return [members[0] for _, members in groups(keyed)]
