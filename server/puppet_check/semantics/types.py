"""Capitalised names before brackets: those of resource types have titles in the brackets, those of data types have parameters."""

from __future__ import annotations

from puppet_typesys.types.parse import BUILTIN

DATA_TYPES = frozenset(each.lower() for each in BUILTIN) - {"resource", "class"}


def is_resource(name: str) -> bool:
    """Whether what is in the brackets after a name in lower case is of resources or classes."""
    return name not in DATA_TYPES


def has_titles(name: str) -> bool:
    """Whether the words in the brackets after a name in lower case are titles of resources."""
    return name != "class" and is_resource(name)
