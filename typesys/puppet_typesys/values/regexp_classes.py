"""Translation of character classes: brackets, POSIX classes and properties, for the package `regex`."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.regexp_escapes import UntranslatableRegexp, code_points

SHORT = {"w": "a-zA-Z0-9_", "d": "0-9", "s": r" \t\n\v\f\r", "h": "0-9a-fA-F"}
UNICODE_SHORT = {"w": r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}", "d": r"\p{Nd}", "s": r"\p{White_Space}"}

_PUNCTUATION = r"\p{P}$+<=>\^`\|\~"
POSIX = {
    "alnum": r"\p{Alphabetic}\p{Nd}",
    "alpha": r"\p{Alphabetic}",
    "ascii": r"\x00-\x7f",
    "blank": r"\p{Zs}\t",
    "cntrl": r"\p{Cc}",
    "digit": r"\p{Nd}",
    "graph": r"[^\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]",
    "lower": r"\p{Lowercase}",
    "print": r"[^\p{Cc}\p{Cn}\p{Cs}]",
    "punct": _PUNCTUATION,
    "space": r"\p{White_Space}",
    "upper": r"\p{Uppercase}",
    "xdigit": "0-9a-fA-F",
    "word": UNICODE_SHORT["w"],
}
ASCII_POSIX = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "ascii": r"\x00-\x7f",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": SHORT["s"],
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
    "word": SHORT["w"],
}
_POSIX = lazy_pattern(r"\[:(\^?)(\w+):\]")


def escape(character: str) -> str:
    """A literal character, valid both inside and outside of brackets."""
    if character.isalnum() or character == "_" or not character.isascii():
        return character
    return f"\\x{ord(character):02x}"


def property_set(name: str) -> str | None:
    """The content of a bracketed set for `\\p{name}`; None if `regex` has no such property."""
    plain = re.sub(r"[\s_-]", "", name).lower()
    if plain in POSIX:
        return POSIX[plain]
    if plain == "any":
        return r"\x00-\U0010ffff"
    if plain == "assigned":
        return r"[^\p{Cn}]"
    import regex  # 19 ms; only expressions that are searched for come here

    try:
        regex.compile(rf"\p{{{name}}}")
    except regex.error:
        return None
    return rf"\p{{{name}}}"


class CharacterClass:
    """Translates a character class, from after its `[` to its `]`."""

    def __init__(self, source: str, at: int, kind: str) -> None:
        self.source = source
        self.at = at
        self.kind = kind

    def read(self) -> str:
        """The class for `regex`, with brackets."""
        negated = self.source.startswith("^", self.at)
        self.at += negated
        operands: list[str] = []
        members: list[str] = []
        first = True
        while first or not self.source.startswith("]", self.at):
            if self.source.startswith("&&", self.at):
                self.at += 2
                operands.append("".join(members))
                members = []
                first = False
                continue
            members.append(self._member())
            first = False
        self.at += 1
        operands.append("".join(members))
        if not all(operands):
            raise UntranslatableRegexp(self.source)
        inside = operands[0] if len(operands) == 1 else "&&".join(f"[{operand}]" for operand in operands)
        return f"[{'^' if negated else ''}{inside}]"

    def _member(self) -> str:
        """Read a set, a character, or a range of characters."""
        source = self.source
        if source.startswith("[", self.at):
            if posix := _POSIX.match(source, self.at):
                self.at = posix.end()
                table = ASCII_POSIX if self.kind == "a" else POSIX
                return f"[{posix[1]}{table[posix[2]]}]"
            nested = CharacterClass(source, self.at + 1, self.kind)
            text = nested.read()
            self.at = nested.at
            return text
        low = self._single()
        if len(low) != 1:
            return low
        following = source[self.at + 1 : self.at + 3]
        if not source.startswith("-", self.at) or following[:1] in ("", "]", "[") or following == "&&":
            return escape(low)
        start = self.at
        self.at += 1
        high = self._single()
        if len(high) != 1:
            self.at = start
            return escape(low)
        return f"{escape(low)}-{escape(high)}"

    def _single(self) -> str:
        """Read one character, or a set, whose translation is longer than one character."""
        character = self.source[self.at]
        self.at += 1
        if character != "\\":
            return character
        letter = self.source[self.at]
        if letter in "dDwWsShH":
            self.at += 1
            table = UNICODE_SHORT if self.kind == "u" and letter not in "hH" else SHORT
            return f"[{'^' if letter.isupper() else ''}{table[letter.lower()]}]"
        if letter in "pP" and self.source.startswith("{", self.at + 1):
            close = self.source.index("}", self.at)
            name, self.at = self.source[self.at + 2 : close], close + 1
            found = property_set(name.removeprefix("^"))
            if found is None:
                raise UntranslatableRegexp(self.source)
            return f"[{'^' if (letter == 'P') != name.startswith('^') else ''}{found}]"
        if letter == "b":
            self.at += 1
            return "\b"
        if letter in "RX":
            self.at += 1
            return letter
        characters, self.at = code_points(self.source, self.at)
        return characters if len(characters) == 1 else f"[{''.join(map(escape, characters))}]"
