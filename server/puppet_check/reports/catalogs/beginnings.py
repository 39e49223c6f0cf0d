"""The files in which catalogs begin: main manifests, roles and profiles."""

from __future__ import annotations

import os
from collections.abc import Iterable

from puppet_check.reading.places import exists
from puppet_check.workspace.roots import CONTROL

ROLES, PROFILES = ("role", "roles"), ("profile", "profiles")
"""The names of the modules whose classes are what nodes have."""
FIXTURES = f"{os.sep}fixtures{os.sep}"
INSIDE = tuple(os.path.join("", each, "manifests", "") for each in (*ROLES, *PROFILES))


def beginnings(paths: Iterable[str]) -> list[str]:
    """The absolute paths of those files that may be a main manifest, or define a role or profile."""
    return [path for path in map(os.path.abspath, paths) if path.endswith(".pp") and FIXTURES not in path and _may_begin(path)]


def _may_begin(path: str) -> bool:
    if any(f"{os.sep}{each}" in path for each in INSIDE):
        return True
    folder, name = os.path.split(path)
    above, last = os.path.split(folder)
    return last == "manifests" and (name == "site.pp" or any(exists(os.path.join(above, each)) for each in CONTROL))
