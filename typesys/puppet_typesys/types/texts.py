"""Matching of strings against Enum and Pattern types."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.values.meter import spend, spend_on
from puppet_typesys.values.regexp import is_match

MANY = 128
"""The number of strings with which one is compared in the time of a step."""


def in_enum(enum: model.Enum, value: str) -> bool:
    """Whether a string is one of the values of an Enum."""
    if not enum.case_insensitive:
        if len(enum.values) > MANY:
            spend(len(enum.values) // MANY)
        return value in enum.values
    spend_on(enum.values)
    folded = ascii_lower(value)
    return any(ascii_lower(each) == folded for each in enum.values)


def ascii_lower(text: str) -> str:
    """The text with the letters A to Z in lower case and all other characters unchanged."""
    return text.lower() if text.isascii() else "".join(c.lower() if c < "\x80" else c for c in text)


def matches_any(pattern: model.Pattern, value: str) -> bool:
    """Whether a string matches one of the patterns; True if there are none."""
    spend_on(pattern.patterns)
    return not pattern.patterns or any(is_match(each.pattern or "", value) for each in pattern.patterns)
