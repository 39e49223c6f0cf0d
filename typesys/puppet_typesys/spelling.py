"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable

SIMILARITY = 0.75
"""The required similarity of two names, from 0 to 1."""
LOW_SIMILARITY = 0.6
"""The required similarity if there are only a few candidates, so that a bad guess is unlikely."""


MEANT = ", did you mean "


def hint(name: str, known: Iterable[str], cutoff: float = LOW_SIMILARITY) -> str:
    """The end of a message that suggests the most similar name; empty if none is similar."""
    found = closest(name, known, cutoff)
    return "" if found is None else f"{MEANT}'{found}'?"


def closest(name: str, candidates: Iterable[str], cutoff: float = SIMILARITY) -> str | None:
    """The candidate most similar to a name; None if none is similar, or if the name is itself a candidate."""
    from rapidfuzz import fuzz, process  # 12 ms, and most runs make no suggestion

    likely = [each for each in sorted(set(candidates)) if each != name]
    found = process.extractOne(name, likely, scorer=fuzz.ratio, score_cutoff=100 * cutoff)
    return None if found is None else found[0]
