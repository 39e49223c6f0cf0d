"""The functions keys, values, length, size, empty, flatten, join and unique."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.grouping import groups
from puppet_typesys.functions.iterables import counted, from_start, iterator_on
from puppet_typesys.functions.legacy import runtime_text
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.types.block import Block
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_new_text
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.unknown import Unknown, UnknownValue

# ---- keys, values and size


@dispatch("keys", "Hash $hsh")
def _keys(call: Call, value: Hash) -> object:
    return tuple(value.keys())


@dispatch("values", "Hash $hsh")
def _values(call: Call, value: Hash) -> object:
    return tuple(value.values())


def _size(call: Call, value: tuple[object, ...] | Hash | str | Binary) -> object:
    return len(value.data) if isinstance(value, Binary) else len(value)


for parameters in ("Collection $arg", "String $arg", "Binary $arg"):
    dispatch("length", parameters)(_size)
dispatch("size", "Variant[Collection, String, Binary] $arg")(_size)


@dispatch("empty", "Collection $coll")
def _empty_collection(call: Call, value: tuple[object, ...] | Hash) -> object:
    return not len(value)


@dispatch("empty", "Sensitive[String] $str")
def _empty_sensitive(call: Call, value: Sensitive) -> object:
    return value.value == ""


@dispatch("empty", "String $str")
def _empty_string(call: Call, value: str) -> object:
    return not value


@dispatch("empty", "Numeric $num")
def _empty_number(call: Call, value: int | float) -> object:
    message = f"Calling function empty() with Numeric value is deprecated.\n   (file: unknown, line: {call.line})"
    call.warn("deprecations", message)
    return False


@dispatch("empty", "Binary $bin")
def _empty_binary(call: Call, value: Binary) -> object:
    return not value.data


@dispatch("empty", "Undef $x")
def _empty_undef(call: Call, value: None) -> object:
    return True


# ---- flatten and join


@dispatch("flatten", "Any *$args")
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


@dispatch("join", "Array $arg, String $delimiter = ''")
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


@dispatch("unique", "String $string, Optional[Callable[String]] &$block")
def _unique_string(call: Call, text: str, block: Block | None = None) -> object:
    # The block is not called if there is nothing to compare.
    return "".join(map(str, _first_of_each(call, text, block))) if len(text) > 1 else text


@dispatch("unique", "Hash $hash, Optional[Callable[Any]] &$block")
def _unique_hash(call: Call, value: Hash, block: Block | None = None) -> object:
    """Merge keys with equal values into an Array of keys, whose value is the Array of the distinct values."""
    entries = groups(((key, each), each if block is None else block.call((each,))) for key, each in value.items())
    pairs = []
    for _, members in entries:
        keys, values = zip(*[each for each in members if isinstance(each, tuple)], strict=True)
        pairs.append((keys, tuple(_first_of_each(call, values, None))))
    return Hash(pairs)


@dispatch("unique", "Array $array, Optional[Callable[Any]] &$block")
def _unique_array(call: Call, value: tuple[object, ...], block: Block | None = None) -> object:
    return tuple(_first_of_each(call, value, block)) if len(value) > 1 else value


@dispatch("unique", "Iterable $iterable, Optional[Callable[Any]] &$block")
def _unique_iterable(call: Call, value: object, block: Block | None = None) -> object:
    return tuple(_first_of_each(call, from_start(call, iterator_on(call, value)), block))


def _first_of_each(call: Call, values: Iterable[object], block: Block | None) -> list[object]:
    keyed = ((each, each if block is None else block.call((each,))) for each in counted(call, values))
    return [members[0] for _, members in groups(keyed)]
