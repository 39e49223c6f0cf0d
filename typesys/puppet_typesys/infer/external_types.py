"""Types of other files, parsed from their texts."""

from __future__ import annotations

from functools import lru_cache

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN, Names, TypeSyntaxError, no_names, parse
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.errors import ArgumentError, InternalError

NAME = lazy_pattern(r"[A-Z][\w:]*")
"""Matches names that may be types."""


def type_from(text: str | None, names: Names) -> Type:
    """Return the type that a text denotes; `Any` if it cannot be parsed."""
    if text is None:
        return model.ANY
    return _plain(text) or _type_from(text, names)


def _type_from(text: str, names: Names) -> Type:
    try:
        found = parse(text, names)
    except (ArgumentError, InternalError, TypeSyntaxError):
        return model.ANY
    return model.ANY if mentions_unknown(found) else found


@lru_cache(8192)
def _plain(text: str) -> Type | None:
    """Return the type of a text that names built-in types only, and so denotes the same type everywhere; None for other texts."""
    return _type_from(text, no_names) if all(name.lower() in BUILTIN for name in NAME.findall(text)) else None


def mentions_unknown(type: Type) -> bool:
    """Return whether a name in a type could not be resolved."""
    if isinstance(type, model.TypeReference):
        return True
    if isinstance(type, model.TypeAlias):
        # An alias that is being read has no type yet, but will have one.
        return isinstance(type.resolved, model.TypeReference) and not type.self_recursion
    return any(map(mentions_unknown, inner_types(type)))
