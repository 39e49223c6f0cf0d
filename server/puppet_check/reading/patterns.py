"""Patterns of paths as in `.gitignore`, matched in time that is linear in the path, whatever a pattern looks like.

A pattern is a list of segments, the parts between slashes. `**` is a wildcard over segments as `*` is over characters, and for both the
first place where the text up to the next wildcard fits is as good as any later one: nothing has to be tried twice. A line that git cannot
understand matches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from puppet_grammar.dataclass import dataclass
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern

LONGEST_NAME = 1024
"""The largest number of characters that a file system allows in a name, and then some."""
LONGEST_SEGMENT = 16 * LONGEST_NAME
"""The largest number of characters of a part of a pattern between slashes: a set of characters matches one."""
MOST_WILDCARDS = 1000
"""The number of patterns with wildcards in a list, past which they are ignored. Others are looked up."""
MOST_COMPILED = 100_000
"""The number of characters of the regular expressions of a list, past which patterns with wildcards are ignored: 1.6 µs each."""


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A part of a pattern between slashes that has wildcards. It is compiled when names are compared with it, as that takes memory."""

    regexp: str

    def matches(self, name: str) -> bool:
        """Whether a name fits as a whole."""
        compiled = _compiled(self.regexp)
        return compiled is not None and compiled.match(name) is not None


ANY_SEGMENTS = None
"""The segment `**`."""
Segment = str | NamePattern | None


def is_valid(line: str) -> bool:
    """Whether a line is a pattern: not empty, and none that matches nothing."""
    row = _row(line)
    return row is not None and all(not isinstance(each, NamePattern) or _compiled(each.regexp) is not None for each in row.segments)


class _Row(NamedTuple):
    """A line of a list."""

    is_negated: bool
    is_for_folders: bool
    """Whether it ends with a slash."""
    segments: tuple[Segment, ...]
    ending: str
    """The suffix of all names that it matches, if it is for names in any folder."""


