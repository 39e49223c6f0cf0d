"""ConfigError: a setting that cannot be followed."""

from __future__ import annotations


class ConfigError(Exception):
    """Says what is wrong, where, and what would be right."""


def meant(name: str, known: object) -> str:
    """`, did you mean ...?` when a known name is near, else nothing."""
    from difflib import get_close_matches  # only a mistyped name needs it

    assert isinstance(known, frozenset | tuple | list | dict)
    close = get_close_matches(name, sorted(known), n=2, cutoff=0.7)
    return f", did you mean {' or '.join(close)}?" if close else ""
