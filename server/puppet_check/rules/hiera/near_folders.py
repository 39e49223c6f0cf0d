"""Folders in the paths of a hierarchy that do not exist, where one exists whose name differs by a letter and which no path names."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.folders import names_in
from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import text_of
from puppet_check.workspace.hiera.config import Config
from puppet_check.workspace.hiera.documents import Node
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import is_one_letter_off

FIRST = lazy_pattern(r"([A-Za-z][\w-]*)/[^/]*%\{")
"""The folder at the beginning of a path, in which an interpolation is."""
FOLDERS = ("data", "hieradata", "hiera")


@issue(Severity.WARNING)
def hiera_unknown_folder(name: str, folder: str) -> str:
    """Folder in a path of a hierarchy that does not exist"""
    return f"there is no folder '{name}' in {folder}"


@rule(on=Config)
def check_folders(config: Config, known: Known) -> Iterator[Diagnostic]:
    """Report such folders."""
    named = [*_paths(config)]
    first = {each.partition("/")[0] for _, each, _, _ in named}
    for datadir, path, start, end in named:
        found = FIRST.match(path)
        if found is None:
            continue
        folder = os.path.join(config.folder, datadir)
        if not known.world.exists(os.path.join(folder, "")) or known.world.exists(os.path.join(folder, found[1], "")):
            continue
        near = [each for each in names_in(folder) if is_one_letter_off(found[1], each)]
        near = [each for each in near if known.world.exists(os.path.join(folder, each, ""))]
        if len(near) == 1 and near[0] not in first:
            fixes = respelled(text_of(config.path, known), start, end, found[1], near[0])
            yield hiera_unknown_folder(found[1], datadir).suggesting(near[0]).at(start, end, fixes=fixes)


def _paths(config: Config) -> Iterator[tuple[str, str, int, int]]:
    """The folders of data and the paths in them, with their spans; of version 3 where the folder of the server is beside the file."""
    if config.is_known:
        for level in (*config.levels, *config.default_levels):
            for place in level.locations if "%{" not in level.datadir else ():
                yield level.datadir, place.text, place.start, place.end
        return
    root = config.document.root
    entries = {} if root is None else {each.key.removeprefix(":"): each.node for each in root.entries}
    datadir = _datadir(entries.get("yaml"))
    hierarchy = entries.get("hierarchy")
    for each in hierarchy.items if hierarchy is not None and datadir is not None else ():
        if isinstance(each.value, str) and datadir is not None:
            yield datadir, each.value, each.start, each.end


def _datadir(options: Node | None) -> str | None:
    """The name of the folder of data that version 3 gives to its backend."""
    values = {} if options is None else {each.key.removeprefix(":"): each.node.value for each in options.entries}
    folder = values.get("datadir")
    name = os.path.basename(folder.rstrip("/")) if isinstance(folder, str) else ""
    return name if name in FOLDERS else None
