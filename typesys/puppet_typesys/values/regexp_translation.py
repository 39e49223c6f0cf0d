"""Translation of regular expressions from the syntax of the reference's runtime to that of the package `regex`.

Every construct is written so that its meaning does not depend on flags: `^` and `$` match at lines, `\\w`, `\\d` and `\\s` are ASCII,
named groups become numbered ones, and plain groups do not capture if there are named ones.
"""

from __future__ import annotations

import re
from typing import Final

from puppet_grammar.dataclass import dataclass, replace
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.regexp_classes import SHORT, UNICODE_SHORT, CharacterClass, escape, property_set
from puppet_typesys.values.regexp_escapes import UntranslatableRegexp, code_points

LINE_START: Final = r"(?:\A|(?<=\n)(?!\Z))"
LINE_END: Final = r"(?=\n|\Z)"
LINE_BREAK: Final = r"(?>\r\n|[\n\v\f\r\u0085\u2028\u2029])"
_ANCHORS = {"A": r"\A", "z": r"\Z", "Z": r"(?=\n?\Z)", "b": r"\b", "B": r"\B", "G": r"\G", "K": r"\K", "R": LINE_BREAK, "X": r"\X"}

_INTERVAL = lazy_pattern(r"\{(\d*)(,?)(\d*)\}")
_NAME = lazy_pattern(r"<([^>]{0,1000})>|'([^']{0,1000})'")
_OPTIONS = lazy_pattern(r"([imxadu]*)(?:-([imx]*))?([:)])")
_SOME_OPTIONS = lazy_pattern(r"\(\?[imxadu-]+[:)]")
_CAPTURE = lazy_pattern(r"\\.|\[(?:\\.|[^\]])*+(?:\]|\Z)|\(\?(?:<(?![=!])([^>]{0,1000})>|'([^']{0,1000})')|\((?!\?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mode:
    """The options in effect at a position."""

    ignore_case: bool
    dot_all: bool
    extended: bool
    kind: str = "d"
    """The meaning of `\\w` and of POSIX brackets: `d` ASCII and Unicode, `a` ASCII for both, `u` Unicode for both."""


def translated(source: str, options: int) -> tuple[str, dict[str, tuple[int, ...]]]:
    """The expression for `regex`, and the numbers of its named groups. The runtime must accept the source."""
    translation = _Translation(source)
    mode = Mode(bool(options & 1), bool(options & 4), bool(options & 2))
    pattern = translation.alternatives(mode)
    return f"(?i:{pattern})" if mode.ignore_case else pattern, translation.names


class _Translation:
    """A single pass over a source."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.count = 0
        found = [each for each in _CAPTURE.finditer(source) if each[0].startswith("(")]
        named = [each[1] or each[2] for each in found if each[0] != "("]
        self.only_names = bool(named)
        self.bodies = [each.end() for each in found if each[0] != "(" or not named]
        self.calls = bool(re.search(r"\\g[<']", source))
        self.open: list[int] = []
        self.total = len(named) if named else len(found)
        names: dict[str, tuple[int, ...]] = {}
        for number, name in enumerate(named, 1):
            names[name] = (*names.get(name, ()), number)
        self.names = names

    def alternatives(self, mode: Mode) -> str:
        """Translate alternatives up to the end or the closing parenthesis."""
        parts: list[str] = []
        while self.at < len(self.source) and self.source[self.at] != ")":
            if self.source[self.at] == "|":
                parts.append("|")
                self.at += 1
                continue
            if rest := self._options_for_the_rest(mode):
                parts.append(rest)
                continue
            parts.append(self._repeated(mode))
        return "".join(parts)

    def _options_for_the_rest(self, mode: Mode) -> str | None:
        """Translate `(?i)`: the rest of the group, including its further alternatives, becomes a group with these options."""
        if not self.source.startswith("(?", self.at):
            return None
        found = _OPTIONS.match(self.source, self.at + 2)
        if not found or found[3] != ")":
            return None
        self.at = found.end()
        return self._with_options(found, mode)

    def _with_options(self, found: re.Match[str], mode: Mode) -> str:
        on, off = found[1], found[2] or ""
        kind = next((letter for letter in reversed(on) if letter in "adu"), mode.kind)
        ignore_case = ("i" in on or mode.ignore_case) and "i" not in off
        dot_all = ("m" in on or mode.dot_all) and "m" not in off
        extended = ("x" in on or mode.extended) and "x" not in off
        inner = self.alternatives(replace(mode, ignore_case=ignore_case, dot_all=dot_all, extended=extended, kind=kind))
        return f"(?{'' if ignore_case == mode.ignore_case else 'i' if ignore_case else '-i'}:{inner})"

    def _repeated(self, mode: Mode) -> str:
        """Translate an atom with its quantifiers."""
        atom = self._atom(mode)
        while quantifier := self._quantifier(mode):
            if not atom:
                continue
            # A quantifier after a quantifier applies to the whole, even if the two together would have a meaning of their own.
            atom = f"(?:{atom}){quantifier}" if quantifier[-1:] != "E" else f"(?:(?:{atom}){quantifier[:-1]})?"
        return atom

    def _quantifier(self, mode: Mode) -> str:
        """Read a quantifier; empty if there is none."""
        if mode.extended:
            self._skip_blanks()
        character = self.source[self.at : self.at + 1]
        if character in ("*", "+", "?") and character:
            self.at += 1
            follower = self.source[self.at : self.at + 1]
            if follower in ("?", "+") and follower:
                self.at += 1
                return character + follower
            return character
        found = _INTERVAL.match(self.source, self.at) if character == "{" else None
        if not found or not (found[1] or found[3]):
            return ""
        self.at = found.end()
        lazy = self.source.startswith("?", self.at)
        self.at += lazy
        if not found[2]:
            return f"{{{found[1]}}}" + ("E" if lazy else "")
        return f"{{{found[1] or 0},{found[3]}}}" + ("?" if lazy else "")

    def _skip_blanks(self) -> None:
        source = self.source
        while self.at < len(source) and (source[self.at].isspace() or source[self.at] == "#"):
            if source[self.at] == "#":
                end = source.find("\n", self.at)
                self.at = len(source) if end < 0 else end
            else:
                self.at += 1

    def _atom(self, mode: Mode) -> str:
        character = self.source[self.at]
        if mode.extended and (character.isspace() or character == "#"):
            self._skip_blanks()
            return ""
        self.at += 1
        match character:
            case "\\":
                return self._escape(mode)
            case "[":
                reader = CharacterClass(self.source, self.at, mode.kind)
                text = reader.read()
                self.at = reader.at
                return text
            case "(":
                return self._group(mode)
            case "^":
                return LINE_START
            case "$":
                return LINE_END
            case ".":
                return r"(?s:.)" if mode.dot_all else r"[^\n]"
        return escape(character)

    def _group(self, mode: Mode) -> str:
        """Translate a group, from after its `(`."""
        source = self.source
        if not source.startswith("?", self.at):
            if self.only_names:
                return f"(?:{self._inside(mode)})"
            return self._capture(mode)
        if source.startswith("?#", self.at):
            end = re.compile(r"(?:\\.|[^)\\])*\)", re.DOTALL).match(source, self.at)
            assert end is not None
            self.at = end.end()
            return ""
        for start in ("?:", "?=", "?!", "?>", "?<=", "?<!"):
            if source.startswith(start, self.at):
                self.at += len(start)
                return f"({start}{self._inside(mode)})"
        if source.startswith("?(", self.at):
            return self._conditional(mode)
        if source.startswith("?~", self.at):
            raise UntranslatableRegexp(source)
        if named := _NAME.match(source, self.at + 1):
            self.at = named.end()
            return self._capture(mode)
        options = _OPTIONS.match(source, self.at + 1)
        if not options:
            raise UntranslatableRegexp(source)
        self.at = options.end()
        text = self._with_options(options, mode)
        self.at += 1
        return text

    def _capture(self, mode: Mode) -> str:
        self.count += 1
        number = self.count
        self.open.append(number)
        inner = self._inside(mode)
        self.open.pop()
        return f"(?P<g{number}>{inner})" if self.calls else f"({inner})"

    def _called(self, numbers: tuple[int, ...], mode: Mode) -> str:
        """Translate a call of a group: its content again, with the same number. A recursive call cannot be written out."""
        if len(numbers) != 1 or not 0 < numbers[0] <= self.total or numbers[0] in self.open or _SOME_OPTIONS.search(self.source):
            raise UntranslatableRegexp(self.source)
        here = self.at, self.count
        self.at, self.count = self.bodies[numbers[0] - 1], numbers[0] - 1
        text = self._capture(mode)
        self.at, self.count = here
        return text

    def _inside(self, mode: Mode) -> str:
        text = self.alternatives(mode)
        self.at += 1
        return text

    def _conditional(self, mode: Mode) -> str:
        found = re.compile(r"\?\((?:<([^>]*)>|'([^']*)'|(\d+))\)").match(self.source, self.at)
        if not found:
            raise UntranslatableRegexp(self.source)
        self.at = found.end()
        numbers = self._numbers(found[1] or found[2] or found[3])
        if len(numbers) != 1:
            raise UntranslatableRegexp(self.source)
        return f"(?({numbers[0]}){self._inside(mode)})"

    def _escape(self, mode: Mode) -> str:
        """Translate an escape, from after its backslash."""
        letter = self.source[self.at]
        self.at += 1
        if letter in _ANCHORS:
            return _ANCHORS[letter]
        if letter in "dDwWsShH":
            table = UNICODE_SHORT if mode.kind == "u" and letter not in "hH" else SHORT
            return f"(?-i:[{'^' if letter.isupper() else ''}{table[letter.lower()]}])"
        if letter in "pP" and self.source.startswith("{", self.at):
            close = self.source.find("}", self.at)
            if close < 0:
                raise UntranslatableRegexp(self.source)
            name, self.at = self.source[self.at + 1 : close], close + 1
            return self._property(name, letter == "P", mode)
        if letter == "k" and (found := _NAME.match(self.source, self.at)):
            self.at = found.end()
            return self._back_reference(self._numbers(found[1] or found[2] or ""))
        if letter == "g" and (found := _NAME.match(self.source, self.at)):
            self.at = found.end()
            return self._called(self._numbers(found[1] or found[2] or ""), mode)
        if letter in "123456789":
            digits = re.compile(r"\d*").match(self.source, self.at)
            assert digits is not None
            number = int(letter + digits[0][:20])
            if number <= 9 or number <= self.total:
                self.at = digits.end()
                return self._back_reference((number,))
        self.at -= 1
        characters, self.at = code_points(self.source, self.at)
        return "".join(map(escape, characters))

    def _property(self, name: str, negated: bool, mode: Mode) -> str:
        found = property_set(name.removeprefix("^"))
        if found is None:
            raise UntranslatableRegexp(self.source)
        return f"[{'^' if negated != name.startswith('^') else ''}{found}]"

    def _numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of the groups that a name or number in `\\k<...>` refers to."""
        if name.lstrip("-").isdecimal():
            number = int(name[:20])
            return (self.count + 1 + number if number < 0 else number,)
        if name not in self.names:
            raise UntranslatableRegexp(self.source)
        return self.names[name]

    def _back_reference(self, numbers: tuple[int, ...]) -> str:
        if any(not 0 < number <= self.total for number in numbers):
            raise UntranslatableRegexp(self.source)
        # Of several groups with one name, the last one that took part takes precedence.
        return "(?:" + "|".join(f"(?P=g{number})" if self.calls else rf"\g<{number}>" for number in reversed(numbers)) + ")"
