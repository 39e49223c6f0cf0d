"""Regular expressions with the semantics of the reference's runtime.

They are translated to the package `regex` on first use; what cannot be translated exactly raises an exception that makes the result
unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from time import thread_time
from typing import TYPE_CHECKING, Final

from puppet_grammar.dataclass import dataclass
from puppet_grammar.lowering.regexes import regex_error
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.values.errors import ArgumentError, BudgetError
from puppet_typesys.values.meter import spend
from puppet_typesys.values.regexp_cost import check_cost
from puppet_typesys.values.regexp_escapes import UntranslatableRegexp

if TYPE_CHECKING:
    import regex

IGNORECASE: Final = 1
EXTENDED: Final = 2
MULTILINE: Final = 4
FIXED_ENCODING: Final = 16
"""A flag that the runtime sets, and shows, for expressions with characters outside of ASCII."""

_LETTERS = {"m": MULTILINE, "i": IGNORECASE, "x": EXTENDED}
_TIME_LIMIT = 0.3
"""The time limit of one match; a typical match takes microseconds."""
_TIMED_OUT = 30_000
"""The steps that a match costs that reaches the limit."""
_SLOW = 0.01
"""The time in seconds from which on a match is charged for it."""
_STEPS_PER_SECOND = 100_000


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a regular expression, with offsets in code points."""

    text: str
    start: int
    end: int
    groups: tuple[str | None, ...]
    """The whole match, then the groups; None for a group that did not take part."""
    spans: tuple[tuple[int, int], ...]
    names: dict[str, tuple[int, ...]]
    """The numbers of the groups of each name."""

    def named(self, name: str) -> str | None:
        """The text of the last group with a name that took part."""
        found = (self.groups[number] for number in reversed(self.names[name]))
        return next((group for group in found if group is not None), None)


_SHORT = 200
"""The length up to which it is remembered whether a text matches."""
_MAX_UNTIMED = 2_000
"""The length up to which a text needs no time limit, if the expression has at most one repetition and no groups."""


@lru_cache(4096)
def _is_simple(source: str) -> bool:
    """Whether the time that an expression needs is at most quadratic in the length of the text."""
    return sum(map(source.count, "*+{")) <= 1 and ")" not in source


def _search(compiled: regex.Pattern[str], text: str, start: int, *, is_quick: bool) -> regex.Match[str] | None:
    """The first match. Raises TimeoutError if that takes too long."""
    # A search that lets other threads run does so only while it lasts: they wake up too late, and begin to wait anew. A program that
    # searches often would keep them waiting for seconds, among them the one that watches the clock.
    if is_quick:
        return compiled.search(text, start, concurrent=False)
    try:
        return compiled.search(text, start, timeout=_SLOW, concurrent=False)
    except TimeoutError:
        begun = thread_time()
        found = compiled.search(text, start, timeout=_TIME_LIMIT, concurrent=True)
        spend(int((thread_time() - begun) * _STEPS_PER_SECOND))
        return found


