"""Conversion of values that are not containers to text by a format."""

from __future__ import annotations

import re
from collections.abc import Callable as Function
from typing import NoReturn

from puppet_typesys.convert.format import Format
from puppet_typesys.convert.text import inspect, runtime_text, text
from puppet_typesys.types.model import Type
from puppet_typesys.types.show import show
from puppet_typesys.values.binary import Binary
from puppet_typesys.values.default import Default
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.formatting import format as sprintf
from puppet_typesys.values.meter import spend_new_text
from puppet_typesys.values.numbers import float_text, inspect_text
from puppet_typesys.values.quoting import double_quote, quote
from puppet_typesys.values.regexp import Regexp


def scalar(value: object, format: Format) -> str:
    """Convert a value that is not a container."""
    for kind, rule in RULES:
        if isinstance(value, kind):
            return rule(value, format)
    return sprintf(format.source, (value,), runtime_text, inspect)


def refuse(kind: str, format: Format, letters: str) -> NoReturn:
    """Raise ArgumentError for a letter that a type does not support; `letters` are those that it supports."""
    raise ArgumentError(f"Illegal format '{format.letter}' specified for value of {kind} type - expected one of the characters '{letters}'")


def fitted(format: Format, text: str) -> str:
    """Truncate and pad a text to the precision and width of a format."""
    if format.precision is not None:
        text = text[: format.precision]
    spend_new_text(format.width or 0)
    if format.width is None:
        return text
    return text.ljust(format.width) if "-" in format.flags else text.rjust(format.width)


def by_letter(format: Format, letter: str, value: object) -> str:
    """Convert a value by the same format with another letter."""
    return sprintf(format.source[:-1].replace(format.letter, letter) + letter, (value,), text, inspect)


def _undef(value: object, format: Format) -> str:
    plain, alternative = _UNDEF.get(format.letter) or refuse("Undef", format, "nudxXobBeEfgGaAvVsp")
    return fitted(format, alternative if format.alternative else plain)


_UNDEF = {
    "n": ("nil", "null"),
    "u": ("undef", "undefined"),
    **dict.fromkeys("dxXobBeEfgGaA", ("NaN", "NaN")),
    "v": ("n/a", "n/a"),
    "V": ("N/A", "N/A"),
    "s": ("", '""'),
    "p": ("undef", '"undef"'),
}


def _default(value: object, format: Format) -> str:
    if format.letter not in "dDsp":
        refuse("Default", format, "dDsp")
    word = "Default" if format.letter == "D" else "default"
    return fitted(format, f'"{word}"' if format.alternative else word)


def _boolean(value: bool, format: Format) -> str:
    match format.letter:
        case "t" | "T" | "y" | "Y":
            word = ("true" if value else "false") if format.letter in "tT" else "yes" if value else "no"
            word = word.capitalize() if format.letter.isupper() else word
            return fitted(format, word[0] if format.alternative else word)
        case "d" | "x" | "X" | "o" | "b" | "B":
            return _integer(int(value), format)
        case "e" | "E" | "f" | "g" | "G" | "a" | "A":
            return _float(float(value), format)
        case "s" | "p":
            return fitted(format, "true" if value else "false")
    refuse("Boolean", format, "tTyYdxXobBeEfgGaAsp")


def _integer(value: int, format: Format) -> str:
    match format.letter:
        case "d" | "x" | "X" | "o" | "b" | "B" | "p":
            return sprintf(format.source, (value,))
        case "e" | "E" | "f" | "g" | "G" | "a" | "A":
            return sprintf(format.source, (float(value),))
        case "c":
            if value < 0:
                raise ArgumentError("pack(U): value out of range")
            character = chr(value) if value <= 0x10FFFF else "\ufffd"
            return by_letter(format, "s", f'"{character}"' if format.alternative else character)
        case "s":
            return by_letter(format, "p" if format.alternative else "s", str(value))
    refuse("Integer", format, "dxXobBeEfgGaAspc")


def _float(value: float, format: Format) -> str:
    match format.letter:
        case "d" | "x" | "X" | "o" | "b" | "B":
            return sprintf(format.source, (value,))
        case "e" | "E" | "f" | "g" | "G" | "a" | "A" | "p":
            return sprintf(format.source, (value,))
        case "s":
            return sprintf(format.source, (f'"{float_text(value)}"' if format.alternative else float_text(value),))
    refuse("Float", format, "dxXobBeEfgGaAsp")


def _without_colons(name: str) -> str:
    """A name without the pairs of colons at its end."""
    return name[: len(name) - (len(name) - len(name.rstrip(":"))) // 2 * 2]


def _string(value: str, format: Format) -> str:
    match format.letter:
        case "s":
            return sprintf(format.source, (value,))
        case "p":
            return fitted(format, double_quote(value) if format.alternative else quote(value))
        case "c":
            changed = value.capitalize()
        case "C":
            changed = "::".join(map(str.capitalize, _without_colons(value).split("::")))
        case "u":
            changed = value.upper()
        case "d":
            changed = value.lower()
        case "t":
            changed = value.strip("\0\t\n\v\f\r ")
        case _:
            refuse("String", format, "cCudspt")
    return fitted(format, quote(changed)) if format.alternative else by_letter(format, "s", changed)


def _regexp(value: Regexp, format: Format) -> str:
    match format.letter:
        case "p":
            return by_letter(format, "s", value.delimited())
        case "s":
            return by_letter(format, "s", quote(value.to_s()) if format.alternative else value.to_s())
    refuse("Regexp", format, "sp")


def _type(value: Type, format: Format) -> str:
    match format.letter:
        case "s":
            return sprintf(format.source, (f'"{show(value)}"' if format.alternative else show(value),))
        case "p":
            return by_letter(format, "s", show(value))
    refuse("Type", format, "sp")


def _binary(value: Binary, format: Format) -> str:
    if format.letter == "p":
        return f'Binary("{by_letter(format, "s", value.strict())}")'
    if format.letter not in _BINARY:
        refuse("Binary", format, "bButTsp")
    content = _BINARY[format.letter](value, format)
    letter = "p" if format.alternative else "s"
    if letter == "p" and format.letter == "s":
        return by_letter(format, "s", _shown_bytes(value.data))
    return by_letter(format, letter, content)


def _decoded(value: Binary, format: Format) -> str:
    if format.alternative:
        return ""
    try:
        return value.data.decode()
    except UnicodeDecodeError:
        octet = next(each for each in value.data if each > 0x7F)
        raise ArgumentError(f'"\\x{octet:02X}" from ASCII-8BIT to UTF-8') from None


def _shown_bytes(data: bytes) -> str:
    """Bytes as the runtime shows a binary string."""
    shown = inspect_text("".join(chr(each) if each < 0x80 else chr(0xE000 + each) for each in data))
    shown = re.sub(r"\\u00([0-9A-F]{2})", r"\\x\1", shown)
    return "".join(f"\\x{ord(each) - 0xE000:02X}" if 0xE080 <= ord(each) <= 0xE0FF else each for each in shown)


_BINARY: dict[str, Function[[Binary, Format], str]] = {
    "s": _decoded,
    "b": lambda value, format: value.relaxed(),
    "B": lambda value, format: value.strict(),
    "u": lambda value, format: value.for_url(),
    "t": lambda value, format: "Binary",
    "T": lambda value, format: "BINARY",
}

RULES: tuple[tuple[type, Function[..., str]], ...] = (
    (str, _string),
    (bool, _boolean),
    (int, _integer),
    (float, _float),
    (type(None), _undef),
    (Type, _type),
    (Default, _default),
    (Regexp, _regexp),
    (Binary, _binary),
)
