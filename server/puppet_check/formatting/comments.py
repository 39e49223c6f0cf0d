"""The comments of a text, as they are written: at the end of a line, or before something."""

from __future__ import annotations

from puppet_check.formatting.document import Comment, width
from puppet_grammar.patterns import lazy_pattern

_BLOCK = lazy_pattern(r"/\*(?:[^*\n]|\*(?!/))*\*/[ \t\r]*(?=\n)")
"""A comment that ends its line."""
_CONTROL = lazy_pattern(r"#\s*lint:(?:end)?ignore\b")
_SPACE = " \t\r"


def line_ends(text: str) -> dict[int, int]:
    """Where what is before a `#`, or a comment in `/*` that ends its line, ends on that line → where that begins."""
    found: dict[int, int] = {}
    at = text.find("#")
    start = before = 0
    """The start of the line, or the last `#` on it, and where it was looked for last."""
    while at >= 0:
        start = max(start, text.rfind("\n", before, at) + 1)
        before = at
        code = text[start:at].rstrip(_SPACE)
        if code:
            found.setdefault(start + len(code), at)
            start = at
            at = text.find("#", at + 1)
        else:
            end = text.find("\n", at)
            at = text.find("#", end) if end >= 0 else -1
    for each in _BLOCK.finditer(text) if "/*" in text else ():
        start = text.rfind("\n", 0, each.start()) + 1
        code = text[start : each.start()].rstrip(_SPACE)
        if code:
            found.setdefault(start + len(code), each.start())
    return found


def trailing_comment(text: str, end: int, start: int) -> Comment:
    """A comment at the end of the line of a token that ends at an offset."""
    line_end = text.find("\n", start)
    content = text[start : line_end if line_end >= 0 else len(text)].rstrip("\r")
    if content.startswith("/*"):
        content = content.rstrip()
    return Comment(start, content, gap=start - end, column=width(text[text.rfind("\n", 0, start) + 1 : start]))


def leading_comment(text: str, start: int, end: int) -> Comment:
    """A comment that precedes a token."""
    content = text[start:end].rstrip("\r")
    if content.startswith("#") and text.startswith("\n", end) and not text[end + 1 : end + 2].isspace():
        return Comment(start, content, is_at_margin=_is_at_margin(text, start))
    after = _space_after(text, start + len(content))
    is_inline = content.startswith("/*") and "\n" not in content and after == 0
    # A bracket after white space is not that of an access.
    is_tight = is_inline and text.startswith("[", end)
    gap = int(not is_tight or text[start - 1 : start].isspace())
    return Comment(start, content, is_inline, after > 1, gap, is_tight=is_tight, is_at_margin=_is_at_margin(text, start))


def _is_at_margin(text: str, start: int) -> bool:
    """Whether a control comment of a linter begins its line, as half of those in blocks do."""
    return _CONTROL.match(text, start) is not None and text[start - 1 : start] in ("", "\n")


def _space_after(text: str, offset: int) -> int:
    """The number of line breaks in the white space at an offset, up to 2."""
    end = text.find("\n", offset)
    if end < 0 or text[offset:end].strip():
        return 0
    following = text.find("\n", end + 1)
    return 2 if following >= 0 and not text[end:following].strip() else 1
