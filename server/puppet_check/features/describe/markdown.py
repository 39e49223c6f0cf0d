"""Markdown for hovers and completion items."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_grammar.patterns import lazy_pattern

LONGEST = 400
"""The largest length of code; types and values may be arbitrarily long."""
BACKTICKS = lazy_pattern(r"`+")


def code(text: str) -> str:
    """A block of Puppet code, cut to a length."""
    return fenced(shortened(text))


def fenced(text: str, language: str = "puppet") -> str:
    """A block of code, in a fence that is longer than any in it."""
    fence = "`" * max(3, 1 + max((len(each) for each in BACKTICKS.findall(text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


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
