"""Exports: what a module defines for others."""

from __future__ import annotations

from puppet_check.workspace.autoload.folders import module_files
from puppet_check.workspace.autoload.loader import AutoLoader, merged
from puppet_check.workspace.project import Module
from puppet_typesys.loader import NODE, RESOURCE_TYPE, Definition, TypedName


def exports(loader: AutoLoader, module: Module) -> dict[TypedName, Definition]:
    """The definitions in the files of a module, by name; those of a resource type are one. Reads every file."""
    found: dict[TypedName, list[Definition]] = {}
    for path in module_files(module):
        for each in loader.definitions(path, module):
            if each.kind != NODE:
                found.setdefault(each.typed_name, []).append(each)
    return {name: merged(several) if name.kind == RESOURCE_TYPE else several[0] for name, several in found.items()}
