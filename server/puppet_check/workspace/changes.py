"""Changes on the disk: what of all that is known has to be found out again."""

from __future__ import annotations

import os
from enum import Enum

from puppet_check.workspace.kinds import DATA, Change, Kind, kind_of
from puppet_check.workspace.project import FIXTURES
from puppet_check.workspace.roots import CODE
from puppet_check.workspace.workspace import Workspace

INNER = frozenset((*CODE, "hieradata", "hiera"))
"""The folders of a module in which names are looked for."""

DEFINING = frozenset(("manifests", "functions", "types", "plans", "lib"))
"""Those whose files define something, so that a folder of them may define much."""


class Effect(Enum):
    """What a change of a file means for what is known."""

    NONE = "none"
    CONTENT = "content"
    """What the file itself says has to be found out again."""
    STRUCTURE = "structure"
    """Which modules, settings and data there are has to be found out again."""


def effect_on(path: str, workspace: Workspace) -> Effect:
    """What a change of a file or folder means."""
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


def _inside(inner: str, path: str, kind: Kind | None) -> Effect:
    """What a change inside a module means."""
    top = inner.partition(os.sep)[0]
    if inner.startswith(FIXTURES) or (_is_folder(path) and (top in DEFINING or top == inner)):
        return Effect.STRUCTURE
    if top in INNER:
        return Effect.CONTENT
    return Effect.CONTENT if os.sep not in inner and kind is DATA else Effect.NONE


def _is_folder(path: str) -> bool:
    """Whether a path is that of a folder, or may have been."""
    return os.path.isdir(path) or ("." not in os.path.basename(path) and not os.path.isfile(path))


def _settings(workspace: Workspace) -> set[str]:
    """Files of facts and of settings under names of their own."""
    found = (known.settings for known in workspace.projects())
    return {path for each in found for path in (each.file, each.facts) if path is not None}
