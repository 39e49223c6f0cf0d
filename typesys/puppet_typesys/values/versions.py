"""The order of versions of packages."""

from __future__ import annotations

import re
from itertools import zip_longest


def compare_versions(left: str, right: str) -> int:
    """-1, 0 or 1, as the first version is older than the other one, equal or newer."""
    for ours, theirs in zip_longest(_parts(left), _parts(right)):
        if ours is None or theirs is None:
            break
        if ours != theirs:
            return _order_of_parts(ours, theirs)
    return _order(left, right)


def _parts(version: str) -> list[str]:
    return re.findall(r"[-.]|[0-9]+|[^-.0-9]+", version)


def _order_of_parts(left: str, right: str) -> int:
    for separator in "-.":
        if left == separator:
            return -1
        if right == separator:
            return 1
    numbers = left[0] in "0123456789" and right[0] in "0123456789"
    if numbers and not left.startswith("0") and not right.startswith("0"):
        return (int(left) > int(right)) - (int(left) < int(right))
    return _order(left.upper(), right.upper())


def _order(left: str, right: str) -> int:
    """The order of two texts by their bytes."""
    ours, theirs = (each.encode("utf-8", "surrogatepass") for each in (left, right))
    return (ours > theirs) - (ours < theirs)
