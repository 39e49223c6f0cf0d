"""Parses TOML of limited depth and size: the library's parser recurses, and takes quadratic time for keys of many parts."""

from __future__ import annotations

import re
import tomllib

from puppet_grammar.patterns import lazy_pattern

DEPTH = 100
"""The largest depth of nested values, and number of parts of a key."""
MANY_PARTS = lazy_pattern(rf"""(?<![\w"'.-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{DEPTH}}}""")
MARK = lazy_pattern(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?|\#[^\n]*+|[\[{]|[\]}]''', re.DOTALL
)


class TomlLimit(ValueError):  # noqa: N818 - named after the limit
    """Raised for a text that is beyond the limits."""


def loads(text: str) -> dict[str, object]:
    """The tables of a text. Raises TOMLDecodeError, or TomlLimit beyond the limits."""
    if MANY_PARTS.search(text):
        raise TomlLimit(f"a key has more than {DEPTH} parts")
    if text.count("[") + text.count("{") > DEPTH:
        _measure(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise TomlLimit("a number has too many digits, or a date does not exist") from None


def _measure(text: str) -> None:
    depth = 0
    for mark in MARK.finditer(text):
        if mark[0] in ("[", "{"):
            depth += 1
            if depth > DEPTH:
                raise TomlLimit(f"nested more than {DEPTH} levels deep")
        elif mark[0] in ("]", "}"):
            depth = max(depth - 1, 0)
