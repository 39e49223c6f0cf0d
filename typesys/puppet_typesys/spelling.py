"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable

SIMILARITY = 0.75
"""The required similarity of two names, from 0 to 1."""
LOW_SIMILARITY = 0.6
"""The required similarity if there are only a few candidates, so that a bad guess is unlikely."""

SAME_NAME = 0.88
"""The similarity of names of which one is a misspelling of the other."""

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


SURE = 5
"""The length of a name from which on a single slip leaves no doubt."""


def is_misspelt(name: str, known: Iterable[str]) -> bool:
    """Whether an unknown name is so similar to an existing one that it is a misspelling, and not a name defined elsewhere."""
    meant = closest(name, known, 0.8)
    if meant is None:
        return False
    if name.startswith(meant):
        # A longer name with the same beginning, such as a plural, may well exist; a letter typed twice does not.
        return len(meant) >= SURE and name == meant + meant[-1]
    return (len(name) >= SURE and _is_swapped(name, meant)) or _similarity(name, meant) >= SAME_NAME


def _is_swapped(one: str, other: str) -> bool:
    """Whether two names differ only in the order of two letters beside each other."""
    if len(one) != len(other):
        return False
    places = [index for index, letter in enumerate(one) if letter != other[index]]
    return len(places) == 2 and places[1] == places[0] + 1 and one[places[0]] == other[places[1]] and one[places[1]] == other[places[0]]


def _similarity(one: str, other: str) -> float:
    from rapidfuzz import fuzz  # as above

    return fuzz.ratio(one, other) / 100
