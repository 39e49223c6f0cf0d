"""The name that was probably meant: what a hint in a message says."""

from __future__ import annotations

from collections.abc import Iterable

SIMILARITY = 0.75
"""How much of two names has to agree, from 0 to 1."""
LOW_SIMILARITY = 0.6
"""The same where there are only a few names, so that a bad guess is unlikely."""


MEANT = ", did you mean "


def hint(name: str, known: Iterable[str], cutoff: float = LOW_SIMILARITY) -> str:
    """The end of a message that names what was probably meant; empty when nothing is near."""
    found = closest(name, known, cutoff)
    return "" if found is None else f"{MEANT}'{found}'?"


def closest(name: str, candidates: Iterable[str], cutoff: float = SIMILARITY) -> str | None:
    """The candidate that is most like a name; None if none is, or when it is the name itself."""
    from rapidfuzz import fuzz, process  # 12 ms, and most runs make no suggestion

    likely = [each for each in sorted(set(candidates)) if each != name]
    found = process.extractOne(name, likely, scorer=fuzz.ratio, score_cutoff=100 * cutoff)
    return None if found is None else found[0]
