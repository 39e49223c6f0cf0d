"""Validation of regular expressions by Ruby's syntax: the reference compiles them while it parses.

Only certain errors are reported; what a pattern matches does not matter here.
"""

from __future__ import annotations

import re
from typing import Literal

from puppet_grammar.patterns import lazy_pattern

_INTERVAL = lazy_pattern(r"\{(\d*)(,?)(\d*)\}")
_GROUP_NAME = lazy_pattern(r"\?(?:<(?![=!])([^>]{0,1000})>|'([^']{0,1000})')")
_OPTIONS = lazy_pattern(r"\?[imxadu]*(?:-[imx]*)?[:)]")
_REFERENCE = lazy_pattern(r"<([^>]{0,1000})>|'([^']{0,1000})'")
_HEXADECIMALS = lazy_pattern(r"(?:\\x[0-9a-fA-F]{2}){0,3}")
_BEGUN = lazy_pattern(r"([^(){|]*)[(){|]")
_PROPERTY = lazy_pattern(r"\{(\^?)([^}]*)\}")
_CODE_POINTS = lazy_pattern(r"\{\s*[0-9a-fA-F]{1,8}(?:\s+[0-9a-fA-F]{1,8})*\s*\}")
_MAX_REPEAT = 100_000
_FAR = 20_000
"""How many characters after the letter of an escape are looked at; copying all that follow would take quadratic time."""
_POSIX = lazy_pattern(r"\[:\^?(\w+):\]")
_POSIX_NAMES = frozenset("alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit".split())
_HEXADECIMAL = lazy_pattern(r"x([0-7][0-9a-fA-F]?)")
_CONTROL = {"n": 10, "t": 9, "r": 13, "f": 12, "v": 11, "a": 7, "e": 27}
_SET = -1
"""A member of a class that is itself a set, such as `\\d`."""


class _RefusalError(Exception):
    """Raised if the pattern does not compile; the argument is the reason."""


def regex_error(pattern: str) -> str | None:
    """Ruby's error for a pattern; None if it is accepted, or may be."""
    reader = _Reader(pattern)
    try:
        reader.read()
    except _RefusalError as error:
        return str(error)
    return None


