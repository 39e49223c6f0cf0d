"""Workspace: the projects of all files that are looked at, each with its loader."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property

from puppet_check.workspace.autoload import AutoLoader
from puppet_check.workspace.project import Module, Project, find_project
from puppet_check.workspace.summary import definitions
from puppet_check.workspace.world import CheckWorld
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_typesys.infer.foreign import Foreign
from puppet_typesys.loader import Definition


class Known:
    """A project and what its modules define."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.loader = AutoLoader(project, summary)
        self.foreign = Foreign(self.loader)

    def changed(self, path: str, source: bytes | None = None) -> None:
        """A file has another content: the given one, or that on the disk."""
        path = os.path.abspath(path)
        module = self.project.module_of(path)
        if source is not None and path.endswith(".pp"):
            new = summary(path, module, source)
            if new == self.loader.known(path):
                return
            self.loader.replace(path, new)
        else:
            self.loader.replace(path, None)
        self.foreign = Foreign(self.loader)

    @cached_property
    def world(self) -> CheckWorld:
        """Its files and data."""
        return CheckWorld(self.project)


def summary(path: str, module: Module | None, source: bytes | None = None) -> tuple[Definition, ...]:
    """What a file defines; nothing when it cannot be read."""
    if source is None:
        try:
            with open(path, "rb") as file:
                source = file.read()
        except OSError:
            return ()
    if path.endswith(".rb"):
        if module is None:
            return ()
        from puppet_check.workspace.ruby.read import read_ruby  # most files are not Ruby

        found = read_ruby(os.path.relpath(path, module.folder), source)
        return tuple(each._replace(place=each.place._replace(path=path)) for each in found)
    tree = parse(source, mode_of(path))
    program, _ = lower(tree)
    return definitions(path, program, tree.text)


class Workspace:
    """Projects by the folders of their files."""

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
