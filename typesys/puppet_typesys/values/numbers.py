"""Conversion between numbers and text, as in the reference's runtime."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError

MIN_INTEGER: Final = -(2**63)
MAX_INTEGER: Final = 2**63 - 1

_DIGITS = {2: "[01]", 8: "[0-7]", 10: "[0-9]", 16: "[0-9a-fA-F]"}
_PREFIXES = {2: "0[bB]", 8: "0[oO]?", 10: "0[dD]", 16: "0[xX]"}
_DECIMAL = r"[0-9]+(?:_[0-9]+)*"


def float_text(number: float) -> str:
    """The text of a Float: up to 15 digits, otherwise an exponent of at least two digits."""
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    if number == 0 or 1e-4 <= abs(number) < 1e15:
        return repr(number)
    digits, _, exponent = f"{number!r}".partition("e")
    if not exponent:
        digits, _, exponent = _scientific(number).partition("e")
    value = int(exponent)
    return f"{digits if '.' in digits else digits + '.0'}e{'-' if value < 0 else '+'}{abs(value):02}"


def _scientific(number: float) -> str:
    """The shortest digits that denote the number, with an exponent."""
    return next(text for text in (f"{number:.{places}e}" for places in range(18)) if float(text) == number)


def integer_of(text: str, radix: int = 0) -> int:
    """The integer that a text denotes; with radix 0 a prefix gives the radix. Raises ArgumentError."""
    found = _integer_pattern(radix).fullmatch(text)
    if found is None:
        if "\0" in text:
            raise ArgumentError("string contains null byte")
        raise ArgumentError(f"invalid value for Integer(): {inspect_text(text)}")
    kind = found.lastgroup
    assert kind is not None
    number = int(found[kind].replace("_", ""), int(kind[1:]))
    return -number if found[1] == "-" else number


def _integer_pattern(radix: int) -> re.Pattern[str]:
    """The pattern of integers in a radix."""
    known = _PATTERNS.get(radix)
    if known is None:
        known = _PATTERNS[radix] = re.compile(rf"[\s]*([+-]?)(?:{_integer_forms(radix)})[\s]*", re.ASCII)
    return known


def _integer_forms(radix: int) -> str:
    if radix == 0:
        forms = [f"{_PREFIXES[base]}{'_?' if base == 8 else ''}(?P<r{base}>{_run(base)})" for base in (16, 2, 10, 8)]
        return "|".join((*forms, "(?P<r010>(?:0|[1-9][0-9]*(?:_[0-9]+)*|[1-9](?:_?[0-9])*))"))
    if radix in _DIGITS:
        return f"(?:{_PREFIXES[radix]})?(?P<r{radix}>{_run(radix)})"
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"[:radix]
    each = f"[{digits}{digits.upper()}]"
    return f"(?P<r{radix}>{each}+(?:_{each}+)*)"


def _run(base: int) -> str:
    return f"{_DIGITS[base]}+(?:_{_DIGITS[base]}+)*"


_PATTERNS: dict[int, re.Pattern[str]] = {}

_FLOAT = lazy_pattern(rf"[\s]*[+-]?(?:{_DECIMAL}(?:\.{_DECIMAL})?|\.{_DECIMAL})(?:[eE][+-]?{_DECIMAL})?[\s]*", re.ASCII)
_HEXADECIMAL = lazy_pattern(r"[\s]*[+-]?0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*(?:\.[0-9a-fA-F]+)?(?:[pP][+-]?[0-9]+)?[\s]*", re.ASCII)


def float_of(text: str) -> float:
    """The Float that a text denotes. Raises ArgumentError."""
    if _FLOAT.fullmatch(text):
        return float(text.replace("_", ""))
    if _HEXADECIMAL.fullmatch(text):
        return float.fromhex(text.strip().replace("_", ""))
    if "\0" in text:
        raise ArgumentError("string for Float contains null byte")
    raise ArgumentError(f"invalid value for Float(): {inspect_text(text)}")


_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
    "\x1b": "\\e",
    '"': '\\"',
    "\\": "\\\\",
}


def inspect_text(text: str) -> str:
    """The text of a String as the runtime shows it in its own messages."""
    parts: list[str] = []
    for at, character in enumerate(text):
        if character in _ESCAPES:
            parts.append(_ESCAPES[character])
        elif character == "#" and text[at + 1 : at + 2] in ("{", "$", "@"):
            parts.append("\\#")
        elif character.isprintable() or _is_shown(character):
            parts.append(character)
        else:
            parts.append(f"\\u{{{ord(character):X}}}" if ord(character) > 0xFFFF else f"\\u{ord(character):04X}")
    return f'"{"".join(parts)}"'


def _is_shown(character: str) -> bool:
    """Whether the runtime prints a character that Python's `repr` escapes: space separators and format characters."""
    return unicodedata.category(character) in ("Zs", "Cf", "Zl", "Zp", "Co")
