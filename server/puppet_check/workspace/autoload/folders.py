"""The folders of modules in which the autoloader looks, and their files."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.folders import looks_like_module, subfolders, walk
from puppet_check.reading.places import is_file
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_check.workspace.module_path import MOST_FOLDERS
from puppet_check.workspace.project import Module, Project
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, RESOURCE_TYPE, TYPE
from puppet_typesys.validate.place import TYPE_SET

FOLDERS = {CLASS: "manifests", DEFINE: "manifests", FUNCTION: "functions", TYPE: "types", PLAN: "plans"}
"""The folders of definitions in Puppet code, by kind."""
RUBY_TYPES = os.path.join("lib", "puppet", "type")
RUBY_PROVIDERS = os.path.join("lib", "puppet", "provider")
RUBY_FUNCTIONS = os.path.join("lib", "puppet", "functions")
OLD_FUNCTIONS = os.path.join("lib", "puppet", "parser", "functions")
DATA_TYPES = os.path.join("lib", "puppet", "datatypes")
FACTS = os.path.join("lib", "facter")
RUBY_FOLDERS = {FUNCTION: (RUBY_FUNCTIONS, OLD_FUNCTIONS), TYPE: (DATA_TYPES,), RESOURCE_TYPE: (RUBY_TYPES,), DEFINE: (RUBY_TYPES,)}
"""The folders of definitions in Ruby, by kind."""
IN_PUPPET = ("manifests", "functions", "types", "plans")
RUBY = (os.path.join("lib", "puppet"), FACTS)

ENVIRONMENT = "environment"
"""The first segment of the qualified names that an environment itself defines."""
SEARCHED = {FUNCTION: (RUBY_FUNCTIONS, "functions", OLD_FUNCTIONS), TYPE: (DATA_TYPES, "types")}
"""The folders of functions and types by kind, in the order in which Puppet searches them. An environment itself has them as well; of its
other folders only the main manifests are loaded."""

RubyFiles = dict[str, tuple[str, ...]]
"""Ruby files by their path without suffix, and by each folder above them, which ends with a slash."""


class Listings:
    """The Ruby files of the modules of a project, and the names that file names suggest; valid until a file is added or removed."""

    def __init__(self, project: Project, disk: Disk) -> None:
        self._project = project
        self._disk = disk
        self._with_ruby: dict[str, list[tuple[Module, RubyFiles]]] = {}
        """The modules that have files in a folder of Ruby code, in the order of their folders."""
        self._by_entry: dict[str, dict[str, list[Module]]] = {}
        """The modules that have files or folders in such a folder by the names of these, in that order."""
        self._names: dict[str, frozenset[str]] = {}
        self._of_environment: dict[str, dict[str, list[str]]] = {}

    def of_environment(self, kind: str) -> dict[str, list[str]]:
        """The files outside of modules in which an environment has functions or types, by the name that they may define."""
        known = self._of_environment.get(kind)
        if known is None:
            known = self._of_environment[kind] = {}
            for folder in SEARCHED.get(kind, ()) if self._project.is_environment else ():
                for path, name in _named_files(self._disk, self._project.root, folder):
                    known.setdefault(name, []).append(path)
        return known

    def ruby(self, folder: str, name: str) -> Iterator[tuple[str, Module]]:
        """The Ruby files with a name in a folder, or in its subfolder if the name ends with a slash, in all modules."""
        by_entry = self._by_entry.get(folder)
        if by_entry is None:
            by_entry = self._by_entry[folder] = {}
            for module in self._modules:
                for each in _entries(self._disk, module.folder, folder):
                    by_entry.setdefault(each, []).append(module)
        for module in by_entry.get(name.partition("/")[0], ()):
            yield from ((path, module) for path in _ruby_files(self._disk, module.folder, folder).get(name, ()))

    def all_ruby(self, folder: str) -> Iterator[tuple[str, Module]]:
        """The Ruby files in a folder, in all modules."""
        for module, listed in self._listed(folder):
            yield from ((path, module) for name, paths in listed.items() if name[-1] != "/" for path in paths)

    def names(self, kind: str) -> frozenset[str]:
        """The names of a kind that the names of files suggest."""
        known = self._names.get(kind)
        if known is None:
            known = self._names[kind] = frozenset(self._suggested(kind))
        return known

    def _suggested(self, kind: str) -> list[str]:
        folder = FOLDERS.get(kind)
        modules = self._project.modules.values()
        suggested = [] if folder is None else [name for module in modules for name in names_in(self._disk, module, folder)]
        for ruby in RUBY_FOLDERS.get(kind, ()):
            names = {name for _, listed in self._listed(ruby) for name in listed if name[-1] != "/"}
            suggested += (name.replace("/", "::") for name in sorted(names))
        return [*suggested, *self.of_environment(kind)]

    @cached_property
    def _modules(self) -> list[Module]:
        """The modules in the order of their folders."""
        return sorted(self._project.modules.values(), key=_folder)

    def _listed(self, folder: str) -> list[tuple[Module, RubyFiles]]:
        known = self._with_ruby.get(folder)
        if known is None:
            several = ((module, _ruby_files(self._disk, module.folder, folder)) for module in self._modules)
            known = self._with_ruby[folder] = [(module, listed) for module, listed in several if listed]
        return known


def module_files(module: Module) -> Iterator[str]:
    """The files of a module that may define something for other files."""
    for name in (*IN_PUPPET, *RUBY):
        for folder, folders, files in walk(module.folder, name):
            folders.sort()
            for file in sorted(files):
                if file.endswith(".pp" if name in IN_PUPPET else ".rb"):
                    yield os.path.join(folder, file)


@remembered_by_size(NAMES)
def _named_files(disk: Disk, root: str, inner: str) -> tuple[tuple[str, str], ...]:
    suffix = ".pp" if inner in IN_PUPPET else ".rb"
    length = len(os.path.join(root, inner)) + 1
    paths = (os.path.join(folder, file) for folder, _, files in walk(root, inner) for file in sorted(files) if file.endswith(suffix))
    named = ((path, path[length:].removesuffix(suffix).replace(os.sep, "::")) for path in paths)
    return tuple((path, name) for path, name in named if "::" not in name or name.startswith(f"{ENVIRONMENT}::"))


def has_type_set(module: Module) -> bool:
    """Whether the types of a module may be in a TypeSet, which is not read."""
    return is_file(os.path.join(module.folder, "types", TYPE_SET))


def module_folders(project: Project) -> list[str]:
    """The folders of a project's modules; without any, the one around the `manifests` that a file is in, and the modules beside it."""
    if project.modules:
        return [each.folder for each in project.modules.values()]
    top, inside, _ = project.root.partition(f"{os.sep}manifests")
    beside = subfolders(os.path.dirname(top))[:MOST_FOLDERS] if inside else []
    return [top, *(path for path, _ in beside if path != top and looks_like_module(path))]


