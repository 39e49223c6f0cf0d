"""The autorelations of a resource type written in Ruby, as far as its blocks consist of titles and values of attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.ordering.autorelations import Form, Rows, rows_of_type

BLOCK = lazy_pattern(
    r"^[ \t]*(?:\w+\.)?auto(require|before|notify|subscribe)[ (]\s*:(\w+)\s*\)?\s*"
    r"(?:\{([^{}\n]*)\}|do[ \t]*(?:\|[^|\n]*\|)?[ \t]*\n(.*?)^[ \t]*end\b)",
    re.MULTILINE | re.DOTALL,
)
ANY_BLOCK = lazy_pattern(r"^[ \t]*(?:\w+\.)?auto(?:require|before|notify|subscribe)(?:[ (]|:)", re.MULTILINE)
STRING = r"(?:'[^'\\]*'|\"[^\"\\#]*\")"
TITLES = lazy_pattern(rf"\[?\s*{STRING}(?:\s*,\s*{STRING})*\s*,?\s*\]?\Z")
WORDS = lazy_pattern(r"%w[\[({]([^\])}]*)[\])}]\Z")
VALUE = r"(?:self\[:(\w+)\]|should\(:(\w+)\))"
VALUES = lazy_pattern(rf"\[?\s*{VALUE}\s*\]?(?:\.compact)?(?:\s+(?:if|unless)\s+[^\n]*)?\Z")
COMMENT = lazy_pattern(r"^[ \t]*#[^\n]*\n?", re.MULTILINE)
HERE_DOCUMENT = lazy_pattern(r"<<[-~]?['\"]?([A-Z]\w*)['\"]?.*?^\s*\1\s*$", re.MULTILINE | re.DOTALL)


def relations_in(name: str, text: str) -> Rows:
    """The autorelations in the file of a type; what is not understood is taken from the table of known types, or unknown."""
    known = rows_of_type(name) or {}
    plain = COMMENT.sub("", HERE_DOCUMENT.sub("", text))
    rows: dict[tuple[str, str], Sequence[Form] | None] = {}
    blocks = [*BLOCK.finditer(plain)]
    for found in blocks:
        kind, target = found.group(1), found.group(2)
        body = (found.group(3) if found.group(3) is not None else found.group(4)).strip()
        forms = _forms(body, plain)
        rows[kind, target] = known.get((kind, target)) if forms is None else forms
    if len(blocks) < len(ANY_BLOCK.findall(plain)):
        # Some are made in a loop, or in a way that is not read.
        return {**known, **rows} if known else {**rows, ("require", ""): None, ("before", ""): None}
    return rows


def _forms(body: str, text: str) -> list[Form] | None:
    if TITLES.match(body):
        titles = tuple(each[1:-1] for each in re.findall(STRING, body))
        return [Form("titles", titles=titles)]
    words = WORDS.match(body)
    if words is not None:
        return [Form("titles", titles=tuple(words.group(1).split()))]
    value = VALUES.match(body)
    if value is not None:
        name = value.group(1) or value.group(2)
        return None if _has_default(name, text) else [Form("value", name)]
    return None


def _has_default(name: str, text: str) -> bool:
    """Whether an attribute may have a value without being set."""
    begin = re.search(rf"new(?:param|property)\s*\(?\s*:{re.escape(name)}\b", text)
    if begin is None:
        return True
    following = re.compile(r"new(?:param|property)\b").search(text, begin.end())
    return "defaultto" in text[begin.end() : following.start() if following else len(text)]
