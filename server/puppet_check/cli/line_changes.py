"""The lines of a text that another one does not have, by patience: lines that both have once hold the others in their places.

Unlike the usual algorithms, this takes no more time for texts of many equal lines, or with many changes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

SMALL = 250_000
"""Pairs of lines up to which two pieces without a line in common that is unique are compared with each other."""
Piece = tuple[int, int, int, int]
"""Lines of both texts: first and end before, first and end after."""


def new_lines(before: bytes, after: bytes) -> tuple[range, ...]:
    """The lines of a text, from 1, that the one before does not have at their places."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return tuple(range(first + 1, end + 1) for first, end in _joined(sorted(_changed(old, new))))


def similarity(before: Counter[bytes], after: Counter[bytes]) -> float:
    """The share of the larger of two texts, given as its lines, that is in the other as well."""
    largest = max(sum(len(line) * count for line, count in each.items()) for each in (before, after))
    common = sum(len(line) * count for line, count in (before & after).items())
    return common / largest if largest else 0.0


def _changed(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    waiting: list[Piece] = [(0, len(old), 0, len(new))]
    while waiting:
        first, end, new_first, new_end = _trimmed(old, new, waiting.pop())
        if new_first == new_end or first == end:
            yield from [(new_first, new_end)] * (new_first < new_end)
            continue
        anchors = _anchors(old[first:end], new[new_first:new_end])
        if anchors:
            ends = [*((first + a, new_first + b) for a, b in anchors), (end, new_end)]
            starts = [(first, new_first), *((a + 1, b + 1) for a, b in ends[:-1])]
            waiting += [(start[0], stop[0], start[1], stop[1]) for start, stop in zip(starts, ends, strict=True)]
        elif (end - first) * (new_end - new_first) > SMALL:
            yield new_first, new_end
        else:
            matcher = SequenceMatcher(None, old[first:end], new[new_first:new_end], autojunk=False)
            yield from ((new_first + b, new_first + c) for kind, _, _, b, c in matcher.get_opcodes() if kind != "equal" and b < c)


def _trimmed(old: Sequence[bytes], new: Sequence[bytes], piece: Piece) -> Piece:
    first, end, new_first, new_end = piece
    while first < end and new_first < new_end and old[first] == new[new_first]:
        first, new_first = first + 1, new_first + 1
    while first < end and new_first < new_end and old[end - 1] == new[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    return first, end, new_first, new_end


def _anchors(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """The longest ascending sequence of places of lines that each of two pieces has once."""
    counts, others = Counter(old), Counter(new)
    places = {line: place for place, line in enumerate(new) if others[line] == 1}
    pairs = [(place, places[line]) for place, line in enumerate(old) if counts[line] == 1 and line in places]
    piles: list[int] = []
    tops: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        pile = bisect_left(piles, place)
        previous.append(tops[pile - 1] if pile else -1)
        piles[pile : pile + 1] = [place]
        tops[pile : pile + 1] = [number]
    found = []
    number = tops[-1] if tops else -1
    while number >= 0:
        found.append(pairs[number])
        number = previous[number]
    return found[::-1]


def _joined(found: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    made: list[tuple[int, int]] = []
    for first, end in found:
        if made and made[-1][1] == first:
            made[-1] = (made[-1][0], end)
        else:
            made.append((first, end))
    yield from made
