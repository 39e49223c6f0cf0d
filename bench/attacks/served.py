"""Hostile files of the other families for the language server: opened, typed in by edits, and closed in its workspace."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle

from bench.attacks import catalogs, data, hierarchy, places, regexps, ruby, settings, texts, types, values
from bench.attacks.attack import Attack

FAMILIES = (catalogs, data, hierarchy, places, regexps, ruby, settings, texts, types, values)
MODES = ("open", "edit", "closed")
OF_KIND = 15
"""How many attacks of each kind are taken."""


def attacks() -> Iterator[Attack]:
    """Attacks of all kinds, spread over their families, in each way in turn."""
    kinds: dict[str, list[Attack]] = collections.defaultdict(list)
    for family in FAMILIES:
        for each in family.attacks():
            if each.program == "check":
                kinds[each.kind].append(each)
    for kind, several in kinds.items():
        for each, mode in zip(_spread(several), cycle(MODES), strict=False):
            yield replace(each, kind=f"served {kind}", name=f"{each.name}, {mode}", program="server", arguments=(mode,))


def _spread(attacks: Sequence[Attack]) -> Iterator[Attack]:
    """At most so many elements, at even distances."""
    count = min(OF_KIND, len(attacks))
    for number in range(count):
        yield attacks[number * len(attacks) // count]
