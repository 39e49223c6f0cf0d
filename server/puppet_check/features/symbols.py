"""Subjects: what can be named, and the uses that name it."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple

from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TYPE, TypedName

Role = Literal["define", "write", "read"]
LOCAL, TOP, MEMBER, ATTRIBUTE, RESOURCE, TEMPLATE, FILE, KEY = "local", "top", "member", "attribute", "resource", "template", "file", "key"
MODULE, PATH = "module", "path"
"""Named by files that are not Puppet code: a module by its short name, a file by its absolute path."""
DEFINED: dict[type[ast.Node], str] = {
    ast.HostClassDefinition: CLASS,
    ast.ResourceTypeDefinition: DEFINE,
    ast.FunctionDefinition: FUNCTION,
    ast.PlanDefinition: PLAN,
    ast.TypeAlias: TYPE,
}
"""The kind of each definition."""


class Symbol(NamedTuple):
    """What can be named: a definition by its kind, or something that belongs to one."""

    kind: str
    name: str
    owner: str = ""
    """Of members: `class apache` or `define apache::vhost`; of attributes and resources their type; of local variables their body."""

    @property
    def word(self) -> str:
        """What is wherever it is named."""
        return self.name.rpartition("::")[2]

    @property
    def typed_name(self) -> TypedName:
        """A definition's name for the loader."""
        return TypedName(self.kind, self.name)

    @property
    def owner_name(self) -> TypedName:
        """The definition that a member belongs to."""
        kind, _, name = self.owner.partition(" ")
        return TypedName(kind, name)


class Occurrence(NamedTuple):
    """A part of a text, without quotes and `$`, that names something."""

    symbol: Symbol
    start: int
    end: int
    role: Role


def plain(name: str) -> str:
    """A name as it is looked up."""
    return name.removeprefix("::").lower()


def occurrence_of(kind: str, name: str, start: int, owner: str = "", role: Role = "read") -> Occurrence:
    """A use of a name as it is written."""
    shift = 2 if name.startswith("::") else 0
    return Occurrence(Symbol(kind, plain(name), owner), start + shift, start + len(name.encode()), role)


def key_symbol(key: str) -> Symbol:
    """What a key of the data is for: a parameter of a class if it looks like one."""
    owner, _, leaf = key.rpartition("::")
    return Symbol(MEMBER, leaf, f"{CLASS} {plain(owner)}") if owner else Symbol(KEY, key)


def module_file(path: str, kind: str, name: str) -> str:
    """Where a file of a module lies; `path` is the module's folder."""
    return os.path.join(path, "templates" if kind == TEMPLATE else "files", name)