@dataclass(frozen=True, slots=True)
class Regexp:
    """A regular expression: its source and its options."""

    source: str
    options: int = 0

    def check(self) -> None:
        """Raise an error if the runtime would not compile the expression."""
        problem = _problem(self.source)
        if problem is not None:
            raise ArgumentError(problem)

    def match(self, text: str, start: int = 0) -> Match | None:
        """The first match at or after an offset."""
        compiled, names = _compiled(self.source, self.options)
        try:
            found = _search(compiled, text, start, is_quick=len(text) < _MAX_UNTIMED and _is_simple(self.source))
        except TimeoutError:
            spend(_TIMED_OUT)
            raise BudgetError(f"the regular expression {self.delimited()} takes too long") from None
        if found is None:
            return None
        # A called group occurs twice in the pattern, so the named groups may be in another order.
        numbers = [compiled.groupindex.get(f"g{number}", number) for number in range(compiled.groups + 1)]
        return Match(text, *found.span(), found.group(*numbers, 0)[:-1], tuple(map(found.span, numbers)), names)

    def certain_groups(self) -> int:
        """The number of groups that have matched wherever the expression has: 0 if that is not plain to see."""
        if "|" in self.source or _MAY_BE_SKIPPED.search(self.source) is not None:
            return 0
        return _compiled(self.source, self.options)[0].groups

    def finditer(self, text: str) -> Iterator[Match]:
        """All matches from left to right; after an empty match the search continues with the next character."""
        at = 0
        while at <= len(text):
            found = self.match(text, at)
            if found is None:
                return
            yield found
            at = found.end + (found.start == found.end)

    def all_options(self) -> int:
        """The options, including the flag for characters outside of ASCII."""
        return self.options | (FIXED_ENCODING if _needs_more_than_ascii(self.source) else 0)

    def to_s(self) -> str:
        """The source, with the options if there are any."""
        return self._with_options("imx", self.source) if self.all_options() else self.source

    def delimited(self) -> str:
        """The expression as written in a program."""
        if self.all_options():
            inner = _only_group(self.source) or self
            return f"/{inner._with_options('mix', _escaped(inner.source))}/"
        return f"/{_escaped(self.source)}/"

    def runtime_text(self) -> str:
        """The expression as a group with all its options, as the runtime prints it."""
        inner = _only_group(self.source) or self
        return inner._with_options("mix", _escaped(inner.source))

    def _with_options(self, letters: str, source: str) -> str:
        on = "".join(letter for letter in letters if self.options & _LETTERS[letter])
        off = "".join(letter for letter in letters if letter not in on)
        return f"(?{on}{'-' if off else ''}{off}:{source})"

    def __str__(self) -> str:
        return self.to_s()


def is_match(source: str, text: str) -> bool:
    """Whether there is a match; remembered for short texts, as parameters are given the same values again and again."""
    return _is_match(source, text) if len(text) <= _SHORT else Regexp(source).match(text) is not None


@lru_cache(8192)
def _is_match(source: str, text: str) -> bool:
    return Regexp(source).match(text) is not None


_MAY_BE_SKIPPED = lazy_pattern(r"\)(?:[?*]|\{0|\{,)|\(\?[!<(]")
"""What may leave a group without a match: repetition that allows none, look-around and conditions."""


def _only_group(source: str) -> Regexp | None:
    """The content of a source that is a single group with options.

    The runtime prints such options as if they were the expression's own.
    """
    if not source.startswith("(?") or not source.endswith(")"):
        return None
    letters, colon, inner = source[2:-1].partition(":")
    on, _, off = letters.partition("-")
    if not colon or not set(on + off) <= set("mix") or _problem(inner) is not None:
        return None
    return Regexp(inner, sum(_LETTERS[letter] for letter in set(on) - set(off)))


@lru_cache(512)
def _compiled(source: str, options: int) -> tuple[regex.Pattern[str], dict[str, tuple[int, ...]]]:
    """The compiled expression, and the numbers of its named groups."""
    import regex  # 19 ms, and many programs search for nothing

    from puppet_typesys.values.regexp_translation import translated  # 4 ms, needed with the one above

    problem = _problem(source)
    if problem is not None:
        raise ArgumentError(problem)
    check_cost(source)
    pattern, names = translated(source, options)
    try:
        return regex.compile(pattern, regex.VERSION1 | regex.FULLCASE), names
    except regex.error as error:
        raise UntranslatableRegexp(f"{source}: {error}") from None


@lru_cache(512)
def _problem(source: str) -> str | None:
    """The runtime's error for an expression; None if it is valid."""
    problem = regex_error(source)
    return problem and f"{problem}: /{_escaped(source)}/"


def _escaped(source: str) -> str:
    """A source as written between slashes."""
    if "/" not in source and source.isprintable():
        return source
    parts: list[str] = []
    escaped = False
    for character in source:
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == "/":
            parts.append("\\")
        elif not character.isprintable() and not character.isspace() and character < "\x80":
            parts.append(f"\\x{ord(character):02X}")
            continue
        parts.append(character)
    return "".join(parts)


def _needs_more_than_ascii(source: str) -> bool:
    if not source.isascii():
        return True
    if "\\u" not in source and "\\x" not in source:
        return False
    codes = re.finditer(r"\\(?:\\|u\{([^}]*)\}|u([0-9a-fA-F]{4})|x([89a-fA-F][0-9a-fA-F])|.)", source, re.DOTALL)
    return any(found[3] or any(int(code, 16) > 0x7F for code in (found[1] or found[2] or "").split()) for found in codes)
