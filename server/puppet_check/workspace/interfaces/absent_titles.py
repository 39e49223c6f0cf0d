"""Whether modules that are not installed may declare a resource with a title.

The catalog of a module has resources of those other modules whose classes and defines some code names. So a title is certainly not
declared elsewhere if the interfaces of all these modules, and of the modules that they depend on, lack it. Releases beyond an interface may
have more titles, and dependencies of dependencies need not have an interface: titles that contain the name of such a module are left open.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_check.workspace.interfaces.interface import ModuleInterfaces
from puppet_check.workspace.mentions import OF_ENVIRONMENT, text_below
from puppet_check.workspace.project import WITH_AGENT, Project
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import DEFINE, RESOURCE_TYPE, Loader, TypedName

if TYPE_CHECKING:
    from puppet_check.workspace.interfaces.file import InterfaceFile
    from puppet_check.workspace.interfaces.titles import Titles

CODE = ("manifests", "functions", "plans")
OTHERS = ("lib", "data")
SITES = ("manifests",)
QUALIFIED = lazy_pattern(r"(?<![\w$:])(?:::)?([a-z]\w*+)::\w++(?:::\w++)*+(?!\s*+\()")
"""A name with its module, other than that of a function that is called; the group is the module."""
INCLUDED = lazy_pattern(r"(?:^[^\S\n]*+|[{;]\s*+)(?:include|contain|require)\b(?!\s*=>)([^\n#]*+)|\binherits\s++([\w:]++)", re.MULTILINE)
"""Statements with the names of classes."""
CLASS_NAME = lazy_pattern(r"(?<![\w$:.{])(?:::)?([a-z]\w*+)(?!::|\s*\()")
"""The name of a class that is that of its module."""
DECLARED_CLASS = lazy_pattern(r"\bclass\s*+\{\s*+['\"]?(?:::)?([a-z]\w*+)(?!::)")
TITLE = r"(?:'[^'\n]*'|\"[^\"\n]*\"|\$[\w:]+|\[[^\]]*\]|[\w./-]+)"
DECLARED = lazy_pattern(rf"(?<![\w$:.])([a-z]\w*+)\s*\{{\s*{TITLE}\s*:(?!:)")
"""A resource expression; the group is its type, if that has no module."""
CREATED = lazy_pattern(r"\b(?:create_resources|ensure_resources?)\s*+\(?\s*+['\"]?(?:::)?([a-z]\w*+)(?!::)")
NOT_TYPES = frozenset(("class", "default", "else", "case", "unless", "if"))

Searched = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A folder, its subfolders with code, and others whose files may name classes."""


class AbsentTitles:
    """The titles of the modules that are not installed, found when one is first asked for."""

    def __init__(self, project: Project, loader: Loader, interfaces: ModuleInterfaces, disk: Disk) -> None:
        self._project = project
        self._loader = loader
        self._interfaces = interfaces
        self._disk = disk

    def may_have(self, type: str, title: str) -> bool:
        """Whether a module that is not installed may declare a resource of a type, given in lower case, with a title or a part of it."""
        if not self._are_known or any(map(str.isspace, title)):
            return True
        lowered = title.lower()
        return any(each in lowered for each in self._open) or any(each.may_have(type, title) for each in self._titles)

    @cached_property
    def _are_known(self) -> bool:
        """Whether the code names nothing of declared modules of which no interface says what they declare."""
        project = self._project
        if not project.lists_all_modules or (project.is_environment and not project.brings_modules):
            return False
        unknown = project.missing.keys() - self._declared.keys() - WITH_AGENT
        return not unknown or (unknown.isdisjoint(self._named) and all(map(self._is_type_known, self._types())))

    @cached_property
    def _named(self) -> frozenset[str]:
        """The modules whose classes and defines the code names."""
        return frozenset[str]().union(*(_modules_named(self._disk, *each) for each in self._places))

    @cached_property
    def _places(self) -> list[Searched]:
        """The folders of the modules and of the environment, each with the subfolders that have code and others that name classes."""
        places: list[Searched] = [(each.folder, CODE, OTHERS) for each in self._project.modules.values()]
        return [*places, (self._project.root, SITES, OF_ENVIRONMENT)] if self._project.is_environment else places

    def _types(self) -> frozenset[str]:
        """The types without a module of resources that the code declares."""
        return frozenset[str]().union(*(_types_declared(self._disk, folder, code) for folder, code, _ in self._places))

    def _is_type_known(self, type: str) -> bool:
        return native_type(type) is not None or any(
            self._loader.load(TypedName(kind, type)) is not None for kind in (DEFINE, RESOURCE_TYPE)
        )

    @cached_property
    def _declared(self) -> dict[str, InterfaceFile]:
        """The interfaces with releases that are declared, and with titles, by the names of their modules."""
        return {each.file.header.name: each.file for each in self._interfaces.all() if each.file.titles is not None}

    @cached_property
    def _all(self) -> dict[str, InterfaceFile | None]:
        """The interfaces of all missing modules and of the modules that they depend on, by name; None for those without one."""
        found: dict[str, InterfaceFile | None] = {**dict.fromkeys(self._project.missing), **self._declared}
        waiting = [*self._declared.values()]
        while waiting:
            for full in waiting.pop().header.dependencies:
                name = full.partition("-")[2]
                if name not in found and name not in self._project.modules and name not in WITH_AGENT:
                    further = found[name] = self._interfaces.any_release(full)
                    waiting += [] if further is None else [further]
        return found

    @cached_property
    def _titles(self) -> list[Titles]:
        """The titles of the modules that have an interface."""
        return [each.titles for each in self._all.values() if each is not None and each.titles is not None]

    @cached_property
    def _open(self) -> list[str]:
        """The names of the modules that may have more titles than these."""
        whole = {each.file.header.name for each in self._interfaces.all() if each.is_whole}
        others = self._named - self._project.modules.keys() - self._all.keys()
        return [*others, *(name for name, file in self._all.items() if name not in whole or file is None or file.titles is None)]


@remembered_by_size(NAMES)
def _modules_named(disk: Disk, folder: str, inner: tuple[str, ...], others: tuple[str, ...]) -> frozenset[str]:
    """The modules whose classes and defines the code of a module names."""
    code = text_below(disk, folder, inner)
    found = {*QUALIFIED.findall(text_below(disk, folder, others)), *QUALIFIED.findall(code), *DECLARED_CLASS.findall(code)}
    return frozenset(found.union(*(CLASS_NAME.findall(" ".join(names)) for names in INCLUDED.findall(code))))


@remembered_by_size(NAMES)
def _types_declared(disk: Disk, folder: str, inner: tuple[str, ...]) -> frozenset[str]:
    """The types without a module of resources that the code of a module declares."""
    code = text_below(disk, folder, inner)
    return frozenset((*DECLARED.findall(code), *CREATED.findall(code))) - NOT_TYPES
