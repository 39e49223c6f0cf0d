"""Escape sequences in strings and heredocs, as in the reference's lexer."""

from __future__ import annotations

import re

from puppet_grammar.lowering.registry import Lowering
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.problems import Problem

_SINGLE = lazy_pattern(r"\\([\\'])")
_UNICODE = lazy_pattern(r"((?:[^\\]|^)(?:\\{2})*)\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})", re.MULTILINE)
_ESCAPE = lazy_pattern(r"\\([^\r\n]|\r?\n)")

_MEANING = {"r": "\r", "n": "\n", "t": "\t", "s": " ", "\n": "", "\r\n": ""}
_DOUBLE = frozenset(("\\", "$", "'", '"', "r", "n", "t", "s", "u", "\n", "\r\n"))


def single_quoted(content: str) -> str:
    """The value of the text between single quotes."""
    return _SINGLE.sub(r"\1", content)


def double_quoted(content: str, lowering: Lowering, offset: int) -> str:
    """The value of a text segment of a double-quoted string, which begins at a byte offset; unknown escapes are reported."""
    _warn(content, lowering, offset)
    return unescaped(content, _DOUBLE)


def unescaped(content: str, escapes: frozenset[str]) -> str:
    """Replace some escapes in a text; a backslash before any other character is unchanged."""
    if "u" in escapes:
        previous = None
        while content != previous:  # adjacent escapes need another pass
            previous = content
            content = _UNICODE.sub(lambda found: found[1] + _character(found[2] or found[3]), content)
    return _ESCAPE.sub(lambda found: _MEANING.get(found[1], found[1]) if found[1] in escapes and found[1] != "u" else found[0], content)


def _character(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\N{REPLACEMENT CHARACTER}"


def check_code_points(content: str, lowering: Lowering, offset: int) -> None:
    """Report Unicode escapes that are not valid characters."""
    for found in _UNICODE.finditer(content):
        code = int(found[2] or found[3], 16)
        if code > 0x10FFFF or 0xD800 <= code < 0xE000:
            end = offset + len(content[: found.end()].encode("utf-8", "replace"))
            start = end - len(found[0]) + len(found[1])
            lowering.error(start, end, "illegal-unicode-escape", f"{found[0][len(found[1]) :]} is no character")


def _warn(content: str, lowering: Lowering, offset: int) -> None:
    for found in _ESCAPE.finditer(content):
        escaped = found[1]
        if escaped in _DOUBLE and escaped != "u":
            continue
        start = offset + len(content[: found.start()].encode("utf-8", "replace"))
        end = start + len(found[0].encode("utf-8", "replace"))
        if escaped != "u":
            lowering.problems.append(Problem(start, end, "unrecognized-escape", f"Unrecognized escape sequence '\\{escaped}'", "warning"))
            continue
        digits = re.match(r"([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\}", content[found.end() :])
        if not digits:
            message = "a unicode escape needs 4 hex digits, or 1 to 6 in braces: \\u00e9, \\u{1f600}"
            lowering.problems.append(Problem(start, end, "illegal-unicode-escape", message, "warning"))
    check_code_points(content, lowering, offset)
