"""The function versioncmp, which compares versions of packages."""

from __future__ import annotations

import re
from itertools import zip_longest

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.operators.comparison.order import compare_text
from puppet_typesys.values.errors import InternalError


@dispatch("versioncmp", "String $a, String $b, Boolean $ignore_trailing_zeroes = false", types="Integer[-1, 1]")
def _versioncmp(call: Call, left: str, right: str, ignore_trailing_zeroes: bool = False) -> object:
    if ignore_trailing_zeroes:
        left, right = _without_zeroes(left), _without_zeroes(right)
    return compare_versions(left, right)


def compare_versions(left: str, right: str) -> int:
    """-1, 0 or 1, as the first version is older than the other one, equal or newer."""
    for ours, theirs in zip_longest(_parts(left), _parts(right)):
        if ours is None or theirs is None:
            break
        if ours != theirs:
            return _order_of_parts(ours, theirs)
    return compare_text(left, right)


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
    return compare_text(left.upper(), right.upper())


def _without_zeroes(version: str) -> str:
    first, dash, rest = version.rstrip("-").partition("-")
    if not version.rstrip("-"):
        raise InternalError("undefined method `sub!' for nil")
    return f"{first.rstrip('.0')}{dash}{rest}"
