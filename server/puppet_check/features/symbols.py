"""Symbols, and their occurrences in texts."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple

from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, RESOURCE_TYPE, TYPE, TypedName

Role = Literal["define", "write", "read"]
LOCAL, TOP, MEMBER, ATTRIBUTE, RESOURCE, TEMPLATE, FILE, KEY = "local", "top", "member", "attribute", "resource", "template", "file", "key"
ARGUMENT = "argument"
"""The kind of a parameter of a task or plan where it is given; its owner is `task name` or `plan name`."""
STRUCT_KEY = "struct key"
"""The kind of a key of a Struct; its owner is the Struct (`struct_keys.py`)."""
SUBKEY = "subkey"
"""The kind of a key inside of the value of a Hiera key; its owner is the Hiera key and the keys above it, one a line."""
MODULE, PATH = "module", "path"
"""Kinds of symbols in files that are not Puppet code: a module by its short name, a file by its absolute path."""
DEFINED: dict[type[ast.Node], str] = {
    ast.HostClassDefinition: CLASS,
    ast.ResourceTypeDefinition: DEFINE,
    ast.FunctionDefinition: FUNCTION,
    ast.PlanDefinition: PLAN,
    ast.TypeAlias: TYPE,
}
"""The kind of symbol of each definition."""
WHOLE = frozenset((CLASS, DEFINE, FUNCTION, TYPE))
"""The kinds of symbols that are always named by their whole names, except in definitions that are inside of others."""
OF_STATEMENTS = frozenset((RESOURCE_TYPE, ATTRIBUTE, RESOURCE, TEMPLATE, FILE))
"""The kinds of symbols for which the statement around a name decides whether it is theirs, not others such as assignments.
That statement also names the owner of attributes and resources."""


class Symbol(NamedTuple):
    """A symbol: a definition, or something that belongs to one, such as a parameter."""

    kind: str
    name: str
    owner: str = ""
    """Of members, `class apache` or `define apache::vhost`; of attributes and resources, their type; of local variables, their scope."""

    @property
    def word(self) -> str:
        """The last segment of the name, which occurs wherever the symbol is named."""
        return self.name.rpartition("::")[2]

    @property
    def typed_name(self) -> TypedName:
        """The name of a definition, for the loader."""
        return TypedName(self.kind, self.name)

    @property
    def owner_name(self) -> TypedName:
        """The definition that a member belongs to."""
        kind, _, name = self.owner.partition(" ")
        return TypedName(kind, name)


class Occurrence(NamedTuple):
    """An occurrence of a symbol in a text; the span excludes quotes and `$`."""

    symbol: Symbol
    start: int
    end: int
    role: Role


def plain(name: str) -> str:
    """A name without leading `::`, in lower case."""
    return name.removeprefix("::").lower()


def occurrence_of(kind: str, name: str, start: int, owner: str = "", role: Role = "read") -> Occurrence:
    """The occurrence of a symbol whose name is written at an offset."""
    shift = 2 if name.startswith("::") else 0
    return Occurrence(Symbol(kind, plain(name), owner), start + shift, start + len(name.encode()), role)


def key_symbol(key: str, *inner: object) -> Symbol:
    """The symbol that a Hiera key names: the parameter of a class if the key is qualified; or that of a key inside of its value."""
    if inner:
        *above, last = map(str, inner)
        return Symbol(SUBKEY, last, "\n".join((key, *above)))
    owner, _, leaf = key.rpartition("::")
    return Symbol(MEMBER, leaf, f"{CLASS} {plain(owner)}") if owner else Symbol(KEY, key)


def module_file(path: str, kind: str, name: str) -> str:
    """The path of a template or file in the module folder `path`."""
    return os.path.join(path, "templates" if kind == TEMPLATE else "files", name)
