"""The name that was probably meant: what a hint in a message says."""

from __future__ import annotations

from collections.abc import Iterable

ENOUGH = 0.75
"""How much of two names has to agree, from 0 to 1."""
FEW = 0.6
"""The same where there are only a few names, so that a bad guess is unlikely."""


MEANT = ", did you mean "


def hint(name: str, known: Iterable[str], enough: float = FEW) -> str:
    """The end of a message that names what was probably meant; empty when nothing is near."""
    found = near(name, known, enough)
    return "" if found is None else f"{MEANT}'{found}'?"


def near(name: str, candidates: Iterable[str], enough: float = ENOUGH) -> str | None:
    """The candidate that is most like a name; None if none is, or when it is the name itself."""
    from rapidfuzz import fuzz, process  # 12 ms, and most runs make no suggestion

    likely = [each for each in sorted(set(candidates)) if each != name]
    found = process.extractOne(name, likely, scorer=fuzz.ratio, score_cutoff=100 * enough)
    return None if found is None else found[0]
