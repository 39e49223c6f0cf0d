"""The functions upcase, downcase, capitalize, camelcase, strip, lstrip, rstrip, chomp and chop."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.elements import (
    Elements,
    array_of,
    contains_itself,
    elements_of,
    hash_of,
    key_of,
    literal_texts,
    sized,
    text_size,
    tuple_of,
    value_of,
)
from puppet_typesys.functions.iterables import from_start
from puppet_typesys.functions.registry import dispatch, local_type
from puppet_typesys.functions.typed import TypedCall, argument
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import ARRAYS, HASHES, STRINGS, joined, members, texts
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator as Sequence
from puppet_typesys.values.unknown import Unknown, UnknownValue

Change = Callable[[str], str]
SPACE = "\0\t\n\v\f\r "


def camel_case(text: str) -> str:
    """Capitalize the words between underscores and join them."""
    return "".join(each.capitalize() for each in text.split("_"))


def chomp(text: str) -> str:
    """The text without one line ending."""
    for end in ("\r\n", "\n", "\r"):
        if text.endswith(end):
            return text[: -len(end)]
    return text


def chop(text: str) -> str:
    """The text without its last character, or without a line ending of two characters."""
    return text[:-2] if text.endswith("\r\n") else text[:-1]


CHANGES: dict[str, Change] = {
    "camelcase": camel_case,
    "capitalize": str.capitalize,
    "chomp": chomp,
    "chop": chop,
    "lstrip": lambda text: text.lstrip(SPACE),
    "rstrip": lambda text: text.rstrip(SPACE),
    "strip": lambda text: text.strip(SPACE),
}
SHORTENING = frozenset(CHANGES[name] for name in ("chomp", "chop", "lstrip", "rstrip", "strip"))
"""The changes that make no text longer, but may leave nothing of it."""


def _same(call: Call, value: int | float) -> object:
    return value


def _changed(change: Change, value: object) -> object:
    if isinstance(value, Unknown):
        raise UnknownValue
    return change(value) if isinstance(value, str) else value


def _enter(name: str, change: Change) -> None:
    def on_string(call: Call, value: str) -> object:
        return change(value)

    def on_iterable(call: Call, value: object) -> object:
        if isinstance(value, tuple):
            return tuple(_changed(change, each) for each in value)
        if isinstance(value, Sequence):
            return tuple(_changed(change, each) for each in from_start(call, value))
        raise InternalError(f"{name}() cannot go through this")

    def rule(call: TypedCall, type: Type) -> Type:
        return joined(_changed_type(change, each, deep=False) for each in members(type))

    dispatch(name, "Numeric $arg", types=argument)(_same)
    dispatch(name, "String $arg", types=rule)(on_string)
    dispatch(name, "Iterable[Variant[String, Numeric]] $arg", types=lambda call, type: joined(_changed_all(change, type)))(on_iterable)


def _changed_all(change: Change, type: Type) -> Iterator[Type]:
    """The results for the Arrays and Iterators of a type; other Iterables fail."""
    for each in members(type):
        if not isinstance(each, (*STRINGS, *HASHES, model.Numeric, model.TypeType)):
            yield _changed_type(change, each, deep=False)


def _changed_type(change: Change, type: Type, *, deep: bool) -> Type:
    """The type of the results of a change of strings, for one type without Variants."""
    listed = literal_texts(type)
    if listed is not None:
        return texts(map(change, listed))
    if isinstance(type, STRINGS):
        size = text_size(type)
        if change in SHORTENING:
            return model.String(None, sized(0, size.high))
        return model.String(None, sized(min(size.low or 0, 1) if change is not camel_case else 0, None))
    found = elements_of(type) if isinstance(type, (*ARRAYS, *HASHES, model.Iterator)) else None
    if found is None:
        return type if disjoint(type, model.STRING) and disjoint(type, model.Collection()) else model.ANY
    if deep and any(contains_itself(part) for each in found.parts for part in (each, *_of_entry(each))):
        return _shallow(found)
    if found.pairs:
        return _changed_hash(change, found) if deep else type
    changed = tuple(joined(_changed_type(change, each, deep=deep) for each in members(part)) for part in found.parts)
    return tuple_of(changed) if found.ordered else array_of(joined(changed), found.size)


def _changed_hash(change: Change, found: Elements) -> Type:
    def inner(type: Type) -> Type:
        return joined(_changed_type(change, each, deep=True) for each in members(type))

    # Keys that differ may become the same.
    element = found.element
    return hash_of(inner(key_of(element)), inner(value_of(element)), sized(min(found.low, 1), found.high))


def _of_entry(type: Type) -> tuple[Type, ...]:
    return type.types if isinstance(type, model.Tuple) else ()


def _shallow(found: Elements) -> Type:
    """Collections of what is not looked into, because it contains itself."""
    return model.Hash(model.ANY, model.ANY, sized(min(found.low, 1), found.high)) if found.pairs else model.Array(model.ANY, found.size)


for name, change in CHANGES.items():
    _enter(name, change)


# ---- upcase and downcase, which convert nested collections

local_type("StringData", "Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]")


def _enter_deep(name: str, change: Change) -> None:
    def deep(call: Call, value: object) -> object:
        match value:
            case str():
                return change(value)
            case tuple():
                return tuple(deep(call, each) for each in value)
            case Hash():
                return Hash((deep(call, key), deep(call, each)) for key, each in value.items())
            case Unknown():
                raise UnknownValue
        return value

    def rule(call: TypedCall, type: Type) -> Type:
        return joined(_changed_type(change, each, deep=True) for each in members(type))

    for parameters in ("Numeric $arg", "String $arg", "Array[StringData] $arg", "Hash[StringData, StringData] $arg"):
        dispatch(name, parameters, types=rule)(deep)


_enter_deep("upcase", str.upper)
_enter_deep("downcase", str.lower)