@remembered_by_size(NAMES)
def names_in(disk: Disk, module: Module, folder: str) -> tuple[str, ...]:
    """The names that the manifests in a folder of a module should define, by their paths."""
    names: list[str] = []
    top = os.path.join(module.folder, folder)
    for where, folders, files in walk(module.folder, folder):
        folders.sort()
        for file in files:
            if file.endswith(".pp"):
                inner = os.path.join(where, file)[len(top) + 1 : -len(".pp")].split(os.sep)
                names.append("::".join([module.name] if inner == ["init"] else [module.name, *inner]))
    return tuple(names)


@remembered_by_size(NAMES)
def _entries(disk: Disk, top: str, inner: str) -> tuple[str, ...]:
    """The names of the folders and, without suffix, of the Ruby files in a folder of a module, but not of those in its subfolders."""
    found = next(walk(top, inner), None)
    if found is None:
        return ()
    return tuple({*found.folders, *(each.removesuffix(".rb") for each in found.files if each.endswith(".rb"))})


@remembered_by_size(NAMES)
def _ruby_files(disk: Disk, top: str, inner: str) -> RubyFiles:
    """The Ruby files in a folder of a module. Of a module and not of a project, since many projects have the same modules."""
    by_name: dict[str, list[str]] = {}
    length = len(os.path.join(top, inner)) + 1
    for folder, folders, files in walk(top, inner):
        folders.sort()
        for path in (os.path.join(folder, file) for file in sorted(files) if file.endswith(".rb")):
            name = path[length:].removesuffix(".rb").replace(os.sep, "/")
            by_name.setdefault(name, []).append(path)
            while "/" in name:
                name = name.rpartition("/")[0]
                by_name.setdefault(f"{name}/", []).append(path)
    return {name: tuple(paths) for name, paths in by_name.items()}


def _folder(module: Module) -> str:
    return module.folder
