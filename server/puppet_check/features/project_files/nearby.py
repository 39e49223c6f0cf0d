"""Searches before a place: a pattern that ends there is tried at each of the places before, so that only those nearby are looked at."""

from __future__ import annotations

import re

NEARBY = 1000
"""The number of bytes before a place in which a match begins."""


def ending_at(pattern: re.Pattern[bytes], source: bytes, offset: int | None = None, start: int = 0) -> re.Match[bytes] | None:
    """The match of a pattern with `\\\\Z` at its end that ends at an offset, or at the end of the text, and begins after `start`."""
    end = len(source) if offset is None else offset
    return pattern.search(source, max(start, end - NEARBY), end)
