"""Strings as Puppet code."""

from __future__ import annotations

DOUBLE = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "$": "\\$", "\\": "\\\\"}


def quote(text: str) -> str:
    """A string in the quotes that the reference would choose: single ones, unless it has control characters."""
    if any(c < " " for c in text):
        return double_quote(text)
    if "\\" not in text and "'" not in text:
        return f"'{text}'"
    parts: list[str] = []
    escaped = False
    for c in text:
        # A backslash is alone, unless it would be read as an escape; so of two in a row both stay as they are.
        if escaped:
            parts.append("\\" + c)
            escaped = False
        elif c == "'":
            parts.append("\\'")
        elif c == "\\":
            escaped = True
        else:
            parts.append(c)
    return "'" + "".join(parts) + ("\\'" if escaped else "'")


def double_quote(text: str) -> str:
    """A string in double quotes, with what is special in them escaped."""
    return '"' + "".join(DOUBLE.get(c) or (c if c >= " " else f"\\u{{{ord(c):X}}}") for c in text) + '"'
