"""Formats of timespans, for formatting and parsing.

A format consists of literal text and specifiers `%[-_0][width][DHMSLN]`. The largest unit in it also counts all larger ones: `%M` alone
counts all minutes, while `%H:%M` counts those within the hour.
"""

from __future__ import annotations

import re
from functools import lru_cache

from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend_text

SIZE = {
    "D": 86_400_000_000_000,
    "H": 3_600_000_000_000,
    "M": 60_000_000_000,
    "S": 1_000_000_000,
    "L": 1_000_000,
    "N": 1,
}
"""The nanoseconds of each unit, the largest first."""
MODULUS = {"H": 24, "M": 60, "S": 60, "L": 1000, "N": 1_000_000_000}
DEFAULT_WIDTH = {"D": 1, "H": 2, "M": 2, "S": 2, "L": 3, "N": 9}
DEFAULT_FORMATS = (
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
)
SPACE = r"[ \t\r\n\f\v]"


def parse(text: str, formats: str | tuple[str, ...] | None) -> int:
    """The nanoseconds that a text denotes."""
    if isinstance(formats, str):
        return compiled(formats).parse(text)
    tried = DEFAULT_FORMATS if formats is None else formats
    for each in tried:
        form = compiled(each)
        try:
            return form.parse(text)
        except ArgumentError:
            continue
    raise ArgumentError(f"Unable to parse '{text}' using any of the formats {', '.join(tried)}")


class Part:
    """A part of a format: literal text, or a unit."""

    __slots__ = ("literal", "padding", "total", "unit", "width")

    def __init__(self, unit: str, literal: str = "", padding: str | None = None, width: int | None = None) -> None:
        self.unit = unit
        self.literal = literal
        self.padding = padding
        self.width = width
        spend_text((width or 0) * 8)
        self.total = False

    def append(self, character: str) -> None:
        """Add a character to literal text."""
        self.literal += character

    def count_all(self) -> None:
        """Show all of a time in its unit, as there is no greater one."""
        self.total = True

    @property
    def columns(self) -> int:
        """The width, as given or by default."""
        return DEFAULT_WIDTH[self.unit] if self.width is None else self.width

    def text(self, nanoseconds: int) -> str:
        """The text for a positive duration."""
        if not self.unit:
            return self.literal
        number = self._number(nanoseconds)
        if self.unit in "LN":
            digits = str(number)
            if not self.total and self.padding != "0":
                digits = digits.rstrip("0") or "0"
            return digits if self.padding is None else digits.ljust(self.columns)
        if self.padding is None:
            return str(number)
        return str(number).rjust(self.columns, self.padding)

    def _number(self, nanoseconds: int) -> int:
        if self.unit != "N":
            number = nanoseconds // SIZE[self.unit]
            return number if self.total or self.unit == "D" else number % MODULUS[self.unit]
        width = min(self.columns, 9)
        number = nanoseconds // _power(9 - width)
        return number if self.total else number % _power(width)

    def pattern(self) -> str:
        """The regular expression for parsing."""
        if not self.unit:
            return f"({re.escape(self.literal)})"
        if self.width is None:
            if self.total:
                return f"{SPACE}*([0-9]+)" if self.padding == " " else "([0-9]+)"
            digit = rf"[0-9 \t\r\n\f\v]{{1,{self.columns}}}" if self.padding == " " else f"[0-9]{{1,{self.columns}}}"
            return f"({digit})"
        if self.padding is None:
            return f"([0-9]{{1,{self.width}}})"
        digit = "[0-9]" if self.padding == "0" else r"[0-9 \t\r\n\f\v]"
        return f"({digit}{{{self.width}}})"

    def nanoseconds(self, digits: str) -> int:
        """The nanoseconds that parsed digits denote."""
        if self.unit not in "LN":
            return int(digits) * SIZE[self.unit]
        if self.total:
            raise ArgumentError(
                "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude"
            )
        return int(digits) * _power(max(9 - len(digits), 0))


def _power(exponent: int) -> int:
    return int("1" + "0" * exponent)


class Format:
    """A parsed format."""

    def __init__(self, source: str, parts: list[Part]) -> None:
        self.source = source
        self.parts = parts
        self._pattern: re.Pattern[str] | None = None

    def text(self, nanoseconds: int) -> str:
        """Format a duration."""
        sign = "-" if nanoseconds < 0 else ""
        return sign + "".join(part.text(abs(nanoseconds)) for part in self.parts)

    def parse(self, text: str) -> int:
        """The nanoseconds that a text denotes in this format."""
        if self._pattern is None:
            self._pattern = re.compile("-?" + "".join(part.pattern() for part in self.parts) + r"\Z", re.ASCII)
        match = self._pattern.match(text)
        if match is None:
            raise self._unreadable(text)
        total = 0
        for part, group in zip(self.parts, match.groups(), strict=True):
            if not part.unit:
                continue
            digits = group.lstrip(" \t\r\n\f\v")
            if not digits.isdigit():
                raise self._unreadable(text)
            total += part.nanoseconds(digits)
        return -total if text.startswith("-") else total

    def _unreadable(self, text: str) -> ArgumentError:
        return ArgumentError(f"Unable to parse '{text}' using format '{self.source}'")


@lru_cache(256)
def compiled(source: str) -> Format:
    """Parse a format."""
    parts: list[Part] = []
    at = 0
    while at < len(source):
        if source[at] != "%":
            _append_literal(parts, source[at])
            at += 1
        else:
            at = _specifier(source, at, parts)
    units = {part.unit for part in parts}
    greatest = next((unit for unit in SIZE if unit in units), None)
    for part in parts:
        if part.unit == greatest:
            part.count_all()
            break
    return Format(source, parts)


def _append_literal(parts: list[Part], character: str) -> None:
    if not parts or parts[-1].unit:
        parts.append(Part("", ""))
    parts[-1].append(character)


def _specifier(source: str, start: int, parts: list[Part]) -> int:
    padding: str | None = "0"
    width: int | None = None
    for at in range(start + 1, len(source)):
        character = source[at]
        first = at == start + 1
        if character == "%":
            _append_literal(parts, character)
            return at + 1
        if character in SIZE:
            parts.append(Part(character, padding=padding, width=width))
            return at + 1
        if character in "-_" and first:
            padding = None if character == "-" else " "
        elif character.isascii() and character.isdigit():
            if not (first and character == "0"):
                width = (width or 0) * 10 + int(character)
        else:
            raise _bad_specifier(source, start, at)
    raise _bad_specifier(source, start, len(source) - 1)


def _bad_specifier(source: str, start: int, at: int) -> ArgumentError:
    return ArgumentError(f"Bad format specifier '{source[start:at]}' in '{source}', at position {at}")
