"""What a Ruby file defines: its place in a module tells which reader applies.

A file that must define something, and whose code does not show what, gives a definition by its path that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import tree_sitter

from puppet_check.workspace.ruby import data_types, facts, functions, old_functions, providers, resource_types
from puppet_check.workspace.ruby.literals import Budget, Scope
from puppet_check.workspace.ruby.tree import heredocs, parse
from puppet_typesys.loader import FUNCTION, RESOURCE_TYPE, TYPE, Definition, Place

Reader: TypeAlias = Callable[[tree_sitter.Node, str, Scope], Iterator[Definition]]

READERS: dict[str, tuple[Reader, str | None]] = {
    "lib/puppet/parser/functions/": (old_functions.read, FUNCTION),
    "lib/puppet/functions/": (functions.read, FUNCTION),
    "lib/puppet/provider/": (providers.read, None),
    "lib/puppet/type/": (resource_types.read, RESOURCE_TYPE),
    "lib/puppet/datatypes/": (data_types.read, TYPE),
    "lib/facter/": (facts.read, None),
}
"""For each folder its reader, and the kind that each of its files defines."""


def read_ruby(path: str, source: bytes) -> tuple[Definition, ...]:
    """What a file defines; `path` begins at its module's root."""
    found = next(((folder, *READERS[folder]) for folder in READERS if path.startswith(folder)), None)
    if found is None or not path.endswith(".rb"):
        return ()
    folder, reader, kind = found
    root = parse(source).root_node
    try:
        definitions = tuple(reader(root, path, Scope({}, heredocs(root), Budget())))
    except RecursionError:  # Code that is nested without end is as good as not understood.
        definitions = ()
    if root.has_error:
        definitions = tuple(each._replace(is_open=True) for each in definitions)
    name = path.removeprefix(folder).removesuffix(".rb")
    return definitions if definitions or kind is None else _by_path(kind, name, path)


def _by_path(kind: str, name: str, path: str) -> tuple[Definition, ...]:
    """What the path alone tells. A resource type's own folder holds its parts, a function's its namespace."""
    if "/" in name and kind != FUNCTION:
        return ()
    words = name.replace("/", "::")
    full = "".join(part.capitalize() for part in words.split("_")) if kind == TYPE else words
    return (Definition(kind, full, Place(path, 0, 0), is_open=True),)
