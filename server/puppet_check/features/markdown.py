"""Short Markdown for editors."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 400
"""Longer code is cut: a type or value may be as large as the program."""


def code(text: str) -> str:
    """A block of Puppet code."""
    return f"```puppet\n{shortened(text)}\n```"


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def listing(words: Iterable[str], most: int = 30) -> str:
    """Words side by side, as code."""
    shown = [f"`{each}`" for each in words]
    return ", ".join(shown[:most]) + (", …" if len(shown) > most else "")


def paragraphs(*parts: str | None) -> str:
    """Paragraphs, without those that have nothing to say."""
    return "\n\n".join(part for part in parts if part)
