"""What an environment shows of modules that only its server has: those that it neither lists nor contains."""

from __future__ import annotations

import os
from contextlib import suppress

from puppet_check.reading.places import exists, is_folder, read_in
from puppet_check.workspace.autoload.definitions import FileDefinitions
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.module_path import ENVIRONMENTS
from puppet_check.workspace.outside import code_of, named_in, namers
from puppet_check.workspace.project import Module, Project
from puppet_typesys.loader import CLASS, TypedName

SETTINGS = "environment.conf"
"""The file that says where an environment has its modules."""
HIERARCHY = "hiera.yaml"
SEVERAL = 3
"""The number of modules that a main manifest does not name by mistake."""


class ServerModules:
    """Whether a server may have modules that an environment does not show."""

    def __init__(
        self, project: Project, disk: Disk, interfaces: ModuleInterfaces, definitions: FileDefinitions, folders: frozenset[str]
    ) -> None:
        self._project = project
        self._disk = disk
        self._interfaces = interfaces
        self._definitions = definitions
        self._folders = folders

    def may_have(self, name: TypedName) -> bool:
        """Whether the module of a name may be one of them, as an environment neither lists nor has published ones."""
        module = name.name.removeprefix("::").partition("::")[0]
        if module in self._project.modules:
            return False
        if self._is_without_published:
            may_be = self.are_needed or self._interfaces.undeclared(name) is not None
        else:
            may_be = self._holds_environments
        return may_be and module not in self.namespaces

    @cached_property
    def are_needed(self) -> bool:
        """Whether an environment without published modules needs others than its own: it names published ones, or has none.

        Without modules and settings, a hierarchy or several named modules show that it is more than a few manifests on trial.
        """
        if self._holds_environments:
            return True
        if not self._is_without_published:
            return False
        if not self._project.modules:
            return not self._has(SETTINGS) and (self._has(HIERARCHY) or len(self._named) >= SEVERAL)
        return any(map(self._interfaces.is_published, sorted(self._named.difference(self._project.modules))))

    @cached_property
    def _named(self) -> set[str]:
        """The modules that the modules and the main manifests name."""
        named = {*namers(self._disk, self._folders).of_modules}
        for site in self._project.sites:
            with suppress(OSError):
                named.update(each.decode() for each in named_in(code_of(read_in(site, self._project.root)))[0])
        return named

    def _has(self, name: str) -> bool:
        return exists(os.path.join(self._project.root, name))

    @cached_property
    def namespaces(self) -> frozenset[str]:
        """The first segments of the names of the classes that the main manifests define, as in a module that looks like an environment."""
        defined = (each for site in self._project.sites for each in self._definitions.of(site, None) if each.kind == CLASS)
        return frozenset(each.name.partition("::")[0] for each in defined if "::" in each.name)

    def is_published(self, user: Module) -> bool:
        """Whether a module is one of those of which interfaces are bundled."""
        return user.full_name is not None and self._interfaces.any_release(user.full_name) is not None

    @cached_property
    def _holds_environments(self) -> bool:
        """Whether a project is what a server has for all its environments, which have modules of their own."""
        return self._project.is_environment and is_folder(os.path.join(self._project.root, ENVIRONMENTS))

    @cached_property
    def _is_without_published(self) -> bool:
        """Whether a project is an environment that neither lists modules nor has published ones."""
        project = self._project
        return project.is_environment and not project.brings_modules and not any(map(self.is_published, project.modules.values()))
