"""String literals in Puppet code."""

from __future__ import annotations

DOUBLE = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "$": "\\$", "\\": "\\\\"}


def quote(text: str) -> str:
    """A string literal with the reference's choice of quotes: single quotes, unless it contains control characters."""
    if any(c < " " for c in text):
        return double_quote(text)
    if "\\" not in text and "'" not in text:
        return f"'{text}'"
    parts: list[str] = []
    escaped = False
    for c in text:
        # A backslash is escaped only if it would be read as the start of an escape, so two in a row are unchanged.
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


def single_quote(text: str) -> str:
    """A string literal in single quotes with all backslashes escaped, whose value is the text whatever that contains."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def double_quote(text: str) -> str:
    """A string literal in double quotes, with special characters escaped."""
    return '"' + "".join(DOUBLE.get(c) or (c if c >= " " else f"\\u{{{ord(c):X}}}") for c in text) + '"'
