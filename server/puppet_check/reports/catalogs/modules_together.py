"""Modules that find each other, with the main manifests beside them, of which some files are checked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple

FEW = 200
"""The number of modules up to which all are read for a single file."""
LEVELS = 3
"""How many folders above a main manifest the folder of its modules may be in."""


class ModulesTogether(NamedTuple):
    """Modules whose classes may include each other."""

    known: Known
    """A project that has all of them."""
    checked: frozenset[str]
    """The absolute paths of their manifests that are checked."""
    sites: tuple[str, ...]
    """Files that may have node definitions with their classes."""
    is_project: bool
    """Whether all that is checked is of one project."""


def together_by_modules(paths: Sequence[str], workspace: Workspace) -> Iterator[ModulesTogether]:
    """The modules of which files are checked, and those whose main manifest is, in groups that find each other.

    A few files of one module in a great many are not worth reading all the others.
    """
    groups: dict[frozenset[str], dict[Known, list[str]]] = {}
    others: list[str] = []
    for path in (each for each in map(os.path.abspath, paths) if each.endswith(".pp")):
        known = workspace.known(path)
        if known.is_peripheral(path):
            continue
        if known.project.module_of(path) is None and path not in known.project.sites:
            others.append(path)
        elif known.project.modules:
            folders = frozenset(each.folder for each in known.project.modules.values())
            groups.setdefault(folders, {}).setdefault(known, []).append(path)
    for folders, projects in groups.items():
        known = min(projects, key=lambda each: each.project.root)
        around = {os.path.dirname(os.path.dirname(each)) for each in folders}
        beside = (each for each in others if around.intersection(_above(each)))
        checked = frozenset(path for several in projects.values() for path in several)
        sites = dict.fromkeys((*known.project.sites, *beside))
        if len(folders) <= FEW or len(checked) >= len(folders):
            yield ModulesTogether(known, checked.union(sites.keys() & {*map(os.path.abspath, paths)}), tuple(sites), len(projects) == 1)


def _above(path: str) -> Iterator[str]:
    """Some of the folders around a file, from the inside."""
    for _ in range(LEVELS):
        path = os.path.dirname(path)
        yield path
