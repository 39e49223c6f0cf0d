"""Small matters of English in messages."""

from __future__ import annotations


def with_article(text: str) -> str:
    """A text after the article that its first letter asks for; `y` counts as a vowel, as in the reference."""
    letters = text[1:] if text[:1] in ("'", '"') else text
    return f"{'an' if letters[:1].lower() in 'aeiouy' else 'a'} {text}"


def capitalized(text: str) -> str:
    """A text with a capital first letter and the rest as it is."""
    return text[:1].upper() + text[1:]
