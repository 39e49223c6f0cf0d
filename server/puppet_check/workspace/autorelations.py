"""The autorelations of the resource types of a project: of Puppet's own by a table, of those of modules by their files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from puppet_check.workspace.library import ProjectLibrary
from puppet_typesys.builtins.resource_types import native_type
from puppet_typesys.loader import RESOURCE_TYPE, TypedName
from puppet_typesys.ordering.autorelations import Rows, rows_of_type
from puppet_typesys.ordering.ruby_relations import relations_in

UNKNOWN: Rows = {(kind, ""): None for kind in ("require", "before")}
"""The autorelations of a type of which nothing is known."""


def autorelations_of(library: object) -> Callable[[str], Rows]:
    """The autorelations of resource types by their names in lower case."""

    @cache
    def rows(name: str) -> Rows:
        known = rows_of_type(name)
        if known is not None and native_type(name) is not None:
            return known
        files = library.paths(TypedName(RESOURCE_TYPE, name)) if isinstance(library, ProjectLibrary) else ()
        for path in files:
            text = library.file_text(path) if isinstance(library, ProjectLibrary) else None
            if text is not None:
                return relations_in(name, text)
        return UNKNOWN if known is None else known

    return rows
