"""Makes Markdown safe that has parts of a repository, such as comments: a hover neither loads a picture nor starts a command.

Where Markdown has code depends on all that precedes it, so code is left as it is only where that is certain: in blocks whose fences begin
their lines, and in spans of single backticks in texts whose lines all have pairs of them. Elsewhere it may show an escape too many.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern

FENCE = lazy_pattern(r"(`{3,}|~{3,})([^`]*)")
MARKS = lazy_pattern(r"```|~~~")
SPAN = lazy_pattern(r"`[^`\n]+`")
PICTURE = lazy_pattern(r"!+(?=\[)")
TAG = lazy_pattern(r"<(?=[A-Za-z/!?])(?!(?:https?|mailto):)")
TARGET = lazy_pattern(r"(\]\(\s*<?|^[ \t]*\[[^\]\n]*\]:\s*<?)([^\s>)]*)", re.MULTILINE)
SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]*:")
FOLLOWED = ("http:", "https:", "mailto:", "file:")
"""The schemes of links that are kept."""


class _Part(NamedTuple):
    """Lines of a text, which are a block of code or not."""

    is_code: bool
    text: str


def safe(text: str) -> str:
    """Markdown without pictures, which become links to them, HTML, and links that are no addresses, such as `command:...`."""
    parts = list(_parts(text))
    if any(not each.is_code and MARKS.search(each.text) for each in parts):
        return _escaped(text)
    return "".join(each.text if each.is_code else _safe_prose(each.text) for each in parts)


def _parts(text: str) -> Iterator[_Part]:
    """The blocks of code and what is between them. A block without an end extends to that of the text."""
    lines: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        found = FENCE.fullmatch(line.rstrip())
        if not fence and found is not None:
            yield _Part(False, "".join(lines))
            lines, fence = [line], found[1]
            continue
        lines.append(line)
        if fence and found is not None and found[1].startswith(fence) and not found[2]:
            yield _Part(True, "".join(lines))
            lines, fence = [], ""
    yield _Part(bool(fence), "".join(lines))


def _safe_prose(text: str) -> str:
    between = SPAN.split(text)
    # Runs of backticks, escaped ones and those in tables may mean something else than the beginning or end of a span.
    is_odd = "``" in text or "\\`" in text or any("|" in line and "`" in line for line in text.splitlines())
    if is_odd or any("`" in each or TAG.search(each) for each in between):
        return _escaped(text)
    spans = [*SPAN.findall(text), ""]
    return "".join(_escaped(each) + span for each, span in zip(between, spans, strict=True))


def _escaped(text: str) -> str:
    text = TAG.sub("&lt;", PICTURE.sub("", text))
    return TARGET.sub(lambda found: found[1] + (found[2] if _is_address(found[2]) else "#"), text)


def _is_address(target: str) -> bool:
    """Whether a link leads to an address or a place, with its escapes resolved."""
    plain = re.sub(r"[\\\x00-\x20]", "", html.unescape(target)).lower()
    return SCHEME.match(plain) is None or plain.startswith(FOLLOWED)
