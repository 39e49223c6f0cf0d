"""Escape sequences and margins of strings in Ruby."""

from __future__ import annotations

ESCAPES = dict(zip("ntsr0eabfv\n", ("\n", "\t", " ", "\r", "\0", "\x1b", "\a", "\b", "\f", "\v", ""), strict=True))


def escape(sequence: str) -> str:
    """What an escape sequence stands for."""
    if sequence[1:] in ESCAPES:
        return ESCAPES[sequence[1:]]
    digits = sequence[2:].strip("{}")
    if sequence[1:2] in ("u", "x") and digits:
        try:
            return chr(int(digits, 16))
        except ValueError:
            return sequence
    return sequence[1:]


def without_margin(content: str) -> str:
    """The text of a here-document without the common indentation of its lines."""
    lines = content.split("\n")
    margin = min((len(line) - len(line.lstrip(" \t")) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] if line.strip() else "" for line in lines)
