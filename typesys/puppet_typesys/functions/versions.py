"""The function versioncmp, which compares versions of packages."""

from __future__ import annotations

from puppet_typesys.functions.call import Call
from puppet_typesys.functions.registry import dispatch
from puppet_typesys.values.errors import InternalError
from puppet_typesys.values.versions import compare_versions


@dispatch("versioncmp", "String $a, String $b, Boolean $ignore_trailing_zeroes = false", types="Integer[-1, 1]")
def _versioncmp(call: Call, left: str, right: str, ignore_trailing_zeroes: bool = False) -> object:
    if ignore_trailing_zeroes:
        left, right = _without_zeroes(left), _without_zeroes(right)
    return compare_versions(left, right)


def _without_zeroes(version: str) -> str:
    first, dash, rest = version.rstrip("-").partition("-")
    if not version.rstrip("-"):
        raise InternalError("undefined method `sub!' for nil")
    return f"{first.rstrip('.0')}{dash}{rest}"
