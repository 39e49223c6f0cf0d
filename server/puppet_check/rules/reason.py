"""The reason for a deprecation, from documentation, in messages."""

from __future__ import annotations

from puppet_grammar.patterns import lazy_pattern

LINK = lazy_pattern(r"\[`?([^\]`]{0,1000})`?\]\([^)]{0,1000}\)")


def reason(deprecated: str) -> str:
    """The end of a message with the text of a `@deprecated` tag, without Markdown."""
    words = LINK.sub(r"\1", " ".join(deprecated.split())).rstrip(".")
    return f": {words[0].lower()}{words[1:]}" if words else ""
