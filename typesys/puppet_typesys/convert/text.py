"""Conversion of values to text: for interpolation, and as the reference's runtime shows them."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.types import model
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.narrow import members, texts
from puppet_typesys.types.objects import Instance
from puppet_typesys.types.show import Formatter, show, show_plain
from puppet_typesys.types.spread import MAX_TEXTS, lengths_of, spread, string_of, texts_of
from puppet_typesys.values.default import Default
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.iterator import Iterator
from puppet_typesys.values.meter import spend
from puppet_typesys.values.numbers import float_text, inspect_text
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.semver_range import SemVerRange
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue


def text(value: object) -> str:
    """A value as text in an interpolation."""
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return float_text(value)
        case tuple():
            spend(len(value) >> 2)
            return f"[{', '.join(map(text, value))}]"
        case Hash():
            spend(len(value) >> 1)
            return "{" + ", ".join(f"{text(key)} => {text(each)}" for key, each in value.items()) + "}"
        case Regexp():
            return value.delimited()
        case Default():
            return "default"
        case Type():
            return show(value)
        case Instance():
            return Formatter().text(value)
        case Iterator():
            return f"Iterator[{show_plain(generalize(value.element))}]-Value" if isinstance(value.element, Type) else "Iterator-Value"
        case Unknown():
            raise UnknownValue
    return str(value)


UNLIMITED = frozenset((model.STRING, model.ANY, model.Optional(model.STRING)))
"""Types whose values have texts of any length."""


def text_type(type: Type) -> Type:
    """The type of `text(value)` for values of a type: an Enum of few strings, or a String of a length."""
    if type in UNLIMITED:
        return model.STRING  # The most frequent types of what is interpolated.
    known = _known_texts(type)
    if known is not None:
        return texts(known)
    low, high = _lengths(type)
    return string_of(low, high)


def _known_texts(type: Type) -> list[str] | None:
    """The texts of the values of a type; None if they are not known, or more than an Enum is made of."""
    found: dict[str, None] = {}
    for each in members(type):
        known = _texts_of_member(each)
        if known is None:
            return None
        found |= dict.fromkeys(known)
    return [*found] if 0 < len(found) <= MAX_TEXTS else None


def _texts_of_member(type: Type) -> Sequence[str] | None:
    match type:
        case model.Undef():
            return ("",)
        case model.Boolean():
            return [each for each, value in (("true", True), ("false", False)) if type.value in (None, value)]
        case model.Integer(low=int() as low, high=int() as high) if high - low < MAX_TEXTS:
            return [str(each) for each in range(low, high + 1)]
    return texts_of(type)


SHORTEST = {"undef": 0, "boolean": 4, "integer": 1, "float": 3, "array": 2, "hash": 2, "regexp": 2, "default": 7, "semver": 5}
"""The lengths of the shortest texts of values, by their kinds."""


def _lengths(type: Type) -> tuple[int, int | None]:
    """The lengths of the texts of the values of a type."""
    low: list[int] = []
    high: list[int | None] = []
    for kind, each in spread(type):
        known = _texts_of_member(each)
        if kind == "string":
            size = lengths_of(each)
            low.append(size.low or 0)
            high.append(size.high)
        elif known:
            low.append(min(map(len, known)))
            high.append(max(map(len, known)))
        else:
            low.append(SHORTEST.get(kind, 0))
            high.append(None)
    longest = [each for each in high if each is not None]
    return min(low, default=0), max(longest) if longest and len(longest) == len(high) else None


def interpolated(parts: Sequence[Type]) -> Type:
    """The type of a string that is put together from texts of some types, which all are types of strings."""
    known: list[str] | None = [""]
    for each in parts:
        several = texts_of(each)
        if several is None or known is None or len(known) * len(several) > MAX_TEXTS:
            known = None
            break
        known = [one + other for one in known for other in several]
    if known is not None:
        return texts(known)
    sizes = [*map(lengths_of, parts)]
    longest = [each.high for each in sizes if each.high is not None]
    return string_of(sum(each.low or 0 for each in sizes), sum(longest) if len(longest) == len(sizes) else None)


def inspect(value: object) -> str:
    """A value as the runtime shows it: `nil`, `"text"`, `{"key"=>1}`."""
    match value:
        case None:
            return "nil"
        case str():
            return inspect_text(value)
        case tuple():
            spend(len(value) >> 2)
            return f"[{', '.join(map(inspect, value))}]"
        case Hash():
            return "{" + ", ".join(f"{inspect(key)}=>{inspect(each)}" for key, each in value.items()) + "}"
        case Default():
            return ":default"
        case Sensitive():
            return "#<Sensitive [value redacted]>"
        case SemVerRange():
            return value.canonical()
        case Timestamp() | Timespan():
            return f"{value.__class__.__name__}('{value}')"
    return text(value)


def message_text(value: object) -> str:
    """A value as the reference's messages quote it, in which regular expressions have their options."""
    return value.runtime_text() if isinstance(value, Regexp) else runtime_text(value)


def runtime_text(value: object) -> str:
    """A value as the runtime converts it to a string; collections show their elements."""
    return inspect(value) if isinstance(value, tuple | Hash) else text(value)
