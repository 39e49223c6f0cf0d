"""Where catalogs begin in files: main manifests, roles and profiles, and modules that are there as a whole."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable

from puppet_check.reading.folders import walk
from puppet_check.reading.places import exists
from puppet_check.workspace.roots import CONTROL

ROLES, PROFILES = ("role", "roles"), ("profile", "profiles")
"""The names of the modules whose classes are what nodes have."""
MANIFESTS = f"{os.sep}manifests{os.sep}"
FIXTURES = f"{os.sep}fixtures{os.sep}"
INSIDE = tuple(os.path.join("", each, "manifests", "") for each in (*ROLES, *PROFILES))


def beginnings(paths: Iterable[str]) -> list[str]:
    """The absolute paths of those files that may be a main manifest, or define a role or profile."""
    return [path for path in map(os.path.abspath, paths) if path.endswith(".pp") and FIXTURES not in path and _may_begin(path)]


def whole_modules(paths: Iterable[str]) -> frozenset[str]:
    """The folders of the modules of which all manifests are among some files."""
    there = {*map(os.path.abspath, paths)}
    folders = {each.rpartition(MANIFESTS)[0] for each in there if each.endswith(".pp") and MANIFESTS in each}
    return frozenset(each for each in folders if _has_all_manifests(each, there))


def _has_all_manifests(module: str, paths: Container[str]) -> bool:
    below = walk(os.path.join(module, "manifests"))
    return all(os.path.join(each.folder, name) in paths for each in below for name in each.files if name.endswith(".pp"))


def _may_begin(path: str) -> bool:
    if any(f"{os.sep}{each}" in path for each in INSIDE):
        return True
    folder, name = os.path.split(path)
    above, last = os.path.split(folder)
    return last == "manifests" and (name == "site.pp" or any(exists(os.path.join(above, each)) for each in CONTROL))
