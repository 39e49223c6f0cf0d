"""Workspace: projects with the index of what their modules define."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property

from puppet_check.workspace.index import Index
from puppet_check.workspace.project import Module, Project, find_project
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.world import CheckWorld
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_typesys.loader import Definition

PUPPET = ("manifests", "functions", "types", "plans")
RUBY = (os.path.join("lib", "puppet"), os.path.join("lib", "facter"))


class Known:
    """A project and what its modules define."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def index(self) -> Index:
        """Everything that the project's modules define, read when it is first needed."""
        index = Index(self.project.modules, self.project.missing, closed=self.project.is_environment)
        for module in self.project.modules.values():
            for path in module_files(module):
                index.replace(path, summary(path, module))
        return index

    @cached_property
    def world(self) -> CheckWorld:
        """Its files and data."""
        return CheckWorld(self.project)

    def update(self, path: str, source: bytes | None = None) -> None:
        """Read one file again, from its text when that is given."""
        module = self.project.module_of(path)
        if module is not None:
            self.index.replace(os.path.abspath(path), summary(os.path.abspath(path), module, source))


def module_files(module: Module) -> Iterator[str]:
    """The files of a module that define something that others can use."""
    for name in (*PUPPET, *RUBY):
        for folder, folders, files in os.walk(os.path.join(module.folder, name)):
            folders.sort()
            for each in sorted(files):
                if each.endswith(".pp" if name in PUPPET else ".rb"):
                    yield os.path.join(folder, each)


def summary(path: str, module: Module, source: bytes | None = None) -> tuple[Definition, ...]:
    """What a file of a module defines; nothing when it cannot be read."""
    if source is None:
        try:
            with open(path, "rb") as file:
                source = file.read()
        except OSError:
            return ()
    if path.endswith(".rb"):
        from puppet_check.workspace.ruby.read import read_ruby  # most files are not Ruby

        return tuple(
            each._replace(place=each.place._replace(path=path)) for each in read_ruby(os.path.relpath(path, module.folder), source)
        )
    tree = parse(source, mode_of(path))
    program, _ = lower(tree)
    return definitions(path, program, tree.text)


class Workspace:
    """The projects of all files that are looked at."""

    def __init__(self, modulepath: Iterable[str] = ()) -> None:
        self.modulepath = tuple(modulepath)
        self._by_folder: dict[str, Known] = {}
        self._by_root: dict[str, Known] = {}

    def known(self, path: str) -> Known:
        """The project of a file."""
        folder = os.path.dirname(os.path.abspath(path))
        found = self._by_folder.get(folder)
        if found is None:
            project = find_project(folder, self.modulepath)
            found = self._by_root.setdefault(project.root, Known(project))
            self._by_folder[folder] = found
        return found

    def projects(self) -> Iterable[Known]:
        """The projects that were asked for."""
        return self._by_root.values()
