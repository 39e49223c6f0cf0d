"""Conversion of strings to numbers by the rules of the language: decimal, octal, hexadecimal, with fraction and exponent."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern

NUMERIC = lazy_pattern(r"[ \t]*+(?:([-+])[ \t]*+)?((0[xX][0-9A-Fa-f]+)|(0?[0-9]+)((?:\.[0-9]+)?(?:[eE]-?[0-9]+)?))[ \t]*\Z", re.ASCII)
ZERO_WITH_EXPONENT = lazy_pattern(r"\.?0*[eE].*\Z")


def to_number(text: str) -> int | float | None:
    """The number that a text denotes; None if it is not a number."""
    match = NUMERIC.match(text)
    if match is None:
        return None
    sign, digits, hexadecimal, whole, fraction = match.groups()
    if fraction:
        if _integer(whole) is None:
            return None  # A leading zero makes it octal.
        if _integer(whole) == 0 and ZERO_WITH_EXPONENT.match(fraction):
            return None
        value: int | float = float(digits)
        if value == float("inf"):
            return None
    else:
        read = int(digits, 16) if hexadecimal else _integer(digits)
        if read is None:
            return None
        value = read
    return -value if sign == "-" else value


def _integer(digits: str) -> int | None:
    try:
        return int(digits, 8) if len(digits) > 1 and digits[0] == "0" else int(digits)
    except ValueError:
        return None
