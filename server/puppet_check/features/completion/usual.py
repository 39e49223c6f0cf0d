"""How often real manifests use a word: the data of `usual.json`, written by `bench.completion_counts`."""

from __future__ import annotations

import json
from pkgutil import get_data

COUNTS: dict[str, dict[str, dict[str, int]]] = {}
"""The uses of each word, by kind and owner; read on first use."""
NONE: dict[str, int] = {}


def uses(kind: str, owner: str = "") -> dict[str, int]:
    """The number of uses of each word of a kind, such as the attributes of a resource type."""
    if not COUNTS:
        COUNTS.update(json.loads(get_data(__package__, "usual.json") or b"{}"))
    by_owner = COUNTS.get(kind)
    return NONE if by_owner is None else by_owner.get(owner, NONE)


def order(score: float) -> int:
    """The place (`Item.order`) of an item with a score; the highest score comes first."""
    return 9999 - max(0, min(9999, int(score)))
