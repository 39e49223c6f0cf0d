"""Changes on disk, and which cached results each of them invalidates."""

from __future__ import annotations

import os
from enum import Enum

from puppet_check.reading.places import is_file, is_folder
from puppet_check.workspace.kinds import DATA, Change, Kind, kind_of
from puppet_check.workspace.projects import FIXTURES
from puppet_check.workspace.roots import CODE
from puppet_check.workspace.workspace import Workspace

INNER = frozenset((*CODE, "hieradata", "hiera", "examples", "tests"))
"""The folders of a module that are searched for definitions, data and references."""

DEFINING = frozenset(("manifests", "functions", "types", "plans", "lib"))
"""The folders whose files contain definitions; creating or deleting one changes many of them."""


class Effect(Enum):
    """What a change of a file invalidates."""

    NONE = "none"
    CONTENT = "content"
    """Everything that depends on the contents of the file."""
    STRUCTURE = "structure"
    """The lists of modules, settings and data files."""


def effect_on(path: str, workspace: Workspace) -> Effect:
    """What a change of a file or folder invalidates."""
    kind = kind_of(path)
    if (kind is not None and kind.change is Change.LISTING) or path in _settings(workspace):
        return Effect.STRUCTURE
    if f"{os.sep}.git{os.sep}" in path:
        return Effect.NONE
    for known in workspace.projects():
        module = known.project.module_of(path)
        if module is not None:
            return _inside(os.path.relpath(path, module.folder), path, kind)
    if kind is not None and kind.change is Change.DATA:
        return Effect.CONTENT
    return Effect.STRUCTURE if kind is not None or _is_folder(path) else Effect.NONE


def is_text(path: str) -> bool:
    """Whether a file is code or a template, on whose contents no list of files, modules or data depends."""
    kind = kind_of(path)
    return kind is not None and kind.change in (Change.DEFINITIONS, Change.TEXT)


def _inside(inner: str, path: str, kind: Kind | None) -> Effect:
    """What a change inside a module invalidates."""
    top = inner.partition(os.sep)[0]
    if inner.startswith(FIXTURES) or (_is_folder(path) and (top in DEFINING or top == inner)):
        return Effect.STRUCTURE
    if top in INNER:
        return Effect.CONTENT
    return Effect.CONTENT if os.sep not in inner and kind is DATA else Effect.NONE


def _is_folder(path: str) -> bool:
    """Whether a path is a folder, or may have been one before it was deleted."""
    return is_folder(path) or ("." not in os.path.basename(path) and not is_file(path))


def _settings(workspace: Workspace) -> set[str]:
    """The files with facts and settings that have user-defined names."""
    found = (known.settings for known in workspace.projects())
    return {path for each in found for path in (each.file, each.facts, each.hiera) if path is not None}
