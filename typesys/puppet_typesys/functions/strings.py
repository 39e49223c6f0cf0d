"""The functions upcase, downcase, capitalize, camelcase, strip, lstrip, rstrip, chomp and chop."""

from __future__ import annotations

from collections.abc import Callable

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.iterables import from_start
from puppet_typesys.functions.registry import dispatch, local_type
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
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
        if isinstance(value, Iterator):
            return tuple(_changed(change, each) for each in from_start(call, value))
        raise InternalError(f"{name}() cannot go through this")

    dispatch(name, "Numeric $arg")(_same)
    dispatch(name, "String $arg")(on_string)
    dispatch(name, "Iterable[Variant[String, Numeric]] $arg")(on_iterable)


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

    for parameters in ("Numeric $arg", "String $arg", "Array[StringData] $arg", "Hash[StringData, StringData] $arg"):
        dispatch(name, parameters)(deep)


_enter_deep("upcase", str.upper)
_enter_deep("downcase", str.lower)
