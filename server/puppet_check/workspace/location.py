"""Which names a file may define, by its path in a module.

The reference loads `m::a::b` from `m/manifests/a/b.pp` and refuses a module's file that defines another name. It knows the modules from
its module path; here a folder is a module if it has a `metadata.json` or a `Modulefile`, if it is in a folder for modules of a control
repository, or if its code names it like the folder. Otherwise any name is accepted.
"""

from __future__ import annotations

import os
import re

from puppet_check.reading.files import LARGEST_DATA, LARGEST_SEARCHED, read, read_text
from puppet_check.reading.json_data import loads
from puppet_check.reading.places import exists
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.module_path import folders_of_path
from puppet_check.workspace.parked import is_first, parked_folder
from puppet_check.workspace.roots import (
    CONTROL,
    FILES,
    NAME,
    PUPPETFILE,
    defines_mostly,
    is_defined_by_name,
    is_module,
    is_named_in_code,
    name_in_all_code,
    name_in_code,
    name_in_layout,
    name_of,
)
from puppet_typesys.validate.place import AutoloadPlace, module_place

MODULEFILE = "Modulefile"
"""What modules had before they had a `metadata.json`."""
KINDS = frozenset({"manifests", "functions", "types", "plans"})
MODULES = frozenset({"modules", "site-modules"})
"""Folder names that always contain modules."""
LOCAL_MODULES = frozenset({"site", "dist", "local", "local-modules"})
"""Folder names that contain modules if they are beside a `Puppetfile`."""


def place(disk: Disk, path: str) -> AutoloadPlace | None:
    """The place of a file in its module, for validation; None if it is not in a module, or if that is uncertain."""
    absolute = os.path.abspath(path)
    if not absolute.endswith(".pp") or f"{os.sep}fixtures{os.sep}" in absolute:
        return None
    folder, file = os.path.split(absolute)
    inner = [file]
    while (parent := os.path.dirname(folder)) != folder:
        inner.append(os.path.basename(folder))
        module = module_name(disk, parent)
        if module is not None:
            is_loaded = _is_loaded(inner[::-1]) and not _is_served(disk, parent)
            parked = parked_folder(absolute, inner[::-1], module) if is_loaded else None
            if parked is not None:
                return AutoloadPlace(None, path, parked=parked) if is_first(absolute) else None
            return module_place("/".join([module, *reversed(inner)]), path) if is_loaded else None
        if _ends_search(disk, parent):
            return None
        folder = parent
    return None


def _is_loaded(inner: list[str]) -> bool:
    """Whether the autoloader looks for definitions in a path inside a module."""
    # If the folder is a control repository after all, this is its main manifest.
    return inner[0] in KINDS and inner != ["manifests", "site.pp"]


@remembered(1024)
def _is_served(disk: Disk, folder: str) -> bool:
    """Whether a folder is among the files that a module around it serves to nodes."""
    while (parent := os.path.dirname(folder)) != folder and not _ends_search(disk, folder):
        if os.path.basename(folder) == FILES and module_name(disk, parent) is not None:
            return True
        folder = parent
    return False


@remembered(4096)
def module_name(disk: Disk, folder: str) -> str | None:
    """The name of the module in a folder; None if the folder is not a module, or if that is uncertain."""
    name = os.path.basename(folder)
    is_control = _has(folder, *CONTROL)
    if is_control and not is_module(disk, folder):
        return None
    placed = NAME.match(name) is not None and _holds_modules(disk, os.path.dirname(folder))
    if _has(folder, "metadata.json"):
        declared_name = _name_in_metadata(os.path.join(folder, "metadata.json"))
        if declared_name != name and (placed or is_named_in_code(folder)):
            return None
        if is_control and (declared_name is None or not defines_mostly(folder, declared_name)):
            return None
        other = None if placed or declared_name == name else name_in_layout(folder)
        return declared_name and (name_in_all_code(folder, declared_name) or other or declared_name)
    if placed:
        return name
    named = name_of(folder)
    if is_defined_by_name(folder) or (named is not None and name_in_code(folder) == named):
        return named
    return (name_in_code(folder) if _has(folder, MODULEFILE) else None) or name_in_layout(folder)


@remembered(1024)
def _ends_search(disk: Disk, folder: str) -> bool:
    """Whether the search for a module ends at a folder, the root of a repository."""
    return _has(folder, ".git", *CONTROL)


@remembered(1024)
def _holds_modules(disk: Disk, folder: str) -> bool:
    name, parent = os.path.basename(folder), os.path.dirname(folder)
    path = _module_path(os.path.join(parent, "environment.conf"))
    if path is not None:
        return name in path
    return name in MODULES or (name in LOCAL_MODULES and _has(parent, PUPPETFILE))


def _module_path(file: str) -> frozenset[str] | None:
    """The folders in the `modulepath` of an `environment.conf`."""
    try:
        lines = read_text(file, LARGEST_SEARCHED).splitlines()
    except OSError:
        return None
    for line in lines:
        setting, _, value = line.partition("=")
        if setting.strip() == "modulepath":
            folder = os.path.dirname(file)
            return frozenset(os.path.relpath(each, folder) for each in folders_of_path(value, folder))
    return None


def _name_in_metadata(file: str) -> str | None:
    try:
        metadata = loads(read(file, LARGEST_DATA))
    except (OSError, ValueError):
        return None
    declared_name = metadata.get("name") if isinstance(metadata, dict) else None
    name = re.split("[-/]", declared_name)[-1] if isinstance(declared_name, str) else ""
    return name if NAME.match(name) else None


def _has(folder: str, *names: str) -> bool:
    return any(exists(os.path.join(folder, name)) for name in names)


def forget(disk: Disk) -> None:
    """Discard cached answers, as modules may have been created, deleted or renamed."""
    disk.forget(module_name, _ends_search, _holds_modules)
