"""Markdown for hovers and completion items."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 400
"""The largest length of code; types and values may be arbitrarily long."""


def code(text: str) -> str:
    """A block of Puppet code."""
    return f"```puppet\n{shortened(text)}\n```"


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text cut to a length."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def listing(words: Iterable[str], most: int = 30) -> str:
    """Words as inline code, separated by commas."""
    shown = [f"`{each}`" for each in words]
    return ", ".join(shown[:most]) + (", …" if len(shown) > most else "")


def paragraphs(*parts: str | None) -> str:
    """Paragraphs joined to a text, without empty ones."""
    return "\n\n".join(part for part in parts if part)
