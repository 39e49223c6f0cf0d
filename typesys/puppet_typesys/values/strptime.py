"""Parsing of times by a format, as in the reference's runtime (`strptime`)."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.calendar import MONTHS, WEEKDAYS
from puppet_typesys.values.zone import zone_at

SPACES = " \t\n\v\f\r"
NUMERIC = lazy_pattern(r"[0-9]|%[EO]?[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0-9]")
MODIFIED = {"E": "cCxXyY", "O": "deHImMSuUVwWy"}
COMPOUND = {
    "c": "%a %b %e %H:%M:%S %Y",
    "D": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "n": " ",
    "R": "%H:%M",
    "r": "%I:%M:%S %p",
    "T": "%H:%M:%S",
    "t": " ",
    "v": "%e-%b-%Y",
    "X": "%H:%M:%S",
    "x": "%m/%d/%y",
    "+": "%a %b %e %H:%M:%S %Z %Y",
}
RANGED = {
    "d": ("mday", 2, 1, 31),
    "e": ("mday", 2, 1, 31),
    "H": ("hour", 2, 0, 24),
    "k": ("hour", 2, 0, 24),
    "I": ("hour", 2, 1, 12),
    "l": ("hour", 2, 1, 12),
    "j": ("yday", 3, 1, 366),
    "M": ("min", 2, 0, 59),
    "m": ("mon", 2, 1, 12),
    "S": ("sec", 2, 0, 60),
    "U": ("wnum0", 2, 0, 53),
    "u": ("cwday", 1, 1, 7),
    "V": ("cweek", 2, 1, 53),
    "W": ("wnum1", 2, 0, 53),
    "w": ("wday", 1, 0, 6),
    "y": ("year", 2, 0, 99),
    "g": ("cwyear", 2, 0, 99),
}
"""Directives with a range: the part that they set, the maximum number of digits, and the range."""
SIGNED = {"Y": ("year", 4, "+-"), "G": ("cwyear", 4, ""), "s": ("seconds", 0, "-"), "Q": ("seconds", 0, "-"), "C": ("_cent", 2, "")}
"""Directives with a sign: the part that they set, the number of digits, and the allowed signs.

The number of digits applies if another number follows; 0 means as many as possible.
"""
BLANK_PADDED = "deHkIl"


class _Mismatch(Exception):  # noqa: N818 - it names what was met
    pass


class Parsed:
    """The parts of a parsed time: numbers by name, the fraction of the second in nanoseconds, the zone, and whether text was left over."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.fraction: int | None = None
        self.zone: str | None = None
        self.leftover = False

    def set_fraction(self, nanoseconds: int) -> None:
        """Set the fraction of the second."""
        self.fraction = nanoseconds

    def set_zone(self, zone: str) -> None:
        """Set the zone, as it is written."""
        self.zone = zone


def strptime(text: str, pattern: str) -> Parsed | None:
    """Parse a text by a format; None if it does not match."""
    parsed = Parsed()
    try:
        at = _read(text, 0, pattern, parsed)
    except _Mismatch:
        return None
    parsed.leftover = at < len(text)
    numbers = parsed.numbers
    century = numbers.pop("_cent", None)
    for name in ("cwyear", "year"):
        if century is not None and name in numbers:
            numbers[name] += century * 100
    meridian = numbers.pop("_merid", None)
    if meridian is not None and "hour" in numbers:
        numbers["hour"] = numbers["hour"] % 12 + meridian
    return parsed


def _read(text: str, at: int, pattern: str, parsed: Parsed) -> int:
    index = 0
    while index < len(pattern):
        character = pattern[index]
        if character in SPACES:
            while text[at : at + 1] and text[at] in SPACES:
                at += 1
            index += 1
            continue
        directive_at = _directive(pattern, index) if character == "%" else None
        if directive_at is None:
            at = _literal(text, at, character)
            index += 1
            continue
        directive = pattern[directive_at : directive_at + 1]
        numeric_follows = NUMERIC.match(pattern, directive_at + 1) is not None
        at = _field(text, at, directive, numeric_follows, parsed)
        index = directive_at + 1
    return at


