"""Project: the modules that a file can use, found from its path.

A module can use the modules among its fixtures, and those beside it if it is in a folder of modules. The modules in such a folder can use
each other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.metadata import Metadata, metadata_of, read_metadata
from puppet_check.workspace.roots import (
    CODE,
    FOLDERS,
    MODULE_FOLDERS,
    NAME,
    Root,
    control_path,
    is_among_modules,
    name_in_code,
    name_of,
    settings_of,
)
from puppet_check.workspace.unsaved import Unsaved

LISTING = frozenset(("metadata.json", "Puppetfile"))
"""Files that declare modules."""
FIXTURES = os.path.join("spec", "fixtures", "modules")


class Module(NamedTuple):
    """A module and its folder."""

    name: str
    folder: str
    metadata: Metadata | None
    is_fixture: bool = False
    """Whether it is a fixture for the tests of another module."""


class Missing(NamedTuple):
    """A declared dependency that is not installed; `line` counts from 1."""

    name: str
    declared_in: str
    line: int


@dataclass
class Project:
    """Modules that can use each other, and the manifests and data of their environment if there is one."""

    root: str
    is_environment: bool = False
    """Whether it is a control repository: all modules and data are present, except for `missing` modules."""
    modules: dict[str, Module] = field(default_factory=dict)
    missing: dict[str, Missing] = field(default_factory=dict)
    sites: tuple[str, ...] = ()
    """The main manifests of the environment."""
    hiera: str | None = None
    modulepath: tuple[str, ...] = ()
    is_whole: bool = True
    """Whether it declares all its dependencies, as an environment and metadata do. Otherwise any other module may be installed."""

    def module_of(self, path: str) -> Module | None:
        """The module that a file belongs to."""
        folder = os.path.abspath(path)
        while (above := os.path.dirname(folder)) != folder:
            found = self._by_folder.get(above)
            if found is not None:
                return found
            folder = above
        return None

    @cached_property
    def _by_folder(self) -> dict[str, Module]:
        return {each.folder: each for each in self.modules.values()}


def project_at(disk: Disk, root: Root, modulepath: Iterable[str] = ()) -> Project:
    """The project at a root; a given module path replaces the one that is found."""
    given = tuple(map(os.path.abspath, modulepath))
    match root.kind:
        case "environment":
            return _environment(disk, root.folder, given or control_path(disk, root.folder))
        case "module":
            return _of_module(disk, root.folder, given)
        case _:
            return _of_modules(disk, root.folder, given)


def amended(project: Project, unsaved: Unsaved) -> Project:
    """A project with unsaved changes of metadata and `Puppetfile` applied; those that cannot be read are ignored."""
    lists = {path: text.decode("utf-8", "replace") for path, text in unsaved.items() if os.path.basename(path) in LISTING}
    if not any(project.module_of(path) or os.path.dirname(path) == project.root for path in lists):
        return project
    modules = {}
    for name, module in project.modules.items():
        text = lists.get(os.path.join(module.folder, "metadata.json"))
        read = None if text is None else metadata_of(text)
        modules[name] = module if read is None else module._replace(metadata=read)
    made = replace(project, modules=modules, missing={})
    if made.is_environment:
        _add_missing_of_puppetfile(made, lists.get(os.path.join(project.root, "Puppetfile")))
        _add_missing_of_git(made)
    # Only the module itself declares what is missing; those beside it may be installed for others.
    alone = [each for each in made.modules.values() if each.folder == project.root and not made.is_environment]
    for each in alone or made.modules.values():
        _add_missing(made, each)
    return made


def _environment(disk: Disk, root: str, modulepath: tuple[str, ...]) -> Project:
    project = Project(root, True, modulepath=modulepath)
    _add_modules(disk, project, modulepath)
    told = settings_of(os.path.join(root, "environment.conf")).get("manifest")
    site = os.path.normpath(os.path.join(root, told[0] if told is not None else "manifests"))
    project.sites = tuple(_manifests(site))
    hiera = os.path.join(root, "hiera.yaml")
    project.hiera = hiera if os.path.exists(hiera) else None
    _add_missing_of_puppetfile(project)
    _add_missing_of_git(project)
    for module in project.modules.values():
        _add_missing(project, module)
    return project


def _manifests(path: str) -> list[str]:
    if os.path.isfile(path):
        return [path]
    found = []
    for folder, _, files in os.walk(path):
        found += [os.path.join(folder, name) for name in files if name.endswith(".pp")]
    return sorted(found)


def _of_module(disk: Disk, folder: str, given: tuple[str, ...]) -> Project:
    parent = os.path.dirname(folder)
    project = Project(folder, modulepath=given)
    metadata = read_metadata(folder)
    told = metadata.short_name if metadata is not None else None
    if metadata is None and not is_among_modules(folder):
        told = name_in_code(folder)
    name = told or name_of(folder) or os.path.basename(folder)
    project.modules[name] = Module(name, folder, metadata)
    project.is_whole = metadata is not None or bool(given)
    if given:
        _add_modules(disk, project, given)
    else:
        _add_modules(disk, project, (os.path.join(folder, FIXTURES),), fixtures=True)
        if os.path.basename(parent) in MODULE_FOLDERS or _holds_modules(disk, parent):
            _add_modules(disk, project, (parent,))
            project.modulepath = (parent,)
    _add_missing(project, project.modules[name])
    return project


@remembered(FOLDERS)
def _holds_modules(disk: Disk, folder: str) -> bool:
    """Whether the subfolders of a folder are modules."""
    try:
        names = [entry.path for entry in os.scandir(folder) if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        return False
    modules = [path for path in names if os.path.exists(os.path.join(path, "metadata.json"))]
    return len(modules) > 1 and len(modules) * 2 >= len(names)


def _of_modules(disk: Disk, folder: str, given: tuple[str, ...]) -> Project:
    modulepath = given or (folder,)
    project = Project(folder, modulepath=modulepath, is_whole=bool(given))
    _add_modules(disk, project, modulepath)
    for module in list(project.modules.values()):
        _add_missing(project, module)
    return project


def _add_modules(disk: Disk, project: Project, modulepath: Iterable[str], *, fixtures: bool = False) -> None:
    """Add the modules in some folders; of several with a name the first takes precedence."""
    for folder in modulepath:
        for each in _modules_in(disk, folder):
            project.modules.setdefault(each.name, each._replace(is_fixture=True) if fixtures else each)


@remembered(FOLDERS)
def _modules_in(disk: Disk, folder: str) -> tuple[Module, ...]:
    """The modules in a folder."""
    found = []
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return ()
    for entry in entries:
        if not entry.is_dir() or entry.name.startswith("."):
            continue
        metadata = read_metadata(entry.path)
        if metadata is None and not any(os.path.exists(os.path.join(entry.path, each)) for each in ("metadata.json", *CODE)):
            continue
        name: str | None = entry.name
        if not NAME.match(entry.name):
            name = metadata.short_name if metadata is not None and metadata.short_name else name_of(entry.path)
        if name is not None and NAME.match(name):
            found.append(Module(name, os.path.abspath(entry.path), metadata))
    # Of two modules with a name, the one whose folder has that name takes precedence.
    return tuple(sorted(found, key=lambda each: os.path.basename(each.folder) != each.name))


def _add_missing(project: Project, module: Module) -> None:
    if module.metadata is None:
        return
    for each in module.metadata.dependencies:
        if each.short_name and each.short_name not in project.modules:
            path = os.path.join(module.folder, "metadata.json")
            project.missing.setdefault(each.short_name, Missing(each.short_name, path, each.line))


PUPPETFILE_MODULE = re.compile(r"""^\s*mod\s*\(?\s*['"]([^'"]+)['"]""")


def _add_missing_of_puppetfile(project: Project, text: str | None = None) -> None:
    path = os.path.join(project.root, "Puppetfile")
    try:
        if text is None:
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
    except OSError:
        return
    for number, line in enumerate(text.splitlines(), 1):
        found = PUPPETFILE_MODULE.match(line)
        if found is not None:
            name = re.split(r"[-/]", found.group(1))[-1]
            if name not in project.modules:
                project.missing.setdefault(name, Missing(name, path, number))


SUBMODULE = re.compile(r"\s*path\s*=\s*(\S+)\s*$")


def _add_missing_of_git(project: Project) -> None:
    """Add modules that are git submodules and have not been fetched."""
    path = os.path.join(project.root, ".gitmodules")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return
    folders = {os.path.abspath(os.path.join(project.root, each)) for each in project.modulepath}
    for number, line in enumerate(lines, 1):
        found = SUBMODULE.match(line)
        if found is not None:
            folder, name = os.path.split(os.path.abspath(os.path.join(project.root, found.group(1))))
            if folder in folders and NAME.match(name) and name not in project.modules:
                project.missing.setdefault(name, Missing(name, path, number))
