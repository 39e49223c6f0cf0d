"""Formatting with `%` directives, as in the reference's runtime (`sprintf`)."""

from __future__ import annotations

from collections.abc import Callable as Function
from collections.abc import Sequence
from typing import NamedTuple

from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.meter import spend_new_text
from puppet_typesys.values.number_conversion import character, to_float, to_integer
from puppet_typesys.values.number_formatting import BASE, Directive, format_float, format_integer, format_whole
from puppet_typesys.values.numbers import float_text, inspect_text

_FLAGS = " #+-0"
_MAX_WIDTH = 2**31 - 1
_UNFINISHED = "malformed format string - %*[0-9]"


def plain_text(value: object) -> str:
    """The text of a simple value; the default of `format`, whose callers pass a function for all values."""
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def plain_inspect(value: object) -> str:
    """The representation of a simple value for `%p`."""
    if value is None:
        return "nil"
    return inspect_text(value) if isinstance(value, str) else plain_text(value)


def format(
    template: str,
    arguments: Sequence[object],
    text: Function[[object], str] = plain_text,
    inspect: Function[[object], str] = plain_inspect,
    first: Function[[object], str] = character,
) -> str:
    """Replace the directives of a template; `text`, `inspect` and `first` convert the values of `%s`, `%p` and `%c`."""
    return _Formatter(template, arguments, Conversions(text, inspect, first)).run()


class Conversions(NamedTuple):
    """What makes texts of values."""

    text: Function[[object], str]
    inspect: Function[[object], str]
    first: Function[[object], str]


