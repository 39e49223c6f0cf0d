"""The files that are checked of modules that find each other, with the main manifests beside them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from puppet_check.reports.catalogs.module_graph import manifests_by_module
from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple

LEVELS = 3
"""How many folders above a main manifest the folder of its modules may be in."""


class ModulesTogether(NamedTuple):
    """Modules whose classes may include each other."""

    known: Known
    """A project that has all of them."""
    files: tuple[str, ...]
    """Their manifests that are checked, by absolute path."""
    sites: tuple[str, ...]
    """Files that may have node definitions with their classes."""
    is_project: bool
    """Whether they are all of one project."""


def together_by_modules(paths: Sequence[str], workspace: Workspace) -> Iterator[ModulesTogether]:
    """The modules of which files are checked, in groups that find each other."""
    groups: dict[frozenset[str], dict[Known, list[str]]] = {}
    for files in manifests_by_module(paths).values():
        known = workspace.known(min(files))
        shown = [each for each in files if known.project.module_of(each) is not None and not known.is_peripheral(each)]
        if shown:
            folders = frozenset(each.folder for each in known.project.modules.values())
            groups.setdefault(folders, {}).setdefault(known, []).extend(shown)
    others = [path for path in map(os.path.abspath, paths) if path.endswith(".pp")] if groups else []
    others = [each for each in others if (known := workspace.known(each)).project.module_of(each) is None and not known.is_peripheral(each)]
    for folders, projects in groups.items():
        found = [file for several in projects.values() for file in several]
        around = {os.path.dirname(os.path.dirname(each)) for each in folders}
        sites = (each for each in others if around.intersection(_above(each)))
        known = min(projects, key=lambda each: each.project.root)
        if len(found) > 1:
            yield ModulesTogether(known, tuple(found), tuple(sites), len(projects) == 1)


def _above(path: str) -> Iterator[str]:
    """Some of the folders around a file, from the inside."""
    for _ in range(LEVELS):
        path = os.path.dirname(path)
        yield path
