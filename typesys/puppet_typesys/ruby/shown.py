"""Values as text: `to_s` and `inspect`."""

from __future__ import annotations

import re
from collections.abc import Callable

from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.table import Table
from puppet_typesys.ruby.classes import name_of_class
from puppet_typesys.ruby.objects import Hash, MatchData, Module, Object, Range, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show
from puppet_typesys.values.default import Default
from puppet_typesys.values.meter import spend, spend_text
from puppet_typesys.values.numbers import float_text, inspect_text
from puppet_typesys.values.regexp import EXTENDED, IGNORECASE, MULTILINE, Regexp
from puppet_typesys.values.semver import SemVer
from puppet_typesys.values.sensitive import Sensitive
from puppet_typesys.values.timespan import Timespan
from puppet_typesys.values.timestamp import Timestamp
from puppet_typesys.values.unknown import Unknown, UnknownValue

MAX_DIGITS = 4000
"""The number of digits of the largest Integer that is shown."""


def to_s(value: object) -> str:
    """The text of a value, as an interpolation gives it."""
    kind = value.__class__
    if kind is String:
        assert isinstance(value, String)
        if value.binary and not value.text.isascii():
            raise Unsupported("text of", "a binary String")
        return value.text
    if value is None:
        return ""
    if kind is bool:
        return "true" if value else "false"
    if isinstance(value, int):
        return integer_text(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, list | Hash):
        return inspect(value)
    if isinstance(value, Unknown):
        raise UnknownValue
    if isinstance(value, Module):
        return value.name
    if isinstance(value, Regexp):
        return value.runtime_text()
    if isinstance(value, Range):
        return f"{to_s(value.low)}{'...' if value.exclusive else '..'}{to_s(value.high)}"
    if isinstance(value, MatchData):
        return value.match.groups[0] or ""
    if isinstance(value, Default):
        return "default"
    if isinstance(value, Type):
        return show(value)
    if isinstance(value, Object):
        shown = TEXT.get(value.kind.name) or next((TEXT[each.name] for each in value.kind.ancestors() if each.name in TEXT), None)
        if shown is not None and not any("to_s" in each.methods or "message" in each.methods for each in value.kind.ancestors()):
            return shown(value)
        raise Unsupported("text of", value.kind.name)
    if isinstance(value, SemVer | Sensitive | Timestamp | Timespan):
        return str(value)
    raise Unsupported("text of", name_of_class(value))


def integer_text(value: int) -> str:
    """The decimal digits of an Integer."""
    if value.bit_length() > MAX_DIGITS * 3:
        raise Unsupported("text of", "a large Integer")
    return str(value)


def inspect(value: object, of_object: Callable[[Object], str | None] | None = None) -> str:
    """A value as `inspect` shows it. `of_object` says how a program shows an object; None if it does not define that."""
    if isinstance(value, String):
        if value.binary and not value.text.isascii():
            raise Unsupported("text of", "a binary String")
        spend_text(len(value.text))
        return inspect_text(value.text)
    if value is None:
        return "nil"
    if isinstance(value, Symbol):
        if not value.name.isascii() and not value.name.isprintable():
            raise Unsupported("text of", "a Symbol")
        return ":" + (value.name if PLAIN.fullmatch(value.name) else inspect_text(value.name))
    if isinstance(value, list):
        spend(1 + (len(value) >> 2))
        return f"[{', '.join(inspect(each, of_object) for each in value)}]"
    if isinstance(value, Hash):
        spend(1 + (len(value) >> 1))
        return "{" + ", ".join(f"{inspect(key, of_object)}=>{inspect(each, of_object)}" for key, each in value.entries.values()) + "}"
    if isinstance(value, Regexp):
        if not value.source.isascii():
            raise Unsupported("text of", "a Regexp")
        letters = "".join(letter for letter, flag in OPTIONS.items() if value.options & flag)
        return Regexp(value.source).delimited() + letters
    if isinstance(value, Range):
        low, high = ("" if each is None else inspect(each) for each in (value.low, value.high))
        if value.low is None and value.high is None:
            low = high = "nil"
        return f"{low}{'...' if value.exclusive else '..'}{high}"
    own = of_object(value) if of_object is not None and isinstance(value, Object) else None
    if own is not None:
        return own
    if isinstance(value, MatchData | Object | Timestamp | Timespan):
        shown = INSPECTED.get(value.kind.name) if isinstance(value, Object) else None
        if shown is None or not isinstance(value, Object):
            raise Unsupported("text of", name_of_class(value))
        return shown(value)
    if isinstance(value, Default):
        return ":default"
    if isinstance(value, Sensitive):
        return "#<Sensitive [value redacted]>"
    return to_s(value)


OPTIONS = {"m": MULTILINE, "i": IGNORECASE, "x": EXTENDED}
PLAIN = lazy_pattern(
    r"[a-zA-Z_\x80-\U0010ffff][a-zA-Z0-9_\x80-\U0010ffff]*[?!=]?|\[\]=?|[+\-*/%<>!~]|==|<=>|<<|>>|<=|>=|=~|===|\*\*|!=|[+-]@|@@?[a-zA-Z_]\w*|\$[a-zA-Z_]\w*",
    re.ASCII,
)
"""The names of Symbols that are shown without quotes."""

Shown = Callable[[Object], str]
TEXT: Table[str, Shown] = Table("the texts of objects", {"Exception": lambda value: message_of(value)})
"""The texts of objects by the names of their classes; the modules of the core add to it."""
INSPECTED: Table[str, Shown] = Table("the inspected texts of objects")
"""Likewise, for `inspect`."""


UNSAID = object()
"""Stands for the message of an exception that is not computed."""


def message_of(value: Object) -> str:
    """The message of an exception: by default the name of its class."""
    if value.held is UNSAID:
        raise Unsupported("text of", value.kind.name)
    if value.held is None:
        return value.kind.name
    return value.held if isinstance(value.held, str) else to_s(value.held)
