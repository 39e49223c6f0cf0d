"""The modules in a folder of a module path."""

from __future__ import annotations

import os

from puppet_check.reading.folders import subfolders
from puppet_check.reading.places import exists, is_below, is_folder, is_of_system, real
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.metadata import read_metadata
from puppet_check.workspace.project import Module
from puppet_check.workspace.roots import CODE, FOLDERS, MODULE_FOLDERS, NAME, name_of

OF_MODULES = ("manifests", os.path.join("lib", "puppet"), os.path.join("lib", "facter"), "functions", "types", "plans")
"""Folders that only modules have; those named `files`, `data` or `tasks` are elsewhere as well."""
SHOWING = ("metadata.json", *CODE)
"""What shows that a folder is a module."""
BESIDE_MODULES = tuple(each for each in SHOWING if each != "data")
"""The same in a folder that is not one for modules alone: one with data may be that of a hierarchy."""


@remembered(FOLDERS)
def modules_in(disk: Disk, folder: str) -> tuple[Module, ...]:
    """The modules in a folder; of two with a name, the one whose folder has that name comes first."""
    found, showing = [], SHOWING if os.path.basename(folder) in MODULE_FOLDERS else BESIDE_MODULES
    for path, given in subfolders(folder):
        if given.startswith(".") or is_of_system(path):
            continue
        metadata = read_metadata(path)
        if metadata is None and not any(exists(os.path.join(path, each)) for each in showing):
            continue
        name: str | None = given
        if not NAME.match(given):
            name = metadata.short_name if metadata is not None and metadata.short_name else name_of(path)
        if name is not None and NAME.match(name):
            found.append(Module(name, os.path.abspath(path), metadata))
    return tuple(sorted(found, key=lambda each: os.path.basename(each.folder) != each.name))


@remembered(FOLDERS)
def modules_outside(disk: Disk, folder: str) -> tuple[Module, ...]:
    """The modules in a folder outside of the repository that only a file of it names: no others than a link to them would reach."""
    if not is_read_outside(folder):
        return ()
    return tuple(each for each in modules_in(disk, folder) if os.path.basename(each.folder) == each.name and _has_code(each.folder))


def _has_code(folder: str) -> bool:
    """Whether a folder has what only modules have."""
    return exists(os.path.join(folder, "metadata.json")) or any(is_folder(os.path.join(folder, each)) for each in OF_MODULES)


def is_read_outside(folder: str) -> bool:
    """Whether modules are read from a folder outside of the repository: not of the system, nor the home or above it."""
    return is_folder(folder) and not is_of_system(folder) and not is_below(real(os.path.expanduser("~")), real(folder))
