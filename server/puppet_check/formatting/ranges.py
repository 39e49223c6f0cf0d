"""The parts of a text that stay as they are: `# fmt: off` to `# fmt: on`, `# fmt: skip`, and what `# lint:ignore:` suppresses of layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puppet_check.formatting.document import Comment
from puppet_grammar.patterns import lazy_pattern

_LAYOUT = (
    "2sp_soft_tabs|140chars|80chars|arrow_alignment|arrow_on_right_operand_line|double_quoted_strings|hard_tabs|manifest_whitespace_\\w+"
    "|space_before_arrow|strict_indent|trailing_comma|trailing_whitespace|unnecessary_.*"
)
_OFF = lazy_pattern(rf"#\s*(?:fmt:\s*off\s*$|.*lint:ignore:(?:{_LAYOUT})\b)")
_FMT_ON = lazy_pattern(r"#\s*fmt:\s*on\s*$")
_LINT_ON = lazy_pattern(r"#.*lint:endignore")
_SKIP = lazy_pattern(rf"#\s*(?:fmt:\s*skip\b|.*lint:ignore:(?:{_LAYOUT})\b)")


class Kept(NamedTuple):
    """What stays as it is."""

    ends: dict[int, int]
    """For comments on lines of their own from which on the code stays as it is, the comment up to which, or the end of the text."""
    skips: frozenset[int]
    """The comments at the end of what stays as it is."""


NONE = Kept({}, frozenset())


def kept(text: str, alone: Sequence[Comment], trailing: Iterable[Comment]) -> Kept:
    """What the comments of a text ask to keep: those on lines of their own, in order, and those at the ends of lines."""
    if "fmt:" not in text and "lint:ignore" not in text:
        return NONE
    ends: dict[int, int] = {}
    begun: tuple[int, re.Pattern[str]] | None = None
    for each in alone:
        if begun is not None and begun[1].match(each.text):
            ends[begun[0]] = each.start
            begun = None
        elif begun is None and _OFF.match(each.text) and not text[text.rfind("\n", 0, each.start) + 1 : each.start].strip():
            begun = (each.start, _LINT_ON if "lint:" in each.text else _FMT_ON)
    if begun is not None:
        ends[begun[0]] = len(text)
    return Kept(ends, frozenset(each.start for each in trailing if _SKIP.match(each.text)))
