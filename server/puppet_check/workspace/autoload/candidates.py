"""Candidates: the files in which the autoloader looks for a name.

`apache::mod::php` is looked up in `manifests/mod/php.pp` of the module apache, and in `mod.pp` and `init.pp`, where it may be nested.
Functions, types and Ruby files are found in the same way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.places import is_file, is_folder
from puppet_check.workspace.autoload.definitions import FileDefinitions
from puppet_check.workspace.autoload.folders import (
    FACTS,
    FOLDERS,
    IN_PUPPET,
    OLD_FUNCTIONS,
    RUBY_PROVIDERS,
    RUBY_TYPES,
    SEARCHED,
    Listings,
    has_type_set,
)
from puppet_check.workspace.defaults import DefaultsIndex
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.project import Module, Project
from puppet_typesys.loader import FUNCTION, TYPE, TypedName

MAX_SEGMENTS = 20
"""The number of segments of a name whose files are looked for; names of published modules have at most eight."""


class Candidates:
    """The files of a project that may define a name; valid until a file changes."""

    def __init__(self, project: Project, disk: Disk, definitions: FileDefinitions, listings: Listings) -> None:
        self._project = project
        self._disk = disk
        self._defaults = DefaultsIndex(disk, project)
        self._definitions = definitions
        self._listings = listings
        self._facts: dict[TypedName, list[tuple[str, Module | None]]] | None = None
        """The files of modules with facts, by what they define."""

    def of(self, name: TypedName) -> Iterator[tuple[str, Module | None]]:
        """The existing files that may define a name, in the order in which they are searched, with their modules."""
        for site in self._project.sites:
            yield site, None
        segments = name.name.split("::")
        module = self._project.modules.get(segments[0])
        of_environment = self._listings.of_environment(name.kind).get(name.name)
        if of_environment is not None and not _is_builtin(name):
            yield from ((path, None) for path in of_environment)
        match name.kind:
            case "class" | "define" | "node":
                if module is not None:
                    yield from ((path, module) for path in _manifests(module, segments))
            case "function" | "type":
                for folder in SEARCHED[name.kind]:
                    yield from self._in_folder(folder, module if len(segments) > 1 else None, segments)
            case "plan":
                if module is not None:
                    yield from _existing(module, "plans", segments[1:] or ["init"])
            case "resource_type" if len(segments) == 1:  # Names of types in Ruby are not qualified, and all modules would be listed.
                yield from self._listings.ruby(RUBY_TYPES, name.name)
                yield from self._listings.ruby(RUBY_TYPES, f"{name.name}/")
                yield from self._listings.ruby(RUBY_PROVIDERS, f"{name.name}/")
            case "fact":
                yield from self._with_facts().get(name, ())
            case "default":
                yield from self._defaults.files(name.name.partition(" ")[2])

    def _in_folder(self, folder: str, module: Module | None, segments: list[str]) -> Iterator[tuple[str, Module | None]]:
        """The files in a folder of functions or types with a name, which the module of its first segment may define."""
        if folder in IN_PUPPET:
            if module is not None:
                yield from _existing(module, folder, segments[1:])
        else:
            found = self._listings.ruby(folder, "/".join(segments))
            yield from (each for each in found if module is None or each[1] is module or folder == OLD_FUNCTIONS)

    def has_own_file(self, name: TypedName) -> bool:
        """Whether there is the file in which the autoloader expects a name of an installed module; types may be in a TypeSet."""
        module = self._project.modules[name.name.partition("::")[0]]
        return any(self.own_files(name)) or (name.kind == TYPE and has_type_set(module))

    def own_files(self, name: TypedName) -> Iterator[str]:
        """The existing file in which the autoloader expects a name of an installed module, if any."""
        first, *rest = name.name.split("::")
        folder = FOLDERS.get(name.kind)
        if folder is not None and rest != ["init"]:  # The `init.pp` is that of the module's own name.
            yield from (path for path, _ in _existing(self._project.modules[first], folder, rest or ["init"]))

    def _with_facts(self) -> dict[TypedName, list[tuple[str, Module | None]]]:
        if self._facts is None:
            self._facts = {}
            for path, module in self._listings.all_ruby(FACTS):
                for name in dict.fromkeys(each.typed_name for each in self._definitions.of(path, module)):
                    self._facts.setdefault(name, []).append((path, module))
        return self._facts


def _is_builtin(name: TypedName) -> bool:
    """Whether a name is that of a built-in function, which no function of an environment replaces."""
    from puppet_typesys.functions.registry import function_names  # loads all functions

    return name.kind == FUNCTION and name.name in function_names()


def _manifests(module: Module, segments: list[str]) -> list[str]:
    """The existing files that may hold a class or define: its own, and those of the names around it."""
    folder = os.path.join(module.folder, "manifests")
    paths = [os.path.join(folder, "init.pp")]
    for index, part in enumerate(segments[1:MAX_SEGMENTS]):
        if index:
            folder = os.path.join(folder, segments[index])
            if not is_folder(folder):
                break
        paths.append(os.path.join(folder, f"{part}.pp"))
    return [path for path in reversed(paths) if is_file(path)]


def _existing(module: Module, folder: str, parts: list[str]) -> Iterator[tuple[str, Module]]:
    path = os.path.join(module.folder, folder, *parts[:-1], f"{parts[-1]}.pp")
    if is_file(path):
        yield path, module
