"""Formatting of times, as in the reference's runtime (`strftime`).

A directive is `%[flags][width]letter`; the flags are `-` (no padding), `_` and `0` (padding), `^` (upper case), `#` (swapped case) and `:`
(colons in an offset). Other text is copied.
"""

from __future__ import annotations

import re
from functools import cached_property

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.calendar import MONTHS, WEEKDAYS, date_of, days_of, iso_week
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.meter import spend_text

DIRECTIVE = lazy_pattern(r"%([-_^#0]*)([0-9]*)((?::{1,3}(?=z))?)(?:E(?=[cCxXyY])|O(?=[deHkIlmMSuUVwWy]))?(.)", re.ASCII | re.DOTALL)
UNFINISHED = lazy_pattern(r"%[-_^#0]*[0-9]*\Z", re.ASCII)
COMPOUND = {
    "c": "%a %b %e %H:%M:%S %Y",
    "D": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "R": "%H:%M",
    "r": "%I:%M:%S %p",
    "T": "%H:%M:%S",
    "v": "%e-%^b-%4Y",
    "X": "%H:%M:%S",
    "x": "%m/%d/%y",
}
CONSTANT = {"%": "%", "n": "\n", "t": "\t"}
NUMBERS = {
    "C": ("century", 2, "0"),
    "d": ("day", 2, "0"),
    "e": ("day", 2, " "),
    "g": ("week_year_of_century", 2, "0"),
    "H": ("hour", 2, "0"),
    "I": ("hour12", 2, "0"),
    "j": ("day_of_year", 3, "0"),
    "k": ("hour", 2, " "),
    "l": ("hour12", 2, " "),
    "M": ("minute", 2, "0"),
    "m": ("month", 2, "0"),
    "S": ("second", 2, "0"),
    "s": ("epoch", 1, "0"),
    "U": ("week_from_sunday", 2, "0"),
    "u": ("weekday_from_monday", 1, "0"),
    "V": ("iso_week", 2, "0"),
    "W": ("week_from_monday", 2, "0"),
    "w": ("weekday", 1, "0"),
    "y": ("year_of_century", 2, "0"),
}


class Moment:
    """A time split into its parts; `offset` is in seconds, None means UTC."""

    def __init__(self, nanoseconds: int, offset: int | None) -> None:
        self.offset = offset
        self.epoch, self.fraction = divmod(nanoseconds, 1_000_000_000)
        self.days, seconds = divmod(self.epoch + (offset or 0), 86400)
        self.year, self.month, self.day = date_of(self.days)
        self.hour, rest = divmod(seconds, 3600)
        self.minute, self.second = divmod(rest, 60)

    @property
    def hour12(self) -> int:
        return (self.hour - 1) % 12 + 1

    @property
    def century(self) -> int:
        return self.year // 100

    @property
    def year_of_century(self) -> int:
        return self.year % 100

    @property
    def day_of_year(self) -> int:
        return self.days - days_of(self.year, 1, 1) + 1

    @property
    def weekday(self) -> int:
        return (self.days + 4) % 7

    @property
    def weekday_from_monday(self) -> int:
        return self.weekday or 7

    @property
    def week_from_sunday(self) -> int:
        return (self.day_of_year + 6 - self.weekday) // 7

    @property
    def week_from_monday(self) -> int:
        return (self.day_of_year + 6 - (self.weekday - 1) % 7) // 7

    @cached_property
    def _iso(self) -> tuple[int, int]:
        return iso_week(self.year, self.day_of_year - 1, self.weekday)

    @property
    def iso_week(self) -> int:
        return self._iso[1]

    @property
    def week_year(self) -> int:
        return self._iso[0]

    @property
    def week_year_of_century(self) -> int:
        return self.week_year % 100


def strftime(pattern: str, moment: Moment) -> str:
    """Format a time."""
    end = 0
    for match in DIRECTIVE.finditer(pattern):
        end = match.end()
    if UNFINISHED.search(pattern, end):
        raise ArgumentError(f"invalid format: {pattern}")
    return DIRECTIVE.sub(lambda match: _directive(match, moment), pattern)


def _directive(match: re.Match[str], moment: Moment) -> str:
    flags, width_text, colons, letter = match.groups()
    width = int(width_text or "0")
    spend_text(width * 8)
    padding = next((flag for flag in reversed(flags) if flag in "_0-"), "").replace("_", " ")
    if letter == "z":
        return _offset(moment.offset or 0, len(colons), padding, width)
    if letter in "LN":
        return _fraction(moment.fraction, width or (3 if letter == "L" else 9))
    left = "-" in flags
    if letter in NUMBERS:
        name, usual, pad = NUMBERS[letter]
        return _number(getattr(moment, name), width or usual, padding or pad, left)
    if letter in "YG":
        year = moment.year if letter == "Y" else moment.week_year
        return _number(year, width or (4 if year >= 0 else 5), padding or "0", left)
    text = _text(letter, flags, moment)
    if text is None:
        return match[0]
    return text if not text or (left and letter not in COMPOUND) else text.rjust(width, "0" if padding == "0" else " ")


def _number(value: int, width: int, padding: str, left: bool) -> str:
    if left:
        return str(value)
    if padding == "0":
        return f"{value:0{width}d}"
    return str(value).rjust(width)


def _fraction(nanoseconds: int, width: int) -> str:
    return f"{nanoseconds:09d}"[:width].ljust(width, "0")


def _text(letter: str, flags: str, moment: Moment) -> str | None:
    upper = "^" in flags
    change = "#" in flags
    if letter in COMPOUND:
        text = strftime(COMPOUND[letter], moment)
        return text.upper() if upper else text
    match letter:
        case "A" | "a":
            text = WEEKDAYS[moment.weekday]
        case "B" | "b" | "h":
            text = MONTHS[moment.month - 1]
        case "P" | "p":
            lower = change if letter == "p" else not (change or upper)
            text = "AM" if moment.hour < 12 else "PM"
            return text.lower() if lower else text
        case "Z":
            text = "UTC" if moment.offset is None else ""
            return text.lower() if change and not upper else text
        case _:
            return CONSTANT.get(letter)
    if letter in "abh":
        text = text[:3]
    return text.upper() if upper or change else text


def _offset(offset: int, colons: int, padding: str, width: int) -> str:
    hours, rest = divmod(abs(offset), 3600)
    minutes, seconds = divmod(rest, 60)
    tail = (f"{minutes:02d}", f":{minutes:02d}", f":{minutes:02d}:{seconds:02d}", "")[colons]
    if colons == 3 and rest:
        tail = f":{minutes:02d}" + (f":{seconds:02d}" if seconds else "")
    sign = "-" if offset < 0 else "+"
    room = max(width - len(tail) - 1, 2)
    if padding == " ":
        return f"{sign}{hours}".rjust(room + 1) + tail
    return f"{sign}{hours:0{room}d}{tail}"
