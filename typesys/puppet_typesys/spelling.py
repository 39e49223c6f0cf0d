"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

SIMILARITY = 0.75
"""The required similarity of two names, from 0 to 1."""
LOW_SIMILARITY = 0.6
"""The required similarity if there are only a few candidates, so that a bad guess is unlikely."""

SHORT_SLIP = 2
"""The length of the part in which a misspelled name differs at most, unless it is long."""
LONG_NAME = 16
"""The length of a name that may have slips at several places."""

PARTS_SIMILARITY = 0.5
"""The required similarity of the parts in which two qualified names differ, which may be short beside what they have in common."""
MOST_SIMILAR = 5
"""How many of the names most similar to a qualified one are compared by parts."""

SAME_NAME = 0.88
"""The similarity of names of which one is a misspelling of the other."""

MEANT = ", did you mean "


def hint(name: str, known: Iterable[str], cutoff: float = LOW_SIMILARITY) -> str:
    """The end of a message that suggests the most similar name; empty if none is similar."""
    found = closest(name, known, cutoff)
    return "" if found is None else f"{MEANT}'{found}'?"


def closest(name: str, candidates: Iterable[str], cutoff: float = SIMILARITY) -> str | None:
    """The candidate most similar to a name; None if none is similar, or if the name is itself a candidate."""
    return closest_of(name, (candidates,), cutoff)


def closest_of(name: str, groups: Iterable[Iterable[str]], cutoff: float = SIMILARITY) -> str | None:
    """The same for several groups of candidates; frozen sets are prepared once, for all names that are compared with them."""
    limit = MOST_SIMILAR if "::" in name else 1
    found = {each: score for group in groups for each, score in _similar(name, group, cutoff, limit)}
    likely = sorted(found, key=lambda each: (-found[each], each))[:limit]
    return next((each for each in likely if limit == 1 or _differs_little(name, each)), None)


def _similar(name: str, candidates: Iterable[str], cutoff: float, limit: int) -> Iterator[tuple[str, float]]:
    """The candidates other than a name that are most similar to it, with their similarity, in each list by length."""
    from rapidfuzz import fuzz, process  # 12 ms, and most runs make no suggestion

    for likely in _of_similar_length(candidates, len(name), cutoff) if isinstance(candidates, frozenset) else (sorted(set(candidates)),):
        if name in likely:
            likely = [each for each in likely if each != name]
        for each, score, _ in process.extract(name, likely, scorer=fuzz.ratio, score_cutoff=100 * cutoff, limit=limit):
            yield each, score


def _of_similar_length(candidates: frozenset[str], length: int, cutoff: float) -> Iterator[list[str]]:
    """Those of some candidates that may be similar to a name of a length: of the longer of two names, the shorter may have all letters."""
    least = cutoff / (2 - cutoff)
    for each, likely in _by_length(candidates).items():
        if min(each, length) >= least * max(each, length):
            yield likely


@lru_cache(64)
def _by_length(names: frozenset[str]) -> dict[int, list[str]]:
    """Names of a set that is searched often by their lengths, in order."""
    found: dict[int, list[str]] = {}
    for each in sorted(names):
        found.setdefault(len(each), []).append(each)
    return found


def _differs_little(name: str, meant: str) -> bool:
    """Whether the parts in which two qualified names differ are similar, or one of the names only has more parts."""
    changed, original = name.split("::"), meant.split("::")
    while changed and original and changed[0] == original[0]:
        del changed[0], original[0]
    while changed and original and changed[-1] == original[-1]:
        del changed[-1], original[-1]
    if len(changed) == len(original):
        return all(_similarity(one, other) >= PARTS_SIMILARITY for one, other in zip(changed, original, strict=True))
    return not changed or not original or _similarity("::".join(changed), "::".join(original)) >= PARTS_SIMILARITY


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
    if name.endswith(meant):
        return len(meant) >= SURE and name == meant[0] + meant  # So may one with a prefix, such as `kcron`.
    if meant == f"{name}s" or (meant.endswith(name) and len(meant) > len(name) + 1):
        return False  # The singular may exist as well, and `os_version` beside `bios_version`.
    if len(name) >= SURE and _is_swapped(name, meant):
        return True
    changed, original, _ = _difference(name, meant)
    is_short = max(len(changed), len(original)) <= SHORT_SLIP or len(name) >= LONG_NAME
    return is_short and _similarity(name, meant) >= SAME_NAME


