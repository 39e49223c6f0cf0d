"""Articles and capitals in messages."""

from __future__ import annotations


def with_article(text: str) -> str:
    """A text with `a` or `an`, chosen by its first letter; `y` counts as a vowel, as in the reference."""
    letters = text[1:] if text[:1] in ("'", '"') else text
    return f"{'an' if letters[:1].lower() in 'aeiouy' else 'a'} {text}"


def capitalized(text: str) -> str:
    """A text with its first letter capitalized and the rest unchanged."""
    return text[:1].upper() + text[1:]