def _literal(text: str, at: int, wanted: str) -> int:
    if text[at : at + 1] != wanted:
        raise _Mismatch
    return at + 1


def _directive(pattern: str, index: int) -> int | None:
    """The index of a directive's letter; None if the percent sign is literal."""
    following = pattern[index + 1 : index + 2]
    if following in MODIFIED and following:
        letter = pattern[index + 2 : index + 3]
        return index + 2 if letter and letter in MODIFIED[following] else None
    if following == ":":
        colons = len(pattern[index + 1 :]) - len(pattern[index + 1 :].lstrip(":"))
        place = index + 1 + colons
        return place if colons <= 3 and pattern[place : place + 1] == "z" else None
    return index + 1 if following else None


def _field(text: str, at: int, letter: str, numeric_follows: bool, parsed: Parsed) -> int:
    if letter in COMPOUND:
        return _read(text, at, COMPOUND[letter], parsed)
    if letter in RANGED:
        return _ranged(text, at, letter, parsed.numbers)
    if letter in SIGNED:
        name, width, signs = SIGNED[letter]
        negative = text[at : at + 1] == "-" and "-" in signs
        at += text[at : at + 1] != "" and text[at] in signs
        number, end = _digits(text, at, width if numeric_follows and width else 0)
        number = -number if negative else number
        parsed.numbers[name] = number // 1000 if letter == "Q" else number
        return end
    match letter:
        case "A" | "a":
            return _name(text, at, WEEKDAYS, "wday", 0, parsed.numbers)
        case "B" | "b" | "h":
            return _name(text, at, MONTHS, "mon", 1, parsed.numbers)
        case "L" | "N":
            negative = text[at : at + 1] == "-"
            start = at + (text[at : at + 1] in ("+", "-"))
            number, end = _digits(text, start, (3 if letter == "L" else 9) if numeric_follows else 0)
            parsed.set_fraction((-number if negative else number) * 1_000_000_000 // 10 ** (end - start))
            return end
        case "P" | "p":
            return _meridian(text, at, parsed.numbers)
        case "Z" | "z":
            zone = zone_at(text, at)
            if zone is None:
                raise _Mismatch
            parsed.set_zone(zone)
            return at + len(zone)
        case "%":
            return _literal(text, at, "%")
    return _literal(text, _literal(text, at, "%"), letter)


def _digits(text: str, at: int, width: int) -> tuple[int, int]:
    end = at
    limit = len(text) if width == 0 else min(at + width, len(text))
    while end < limit and "0" <= text[end] <= "9":
        end += 1
    if end == at:
        raise _Mismatch
    return int(text[at:end]), end


def _ranged(text: str, at: int, letter: str, numbers: dict[str, int]) -> int:
    name, width, low, high = RANGED[letter]
    if letter in BLANK_PADDED and text[at : at + 1] == " ":
        number, end = _digits(text, at + 1, 1)
    else:
        number, end = _digits(text, at, width)
    if not low <= number <= high:
        raise _Mismatch
    numbers[name] = number
    if letter in "yg":
        numbers.setdefault("_cent", 19 if number >= 69 else 20)
    return end


def _name(text: str, at: int, names: tuple[str, ...], field: str, first: int, numbers: dict[str, int]) -> int:
    lower = text[at : at + 9].lower()
    for wanted in (names, tuple(name[:3] for name in names)):
        for index, name in enumerate(wanted):
            if lower.startswith(name.lower()):
                numbers[field] = index + first
                return at + len(name)
    raise _Mismatch


def _meridian(text: str, at: int, numbers: dict[str, int]) -> int:
    match = re.compile(r"([ap])(?:m|\.m\.)", re.IGNORECASE).match(text, at)
    if match is None:
        raise _Mismatch
    numbers["_merid"] = 12 if match[1] in "pP" else 0
    return match.end()