def _is_swapped(name: str, meant: str) -> bool:
    """Whether two names differ only in the order of two letters beside each other."""
    changed, original, _ = _difference(name, meant)
    return len(changed) == len(original) == 2 and changed == original[::-1]


def _difference(name: str, meant: str) -> tuple[str, str, int]:
    """The parts in which two names differ, between their common beginning and end, and the length of that beginning."""
    start = _common(name, meant)
    end = _common(name[start:][::-1], meant[start:][::-1])
    return name[start : len(name) - end], meant[start : len(meant) - end], start


def _common(one: str, other: str) -> int:
    """The length of the beginning that two texts have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (first, second) in pairs if first != second), min(len(one), len(other)))


def _similarity(one: str, other: str) -> float:
    from rapidfuzz import fuzz  # as above

    return fuzz.ratio(one, other) / 100


def is_typo(name: str, known: Iterable[str]) -> bool:
    """Whether a name is almost certainly a misspelling of a known one: one letter too many, missing, changed, or two swapped.

    Only the last parts of qualified names may differ. Names that differ in a digit, in a plural, or by a longer ending may both exist.
    """
    qualifier, _, last = name.rpartition("::")
    if len(last) < SHORTEST:
        return False
    likely = []
    for each in known:
        other, _, leaf = each.rpartition("::")
        if other == qualifier and abs(len(leaf) - len(last)) <= 1 and (len(leaf) >= SHORTEST or _has_letter_typed_twice(last, leaf)):
            likely.append(leaf)
    return last not in likely and any(_is_one_edit(last, each) for each in likely)


LONG = 8
"""The length of a name that a letter is appended to only by mistake, unless it makes an ending."""
ENDINGS = "sdrney"
"""Letters that make another word at the end of a name."""


def _has_letter_typed_twice(name: str, meant: str) -> bool:
    """Whether a name is another with its last letter doubled, or with a letter too many at the end of a long one."""
    if not name.startswith(meant) or len(name) != len(meant) + 1 or name[-1].isdigit():
        return False
    return name[-1] == meant[-1] or (len(meant) >= LONG and name[-1] not in ENDINGS and name[-1].isalpha())


def is_slip_of_any(name: str, known: Iterable[str]) -> bool:
    """Whether an unknown name differs from a known one by one slip; for names that everybody knows, which others avoid."""
    return len(name) >= SHORTEST and any(is_slip(name, each) for each in known)


def is_slip(name: str, meant: str) -> bool:
    """Whether two names differ by one slip: two letters swapped, or one omitted or added, but not at the beginning or end.

    A doubled last letter is one as well. Both names may exist, so this is only evidence together with other.
    """
    if _has_letter_typed_twice(name, meant):
        return True
    if name[:1] != meant[:1] or name.startswith(meant) or meant.startswith(name):
        return False
    changed, original, _ = _difference(name, meant)
    if any(each.isdigit() for each in changed + original):
        return False
    return len(changed) + len(original) == 1 or _is_swapped(name, meant)


def is_mistyped(name: str, meant: str) -> bool:
    """Whether a name is another with two letters swapped, or with one letter doubled, or not doubled, before its end."""
    if name.startswith(meant) or meant.startswith(name) or abs(len(name) - len(meant)) > 1:
        return False
    changed, original, start = _difference(name, meant)
    if not (changed + original).isalpha():
        return False
    if len(changed) + len(original) == 1:
        longer, at = (name, start) if changed else (meant, start)
        return longer[at] in (longer[at - 1 : at], longer[at + 1 : at + 2])
    return _is_swapped(name, meant)


SHORTEST = 4
"""The length of the shortest names whose misspellings are recognized."""


def _is_one_edit(name: str, meant: str) -> bool:
    if _has_letter_typed_twice(name, meant):
        return True
    changed, original, start = _difference(name, meant)
    if any(each.isdigit() for each in changed + original) or name.startswith(meant):
        return False
    if _is_swapped(name, meant):
        return True
    if len(changed) == len(original) == 1:
        return len(name) > SHORTEST
    if len(changed) + len(original) != 1:
        return False
    is_doubled = start > 0 and (changed or original) == name[start - 1]
    return is_doubled or changed + original != "s"


def is_one_letter_off(name: str, meant: str) -> bool:
    """Whether a letter of a name was added, left out or changed, or two were swapped; digits are no slips."""
    if name == meant or abs(len(name) - len(meant)) > 1 or name[:1] != meant[:1]:
        return False
    changed, original, _ = _difference(name, meant)
    if not (changed + original).isalpha():
        return False
    return len(changed) <= 1 >= len(original) or _is_swapped(name, meant)


INNER = 2
"""The number of letters before and after a slip that is inside of a word."""


def is_inner_slip(name: str, meant: str) -> bool:
    """The same inside of a word, where no other word ends: `/etc/logrotat.d` is one, `conf` for `config` is not."""
    if not is_one_letter_off(name, meant):
        return False
    changed, original, start = _difference(name, meant)
    before, after = meant[max(0, start - INNER) : start], meant[start + len(original) :][:INNER]
    return len(changed) + len(original) > 0 and before.isalpha() and after.isalpha() and len(before) == len(after) == INNER


def has_letter_more_or_less(name: str, meant: str) -> bool:
    """The same for a letter more or less, of which there may be only one letter before: `gnicorn`."""
    if not is_one_letter_off(name, meant) or len(name) == len(meant):
        return False
    _, original, start = _difference(name, meant)
    after = meant[start + len(original) :][:INNER]
    return after.isalpha() and len(after) == INNER and meant[start - 1].isalpha()


WITHOUT_DIGITS = dict.fromkeys(map(ord, "0123456789"))
"""For `str.translate`: no digits."""
LONGEST = 200
"""The length of the longest names that are compared with many others."""


class TextsByParts:
    """Texts that those are found in quickly which differ from a text by a letter.

    Two such texts have one in common that lacks a letter of one or of each, so that the time grows with the number of texts alone.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._by_part: dict[str, list[str]] = {}
        for each in texts:
            for part in _with_and_without_letters(each):
                self._by_part.setdefault(part, []).append(each)

    def near(self, text: str) -> list[str]:
        """The texts that may differ from one by a letter: all that do, and some others."""
        return [*dict.fromkeys(each for part in _with_and_without_letters(text) for each in self._by_part.get(part, ()))]

    def one_letter_off(self, name: str) -> list[str]:
        """Those that differ from a name by a letter, as `is_one_letter_off` says. Most that differ by a character differ in a digit."""
        bare = name.translate(WITHOUT_DIGITS)
        return [each for each in self.near(name) if each.translate(WITHOUT_DIGITS) != bare and is_one_letter_off(name, each)]


def one_letter_off(names: Iterable[str], known: Iterable[str]) -> dict[str, list[str]]:
    """For each of some names those of the known ones that differ from it by a letter, as `is_one_letter_off` says; only such names."""
    texts = TextsByParts(known)
    return {name: near for name in names if (near := texts.one_letter_off(name))}


def _with_and_without_letters(name: str) -> set[str]:
    """A name, and the texts that remain without one of its letters; none of a name that is too long."""
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))} if len(name) <= LONGEST else set()


def is_part(one: str, other: str, shortest: int) -> bool:
    """Whether one of two names has words more than the other, of some length, before or after it, but no more than that has."""
    shorter, longer = sorted((one, other), key=len)
    if 2 * (shorter.count("_") + 1) < longer.count("_") + 1:
        return False
    return len(shorter) >= shortest and (longer.startswith(f"{shorter}_") or longer.endswith(f"_{shorter}"))