class Patterns:
    """The patterns of a list, the last one that matches decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rows: list[_Row] = []
        self._names: dict[str, list[int]] = {}
        """Plain names, for any folder."""
        self._starts: dict[str, list[int]] = {}
        """Paths whose first segment is a plain name."""
        self._endings: dict[str, list[int]] = {}
        """Names like `*.bak`, by the last suffix."""
        self._others: list[int] = []
        self._left = MOST_COMPILED
        for line in lines:
            row = _row(line)
            if row is not None:
                self._add(row)

    def __bool__(self) -> bool:
        return bool(self._rows)

    def _add(self, row: _Row) -> None:
        number = len(self._rows)
        compiled = sum(len(each.regexp) for each in row.segments if isinstance(each, NamePattern))
        if compiled > self._left:
            return
        self._left -= compiled
        match row.segments:
            case (None, str(name)):
                self._names.setdefault(name, []).append(number)
            case (str(name), *_):
                self._starts.setdefault(name, []).append(number)
            case _ if row.ending:
                self._endings.setdefault(row.ending, []).append(number)
            case _ if len(self._others) < MOST_WILDCARDS:
                self._others.append(number)
            case _:
                return
        self._rows.append(row)

    def decision(self, path: str) -> bool | None:
        """Whether the patterns include a path, that of a folder with a slash at its end; None if none of them matches."""
        is_folder = path.endswith("/")
        names = path.strip("/").split("/")
        found: bool | None = None
        is_own = False
        for number in self._candidates(names):
            row = self._rows[number]
            match = _match(row, names, is_folder)
            if match is None:
                continue
            # As git does: what is below an excluded folder stays excluded, unless a later line is about itself.
            if (not row.is_negated and not match) or match >= is_own:
                found, is_own = not row.is_negated, match
        return found

    def matches(self, path: str) -> bool:
        """Whether the patterns include a path."""
        return self.decision(path) is True

    def _candidates(self, names: Sequence[str]) -> Sequence[int]:
        """The numbers of the lines that may match, in order."""
        found = [*self._others, *self._starts.get(names[0], ())]
        for each in names:
            if self._names:
                found += self._names.get(each, ())
            if self._endings:
                found += self._endings.get(each[each.rfind(".") :] if "." in each else "", ())
        return sorted({*found}) if len(found) > 1 else found


def _match(row: _Row, names: Sequence[str], is_folder: bool) -> bool | None:
    """True if a line matches a path itself, and False if it matches a folder, which the path may be, or one above it; else None."""
    for count in _ends(row.segments, names):
        if count < len(names) or is_folder:
            return False
        if not row.is_for_folders:
            return True
    return None


def _ends(segments: tuple[Segment, ...], names: Sequence[str]) -> Iterable[int]:
    """The numbers of names, the largest first, that a pattern matches from the top."""
    if len(segments) == 2 and segments[0] is ANY_SEGMENTS:
        own = segments[1]
        return (count for count in range(len(names), 0, -1) if _is_name(own, names[count - 1]))
    if ANY_SEGMENTS not in segments:
        fits = len(segments) <= len(names) and all(map(_is_name, segments, names))
        return (len(segments),) if fits else ()
    wildcard = len(segments) - 1 - segments[::-1].index(ANY_SEGMENTS)
    tail = segments[wildcard + 1 :]
    start = _first_fit(segments[:wildcard], names)
    if start is None:
        return ()
    return (end for end in range(len(names), start + len(tail) - 1, -1) if all(map(_is_name, tail, names[end - len(tail) : end])))


def _first_fit(segments: tuple[Segment, ...], names: Sequence[str]) -> int | None:
    """The least number of names that a pattern matches from the top; None if it matches no number of them."""
    at = segment = 0
    wildcard = retry = -1
    while segment < len(segments):
        if segments[segment] is ANY_SEGMENTS:
            wildcard, retry = segment, at
            segment += 1
        elif at < len(names) and _is_name(segments[segment], names[at]):
            at += 1
            segment += 1
        elif wildcard >= 0 and retry < len(names):
            retry += 1
            at, segment = retry, wildcard + 1
        else:
            return None
    return at


def _is_name(segment: Segment, name: str) -> bool:
    return segment == name if isinstance(segment, str) else segment is not None and segment.matches(name)


def _row(line: str) -> _Row | None:
    """A line of a list; None for an empty one, a comment, and one that matches nothing."""
    text = _without_blanks(line.rstrip("\r\n"))
    if not text or text.startswith("#"):
        return None
    is_negated = text.startswith("!")
    text = text.removeprefix("!") if is_negated else text
    is_for_folders = text.endswith("/")
    text = text.removesuffix("/")
    parts = text.split("/")
    if not any(parts) or len(parts) > LONGEST_NAME * 4:
        return None
    if parts[0] == "":
        parts = parts[1:]
    elif len(parts) == 1:
        parts = ["**", *parts]
    segments: list[Segment] = []
    for each in parts:
        if each == "**":
            segments += [] if segments and segments[-1] is ANY_SEGMENTS else [ANY_SEGMENTS]
            continue
        made = segment(each)
        if made is None:
            return None
        segments.append(made)
    if segments[-1] is ANY_SEGMENTS:
        segments.append(ANYTHING)
    plain = parts[-1].removeprefix("*") if parts[0] == "**" and len(parts) == 2 else ""
    ending = plain if PLAIN_ENDING.fullmatch(plain) else ""
    return _Row(is_negated, is_for_folders, tuple(segments), ending)


def _without_blanks(line: str) -> str:
    """A line without blanks at its end, unless a backslash is before them."""
    text = line.rstrip(" \t")
    if text.endswith("\\") and (len(text) - len(text.rstrip("\\"))) % 2 and len(text) < len(line):
        return text + line[len(text)]
    return text


PLAIN_ENDING = lazy_pattern(r"\.[\w-]+")
ANYTHING = NamePattern(r"[^/]+\Z")
SET = lazy_pattern(r"\[[!^]?\]?(?:\[:[a-z]*:\]|\\.|[^\]\\])*\]", re.DOTALL)
MEMBER = lazy_pattern(r"\[:([a-z]*):\]|(\\.|.)(?:-(\\.|[^\]]))?", re.DOTALL)
CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \\t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": "!-/:-@\\[-`{-~",
    "space": "\\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


def segment(text: str) -> str | NamePattern | None:
    """The part of a pattern between two slashes: a name, or a pattern of names; None if it matches no name."""
    if not any(each in text for each in "*?[\\"):
        return text if len(text) <= LONGEST_NAME else None
    if len(text) > LONGEST_SEGMENT:
        return None
    parts = _parts(text)
    if parts is None or sum(each is not None for each in parts) > LONGEST_NAME:
        return None
    if "*" not in text and "?" not in text and "[" not in text:
        return "".join(text[each] for each in _plain(text))
    blocks: list[list[str]] = [[]]
    for part in parts:
        if part is None:
            blocks.append([])
        else:
            blocks[-1].append(part)
    first, *rest = blocks
    if not rest:
        return NamePattern("".join(first) + r"\Z")
    # The last block is compared with the end, the others are looked for in turn, in atomic groups.
    *middle, last = rest
    looked_for = "".join(f"(?>[^/]*?{''.join(each)})" for each in middle if each)
    end = f"(?<={''.join(last)})" if last else ""
    return NamePattern(f"{''.join(first)}{looked_for}[^/]{{{len(last)},}}+\\Z{end}")


def _plain(text: str) -> Iterator[int]:
    """The places of the characters of a text whose backslashes escape."""
    at = 0
    while at < len(text):
        at += text[at] == "\\"
        yield at
        at += 1


@lru_cache(2 * MOST_WILDCARDS)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None


def _parts(text: str) -> list[str | None] | None:
    """Regular expressions for one character each, and None for each `*`; None if git does not accept the text."""
    found: list[str | None] = []
    at = 0
    while at < len(text):
        character = text[at]
        if character == "*":
            if not found or found[-1] is not None:
                found.append(None)
        elif character == "?":
            found.append("[^/]")
        elif character == "[":
            match = SET.match(text, at)
            members = None if match is None else _set(match[0])
            if match is None or members is None:
                return None
            found.append(members)
            at = match.end()
            continue
        elif character == "\\":
            at += 1
            if at == len(text):
                return None
            found.append(re.escape(text[at]))
        else:
            found.append(re.escape(character))
        at += 1
    return found


def _set(text: str) -> str | None:
    """A regular expression for a set such as `[a-z]`; None if it has no member."""
    inner = text[1:-1]
    is_negated = inner[:1] in ("!", "^")
    made = []
    for match in MEMBER.finditer(inner[1:] if is_negated else inner):
        name, first, last = match.groups()
        if name is not None:
            if name not in CLASSES:
                return None
            made.append(CLASSES[name])
            continue
        start, end = first[-1], (last or first)[-1]
        if start <= end:
            made.append(f"{re.escape(start)}-{re.escape(end)}")
    if is_negated:
        return f"[^/{''.join(made)}]"
    return f"(?!/)[{''.join(made)}]" if made else None
