"""The variables that the manifests of a folder may set, by a search of their texts.

Definitions list the variables of classes and defines. This search also finds those of lambdas and of nodes, whatever calls a template or
looks data up.
"""

from __future__ import annotations

import os

from puppet_check.reading.files import read_text
from puppet_check.reading.folders import walk
from puppet_check.workspace.cached_property import cached_property
from puppet_check.workspace.disk import NAMES, Disk, remembered_by_size
from puppet_check.workspace.project import Module, Project
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import beginning, lazy_pattern

ASSIGNED = lazy_pattern(r"\$(\w+)\s*=(?![=~>])")
HEADER = lazy_pattern(beginning("class", "define", "plan", "function") + r"\s+[\w:]+\s*\(")
PARAMETER = lazy_pattern(r"[(,\]\w]\s*\$(\w+)")
LAMBDA = lazy_pattern(r"\|([^|{}$]*+\$[^|{}]*+)\|\s*+\{")
ARRAY = lazy_pattern(r"\[([^\[\]]*)\]\s*=(?![=~>])")
"""The left side of an assignment to several variables."""
BRACKET = lazy_pattern(r"[()]")
VARIABLE = lazy_pattern(r"\$(\w+)")


PARENT = lazy_pattern(beginning("inherits") + r"\s+(?:::)?([a-z]\w*)")
TEMPLATE = lazy_pattern(beginning("template") + r"\(\s*['\"]([a-z]\w*)/")


class Assigned(NamedTuple):
    """What a search of manifests found."""

    variables: frozenset[str] = frozenset()
    """The names of variables and parameters."""
    parents: frozenset[str] = frozenset()
    """The modules of the classes that are inherited from."""
    templates: frozenset[str] = frozenset()
    """The modules whose ERB templates are used."""


class Assignments:
    """What the manifests of each module of a project set, and which modules use the templates of one."""

    def __init__(self, project: Project, disk: Disk) -> None:
        self._project = project
        self._disk = disk
        self._users: dict[str, list[str]] | None = None

    def of(self, module: Module) -> Assigned:
        """What the manifests of a module set."""
        return assigned_below(self._disk, os.path.join(module.folder, "manifests"))

    @cached_property
    def all_variables(self) -> frozenset[str]:
        """The variables that the manifests of all modules set."""
        return frozenset[str]().union(*(self.of(each).variables for each in self._project.modules.values()))

    def users(self, module: str) -> list[str]:
        """The names of the modules that use ERB templates of a module."""
        if self._users is None:
            self._users = {}
            for name, each in self._project.modules.items():
                for used in self.of(each).templates:
                    self._users.setdefault(used, []).append(name)
        return self._users.get(module, [])


@remembered_by_size(NAMES)
def assigned_below(disk: Disk, folder: str) -> Assigned:
    """What the manifests below a folder set."""
    paths = (os.path.join(where, name) for where, _, files in walk(folder) for name in files if name.endswith((".pp", ".epp")))
    found = [assigned_in(disk, each) for each in paths]
    return Assigned(*(frozenset[str]().union(*each) for each in zip(*found, strict=True))) if found else Assigned()


@remembered_by_size(NAMES)
def assigned_in(disk: Disk, path: str) -> Assigned:
    """What a manifest sets; nothing if it cannot be read."""
    try:
        text = read_text(path)
    except OSError:
        return Assigned()
    found = set(ASSIGNED.findall(text))
    for header in HEADER.finditer(text):
        found.update(PARAMETER.findall(text[header.end() - 1 : _closing(text, header.end())]))
    for pattern in (LAMBDA, ARRAY):
        for group in pattern.findall(text):
            found.update(VARIABLE.findall(group))
    return Assigned(frozenset(found), frozenset(PARENT.findall(text)), frozenset(TEMPLATE.findall(text)))


def _closing(text: str, at: int) -> int:
    """The offset of the parenthesis that closes the one before an offset."""
    depth = 1
    for found in BRACKET.finditer(text, at):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return found.start()
    return len(text)