class _Formatter:
    """A single pass over a template."""

    def __init__(self, template: str, arguments: Sequence[object], conversions: Conversions) -> None:
        self.template = template
        self.arguments = arguments
        self.text, self.inspect, self.first = conversions
        self.at = 0
        self.used = 0
        self.style = ""
        """How arguments have been referred to so far: "numbered", "named", or empty for sequential."""

    def run(self) -> str:
        parts: list[str] = []
        template = self.template
        while (percent := template.find("%", self.at)) >= 0:
            parts.append(template[self.at : percent])
            if percent + 1 == len(template):
                raise ArgumentError("incomplete format specifier; use %% (double %) instead")
            self.at = percent + 1
            parts.append(self.directive())
        parts.append(template[self.at :])
        return "".join(parts)

    def directive(self) -> str:
        """Read a directive after its `%`; return its text."""
        directive = Directive()
        name: str | None = None
        value: list[object] = []
        while True:
            letter = self.template[self.at : self.at + 1]
            if letter and letter in _FLAGS:
                self.refuse_late(directive, "flag")
                directive.flags += letter
                self.at += 1
            elif "1" <= letter <= "9":
                number = self.number("width")
                if self.template[self.at] == "$":
                    if value:
                        raise ArgumentError(f"value given twice - {number}$")
                    value.append(self.numbered(number))
                    self.at += 1
                else:
                    self.refuse_late(directive, "width")
                    directive.width = number
            elif letter == "*":
                self.refuse_late(directive, "width")
                directive.width = self.star()
                if directive.width < 0:
                    directive.flags += "-"
                    directive.width = -directive.width
            elif letter == ".":
                self.precision(directive)
            elif letter in ("<", "{"):
                name = self.name(name)
                value.append(self.named(name))
                if letter == "{":
                    return directive.padded(self.text(value[-1]))
            elif letter in ("", "%", "\n", "\0"):
                if directive.flags or directive.width is not None or directive.precision_given or value:
                    raise ArgumentError("invalid format character - %")
                self.at += letter == "%"
                return "%"
            else:
                self.at += 1
                return self.formatted(letter, directive, value)

    def refuse_late(self, directive: Directive, what: str) -> None:
        """Raise ArgumentError if a flag or width comes too late: flags precede the width, and the width precedes the precision."""
        if directive.width is not None:
            raise ArgumentError("width given twice" if what == "width" else "flag after width")
        if directive.precision_given:
            raise ArgumentError(f"{what} after precision")

    def number(self, what: str) -> int:
        start = self.at
        while self.template[self.at : self.at + 1].isdecimal() and self.template[self.at].isascii():
            self.at += 1
        if self.at >= len(self.template):
            raise ArgumentError(_UNFINISHED)
        number = int(self.template[start : self.at] or "0")
        if number > _MAX_WIDTH:
            raise ArgumentError(f"{what} too big")
        return number

    def star(self) -> int:
        """Read `*`, which takes a number from the arguments."""
        self.at += 1
        start = self.at
        number = self.number("width")
        if self.template[self.at] == "$":
            self.at += 1
            return _whole(self.numbered(number))
        self.at = start
        return _whole(self.next())

    def precision(self, directive: Directive) -> None:
        if directive.precision_given:
            raise ArgumentError("precision given twice")
        self.at += 1
        if self.template[self.at : self.at + 1] == "*":
            number = self.star()
            directive.limit(number if number >= 0 else None)
        else:
            directive.limit(self.number("precision"))

    def name(self, known: str | None) -> str:
        """Read a name, including its brackets."""
        start = self.at
        close = self.template.find(">" if self.template[start] == "<" else "}", start)
        if close < 0:
            raise ArgumentError("malformed name - unmatched parenthesis")
        self.at = close + 1
        name = self.template[start : self.at]
        if known is not None:
            raise ArgumentError(f"named{name} after <{known[1:-1]}>")
        return name

    def named(self, name: str) -> object:
        if self.style == "numbered":
            raise ArgumentError(f"named{name} after numbered")
        if self.used:
            raise ArgumentError(f"named{name} after unnumbered({self.used})")
        self.style = "named"
        values = self.arguments[0] if len(self.arguments) == 1 else None
        if not isinstance(values, Hash):
            raise ArgumentError("one hash required")
        if name[1:-1] not in values:
            raise ArgumentError(f"key{name} not found")
        return values[name[1:-1]]

    def numbered(self, number: int) -> object:
        if self.used:
            raise ArgumentError(f"numbered({number}) after unnumbered({self.used})")
        if self.style == "named":
            raise ArgumentError(f"numbered({number}) after named")
        if number < 1:
            raise ArgumentError(f"invalid index - {number}$")
        self.style = "numbered"
        if number > len(self.arguments):
            raise ArgumentError("too few arguments")
        return self.arguments[number - 1]

    def next(self) -> object:
        if self.style:
            raise ArgumentError(f"unnumbered({self.used + 1}) mixed with {self.style}")
        self.used += 1
        if self.used > len(self.arguments):
            raise ArgumentError("too few arguments")
        return self.arguments[self.used - 1]

    def formatted(self, letter: str, directive: Directive, given: list[object]) -> str:
        """Format one value by the letter of its directive."""
        spend_new_text((directive.width or 0) + (directive.precision or 0))
        if letter in BASE:
            return format_integer(directive, letter, to_integer(given[0] if given else self.next()))
        if letter in "fgGeEaA":
            value = given[0] if given else self.next()
            if letter == "f" and isinstance(value, int) and not isinstance(value, bool):
                return format_whole(directive, value)
            return format_float(directive, letter, to_float(value))
        if letter not in "cps":
            raise ArgumentError(f"malformed format string - %{letter}" if letter.isprintable() else "malformed format string")
        value = given[0] if given else self.next()
        if letter == "c":
            directive.limit(None)
            return directive.padded(self.first(value))
        text = self.inspect(value) if letter == "p" else self.text(value)
        spend_new_text(len(text))
        return directive.padded(text)


def _whole(value: object) -> int:
    """A width or precision from an argument; unlike elsewhere, the runtime does not convert strings here."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ArgumentError("no implicit conversion into Integer")
    number = to_integer(value)
    if abs(number) > _MAX_WIDTH:
        raise ArgumentError(f"integer {number} too big to convert to `int'")
    return number