class _Reader:
    """A single pass over a pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.groups = 0
        self.varies_in_look_behind = False
        """Whether a look-behind contains a repetition or, if it is negative, a capture."""
        self.names: set[str] = set()
        self.references: list[int] = []
        self.name_references: list[str] = []

    def read(self) -> None:
        depth, repeatable = 0, False
        look_behinds: list[str] = []
        """For each open group, the enclosing look-behind: empty, `?<=` or `?<!`."""
        pattern = self.pattern
        while self.at < len(pattern):
            character = pattern[self.at]
            self.at += 1
            match character:
                case "\\":
                    repeatable = self._escape()
                case "[":
                    self._character_class()
                    repeatable = True
                case "(":
                    start = self.at
                    opened = self._group()
                    if opened == "group":
                        look_behinds.append(self._enclosing_look_behind(start, look_behinds[-1] if look_behinds else ""))
                        depth += 1
                    repeatable = repeatable and opened == "comment"
                case ")":
                    if depth == 0:
                        raise _RefusalError("unmatched close parenthesis")
                    depth -= 1
                    look_behinds.pop()
                    repeatable = True
                case "|":
                    repeatable = False
                case "*" | "+" | "?":
                    if not repeatable:
                        raise _RefusalError("target of repeat operator is not specified")
                    self.varies_in_look_behind |= depth > 0 and look_behinds[-1] != ""
                case "{":
                    start = self.at
                    self._interval(repeatable)
                    self.varies_in_look_behind |= depth > 0 and look_behinds[-1] != "" and _varies(pattern[start - 1 : self.at])
                    repeatable = True
                case _:
                    repeatable = True
        if depth:
            raise _RefusalError("end pattern with unmatched parenthesis")
        self._references()
        if self.varies_in_look_behind:
            raise _RefusalError("invalid pattern in look-behind")

    def _enclosing_look_behind(self, start: int, outer: str) -> str:
        """The look-behind that encloses the content of a group beginning at `start`; empty if there is none."""
        opening = self.pattern[start : self.at]
        if opening in ("?<=", "?<!"):
            return opening
        self.varies_in_look_behind |= outer == "?<!" and (opening in ("", "?=", "?>") or bool(_GROUP_NAME.match(opening)))
        return outer

    def _interval(self, repeatable: bool) -> None:
        """Read an interval or a literal brace, from after `{`."""
        found = _INTERVAL.match(self.pattern, self.at - 1)
        if not found or not (found[1] or found[3]):
            return
        first, last = _number(found[1]), _number(found[3])
        low, high = first, (last if found[3] else first) if found[3] or not found[2] else _MAX_REPEAT
        if max(first, last) > _MAX_REPEAT:
            raise _RefusalError("too big number")
        if low > high:
            raise _RefusalError("upper is smaller than lower in repeat range")
        if not repeatable:
            raise _RefusalError("target of repeat operator is not specified")
        self.at = found.end()

    def _group(self) -> Literal["group", "options", "comment"]:
        """Read the beginning of a group, from after `(`; return what it opens."""
        pattern = self.pattern
        if pattern[self.at : self.at + 1] != "?":
            self.groups += 1
            return "group"
        if not pattern[self.at + 1 : self.at + 2]:
            raise _RefusalError("end pattern in group")
        if pattern.startswith("?#", self.at):
            end = self.at
            while end < len(pattern) and pattern[end] != ")":
                end += 2 if pattern[end] == "\\" else 1
            if end >= len(pattern):
                raise _RefusalError("end pattern in group")
            self.at = end + 1
            return "comment"
        for start in ("?:", "?=", "?!", "?>", "?~", "?<=", "?<!"):
            if pattern.startswith(start, self.at):
                self.at += len(start)
                return "group"
        if pattern.startswith("?(", self.at):
            close = pattern.find(")", self.at)
            self.at = len(pattern) if close < 0 else close + 1
            return "group"
        if named := _GROUP_NAME.match(pattern, self.at):
            name = named[1] if named[1] is not None else named[2]
            if not name:
                raise _RefusalError("group name is empty")
            if not (name[0].isalpha() or name[0] == "_") and ord(name[0]) < 128:
                raise _RefusalError(f"invalid group name <{name}>")
            self.names.add(name)
            self.at = named.end()
            return "group"
        if options := _OPTIONS.match(pattern, self.at):
            self.at = options.end()
            return "group" if options[0].endswith(":") else "options"
        raise _RefusalError("undefined group option")

    def _escape(self) -> bool:
        """Read an escape, from after the backslash."""
        pattern = self.pattern
        character = pattern[self.at : self.at + 1]
        self.at += 1
        rest = pattern[self.at : self.at + _FAR]
        match character:
            case "":
                raise _RefusalError("too short escape sequence")
            case "p" | "P":
                self._property()
            case "k" | "g":
                self._named_reference(character)
            case "x" | "u" | "c" | "C" | "M":
                self._code(character, rest)
            case "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9":
                digits = re.match(r"\d*", rest)
                number = character + (digits[0] if digits else "")
                if len(number) == 1:
                    self.references.append(int(number))
                else:
                    self.at += len(number) - 1
        return True

    def _code(self, kind: str, rest: str) -> None:
        match kind:
            case "x":
                self._hex_escape(rest)
            case "u":
                self._unicode_escape(rest)
            case "c":
                if not rest:
                    raise _RefusalError("too short control escape")
            case "C":
                if not re.match(r"-.", rest, re.DOTALL):
                    raise _RefusalError("too short control escape")
            case _:
                if not re.match(r"-.", rest, re.DOTALL):
                    raise _RefusalError("too short meta escape")

    def _hex_escape(self, rest: str) -> None:
        digits = re.match(r"[0-9a-fA-F]{1,2}", rest)
        if not digits:
            raise _RefusalError("invalid hex escape")
        self.at += len(digits[0])
        # Bytes outside of ASCII must form valid UTF-8.
        octets = [int(digits[0], 16)]
        if octets[0] < 0x80:
            return
        following = _HEXADECIMALS.match(self.pattern, self.at)
        octets += [int(code, 16) for code in re.findall(r"\\x(..)", following[0] if following else "")]
        for count in range(2, min(4, len(octets)) + 1):
            try:
                bytes(octets[:count]).decode()
            except UnicodeDecodeError:
                continue
            self.at += 4 * (count - 1)
            return
        raise _RefusalError("invalid multibyte escape")

    def _unicode_escape(self, rest: str) -> None:
        if rest.startswith("{"):
            codes = _CODE_POINTS.match(rest)
            if not codes:
                raise _RefusalError("invalid Unicode list")
            points = [int(code, 16) for code in codes[0][1:-1].split()]
            self.at += len(codes[0])
        else:
            digits = re.match(r"[0-9a-fA-F]{4}", rest)
            if not digits:
                raise _RefusalError("invalid Unicode escape" if rest else "too short escape sequence")
            points = [int(digits[0], 16)]
            self.at += 4
        if any(point > 0x10FFFF or 0xD800 <= point < 0xE000 for point in points):
            raise _RefusalError("invalid Unicode range")

    def _property(self) -> None:
        found = _PROPERTY.match(self.pattern, self.at)
        if not found:
            if self.pattern.startswith("{", self.at):
                # The name ends before a character that cannot be part of it; without one, the error shows no name.
                begun = _BEGUN.match(self.pattern, self.at + 1)
                raise _RefusalError(f"invalid character property name {{{begun[1] if begun else ''}}}")
            return
        self.at = found.end()
        name = re.sub(r"[\s_-]", "", found[2]).lower()
        if not name or (name not in _PROPERTIES and not _is_script_like(name)):
            raise _RefusalError(f"invalid character property name {{{found[2]}}}")

    def _named_reference(self, kind: str) -> None:
        found = _REFERENCE.match(self.pattern, self.at)
        if not found:
            return
        self.at = found.end()
        name = found[1] if found[1] is not None else found[2]
        if not name:
            raise _RefusalError("group name is empty")
        if name[0].isalpha() or name[0] == "_":
            name = re.sub(r"[+-]\d+\Z", "", name)
            if kind == "k" and name not in self.names:
                raise _RefusalError(f"undefined name <{name}> reference")
            self.name_references.append(name)

    def _references(self) -> None:
        for number in self.references:
            if number > self.groups and not self.names:
                raise _RefusalError("invalid backref number/name")
            if self.names:
                raise _RefusalError("numbered backref/call is not allowed. (use name)")
        for name in self.name_references:
            if name not in self.names:
                raise _RefusalError(f"undefined name <{name}> reference")

    def _character_class(self) -> None:
        """Read a character class, from after `[` to its `]`."""
        pattern = self.pattern
        depth = 1
        self._skip_negation()
        while self.at < len(pattern):
            character = pattern[self.at]
            posix = _POSIX.match(pattern, self.at) if character == "[" else None
            if posix:
                if posix[1] not in _POSIX_NAMES:
                    raise _RefusalError("invalid POSIX bracket type")
                self.at = posix.end()
                self._range(_SET)
            elif character == "[":
                depth += 1
                self.at += 1
                self._skip_negation()
            elif character == "]":
                self.at += 1
                depth -= 1
                if depth == 0:
                    return
            else:
                self._range(self._member())
        raise _RefusalError("premature end of char-class")

    def _range(self, low: int | None) -> None:
        """Read the rest of a range after a member of a class, if `-` follows."""
        pattern = self.pattern
        following = pattern[self.at + 1 : self.at + 3]
        if pattern[self.at : self.at + 1] != "-" or following[:1] in ("", "]", "[") or following == "&&":
            return
        if low == _SET:
            raise _RefusalError("unmatched range specifier in char-class")
        self.at += 1
        high = self._member()
        if high == _SET:
            raise _RefusalError("char-class value at end of range")
        if low is not None and high is not None and high < low:
            raise _RefusalError("empty range in char class")

    def _skip_negation(self) -> None:
        if self.pattern[self.at : self.at + 1] == "^":
            self.at += 1
        if self.pattern[self.at : self.at + 1] == "]" and self.pattern.find("]", self.at + 1) >= 0:
            self.at += 1  # a first ] is literal
        elif self.pattern[self.at : self.at + 1] == "]":
            raise _RefusalError("empty char-class")

    def _member(self) -> int | None:
        """Read a member of a class: its code point, `_SET` for a set of characters, None if unknown."""
        pattern = self.pattern
        character = pattern[self.at]
        self.at += 1
        if character != "\\":
            return ord(character)
        escaped = pattern[self.at : self.at + 1]
        if not escaped:
            raise _RefusalError("premature end of char-class")
        if escaped in "xucCMpP":
            start = self.at
            self._escape()
            hexadecimal = _HEXADECIMAL.fullmatch(pattern[start : self.at])
            return _SET if escaped in "pP" else int(hexadecimal[1], 16) if hexadecimal else None
        self.at += 1
        if escaped in "dDwWsShH":
            return _SET
        return _CONTROL.get(escaped) if escaped.isalnum() else ord(escaped)


def _varies(interval: str) -> bool:
    """Whether an interval allows different numbers of repetitions."""
    found = _INTERVAL.fullmatch(interval)
    return bool(found and found[2] and found[1] != found[3])


def _is_script_like(name: str) -> bool:
    """Whether a name may be that of a script, block or age; there are many, so only short and plain words are rejected."""
    return name.startswith(("in", "age", "script", "block")) or len(name) > 4


_PROPERTIES = frozenset(
    "alnum alpha blank cntrl digit graph lower print punct space upper xdigit word ascii any assigned "
    "l ll lm lo lt lu m mc me mn n nd nl no p pc pd pe pf pi po ps s sc sk sm so z zl zp zs c cc cf cn co cs "
    "han thai cham lao yi nko vai lisu mro ogham runic hira kana latn grek cyrl hebr arab deva hang thaa cher mong "
    "emoji dash hex math lc letter".split()
)


def _number(digits: str | None) -> int:
    """The number that digits denote, or another one that is too large; Python refuses to convert thousands of digits."""
    return int((digits or "").lstrip("0")[:20] or 0)
