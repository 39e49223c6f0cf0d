"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

ENOUGH = 0.75
"""How much of two names has to agree, from 0 to 1."""


def near(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is most like a name; None when none is, or when it is the name itself."""
    from difflib import get_close_matches  # only a finding needs it

    # Names of another length can agree in no more than the shorter one has.
    likely = {each for each in candidates if each != name and 2 * min(len(each), len(name)) >= ENOUGH * (len(each) + len(name))}
    found = get_close_matches(name, sorted(likely), 1, ENOUGH)
    return found[0] if found else None
