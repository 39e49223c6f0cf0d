"""Parses JSON of limited depth: the library's parser recurses on the stack of the process."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern

DEPTH = 200
"""The largest depth of nested arrays and objects."""
MARK = lazy_pattern(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)


class JsonLimit(ValueError):  # noqa: N818 - named after the limit
    """Raised for JSON that is valid, but is not read."""


def loads(text: str | bytes) -> object:
    """The value of a text. Raises ValueError if it is not JSON, or if it is beyond the limits (JsonLimit)."""
    from json import JSONDecodeError  # takes 3 ms, and most projects need no JSON but their metadata
    from json import loads as parsed  # 7 ms, and a single file often needs none of it

    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    if _depth(text) > DEPTH:
        raise JsonLimit(f"nested more than {DEPTH} levels deep")
    try:
        found: object = parsed(text)
    except JSONDecodeError:
        raise
    except ValueError:
        raise JsonLimit("a number has too many digits") from None
    return found


def _depth(text: str) -> int:
    """The largest depth of brackets, or an upper bound if that is small."""
    most = text.count("[") + text.count("{")
    if most <= DEPTH:
        return most
    depth = most = 0
    for mark in MARK.finditer(text):
        match mark[0]:
            case "[" | "{":
                depth += 1
                most = max(most, depth)
                if most > DEPTH:
                    break
            case "]" | "}":
                depth -= 1
    return most
