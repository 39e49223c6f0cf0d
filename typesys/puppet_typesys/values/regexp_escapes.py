"""Escapes that denote characters in regular expressions."""

from __future__ import annotations

import re

from puppet_typesys.values.unknown import UnknownValue

_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}


class UntranslatableRegexp(UnknownValue):
    """Raised for a regular expression that cannot be translated, so that its matches are unknown."""


def code_points(source: str, at: int) -> tuple[str, int]:
    """The characters that an escape denotes, from the letter after its backslash, and the offset of its end."""
    letter = source[at]
    if letter in _CONTROL:
        return _CONTROL[letter], at + 1
    if letter == "x":
        return _octets(source, at)
    if letter == "u":
        if source.startswith("{", at + 1):
            close = source.index("}", at)
            return "".join(chr(int(code, 16)) for code in source[at + 2 : close].split()), close + 1
        return chr(int(source[at + 1 : at + 5], 16)), at + 5
    if letter in "01234567":
        found = re.compile(r"[0-7]{1,3}").match(source, at)
        assert found is not None
        code = int(found[0], 8)
        if code > 0x7F:
            raise UntranslatableRegexp(source)
        return chr(code), found.end()
    if letter == "c" and at + 1 < len(source) and source[at + 1] != "\\":
        return chr(ord(source[at + 1]) & 0x1F), at + 2
    if letter == "C" and source.startswith("-", at + 1) and at + 2 < len(source) and source[at + 2] != "\\":
        return chr(ord(source[at + 2]) & 0x1F), at + 3
    if letter in "cCM":
        raise UntranslatableRegexp(source)
    return letter, at + 1


def _octets(source: str, at: int) -> tuple[str, int]:
    """Read `\\x41`, or several such escapes in a row that are the UTF-8 bytes of one character."""
    found = re.compile(r"x([0-9a-fA-F]{1,2})").match(source, at)
    assert found is not None
    octets = [int(found[1], 16)]
    while octets[0] > 0x7F:
        try:
            return bytes(octets).decode(), found.end()
        except UnicodeDecodeError:
            found = re.compile(r"\\x([0-9a-fA-F]{2})").match(source, found.end())
            if not found:
                raise UntranslatableRegexp(source) from None
            octets.append(int(found[1], 16))
    return chr(octets[0]), found.end()
