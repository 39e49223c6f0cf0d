"""The definitions of a Ruby file, whose folder in the module selects the reader.

A file that must define something, but in which no definition is recognized, gives an open definition named after its path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import tree_sitter

from puppet_check.fingerprint import digest
from puppet_check.workspace.ruby import data_types, facts, functions, old_functions, providers, resource_types
from puppet_check.workspace.ruby.values import Budget, Scope
from puppet_typesys.loader import FUNCTION, RESOURCE_TYPE, TYPE, Definition, Place
from puppet_typesys.ruby.syntax import RubyLimit, heredocs, parse

Reader: TypeAlias = Callable[[tree_sitter.Node, str, Scope], Iterator[Definition]]

READERS: dict[str, tuple[Reader, str | None]] = {
    "lib/puppet/parser/functions/": (old_functions.read, FUNCTION),
    "lib/puppet/functions/": (functions.read, FUNCTION),
    "lib/puppet/provider/": (providers.read, None),
    "lib/puppet/type/": (resource_types.read, RESOURCE_TYPE),
    "lib/puppet/datatypes/": (data_types.read, TYPE),
    "lib/facter/": (facts.read, None),
}
"""The reader of each folder, and the kind of definition that each of its files must contain, if any."""


def read_ruby(path: str, source: bytes) -> tuple[Definition, ...]:
    """The definitions of a file; `path` is relative to its module."""
    found = next(((folder, *READERS[folder]) for folder in READERS if path.startswith(folder)), None)
    if found is None or not path.endswith(".rb"):
        return ()
    folder, reader, kind = found
    definitions: tuple[Definition, ...] = ()
    try:
        root = parse(source).root_node
        definitions = tuple(reader(root, path, Scope({}, heredocs(root), Budget())))
        if root.has_error:
            definitions = tuple(each._replace(is_open=True, returns=None) for each in definitions)
        if kind == FUNCTION:
            definitions = tuple(each._replace(source=digest(source)) for each in definitions)
    except (RecursionError, RubyLimit):
        # Too deeply nested code is treated as unreadable.
        definitions = ()
    name = path.removeprefix(folder).removesuffix(".rb")
    return definitions if definitions or kind is None else _by_path(kind, name, path)


def _by_path(kind: str, name: str, path: str) -> tuple[Definition, ...]:
    """The definition that follows from the path alone. Subfolders are parts of a resource type, and namespaces of functions."""
    if "/" in name and kind != FUNCTION:
        return ()
    words = name.replace("/", "::")
    full = "".join(part.capitalize() for part in words.split("_")) if kind == TYPE else words
    return (Definition(kind, full, Place(path, 0, 0), is_open=True),)
