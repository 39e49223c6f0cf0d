"""Conversion of values to text: for interpolation, and as the reference's runtime shows them."""

from __future__ import annotations

from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.objects import Instance
from puppet_typesys.types.show import Formatter, show, show_plain
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
