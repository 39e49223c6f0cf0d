"""Types of other files, from the texts that they are kept as."""

from __future__ import annotations

import re
from functools import lru_cache

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import BUILTIN, Names, TypeSyntaxError, no_names, parse
from puppet_typesys.types.walk import inner_types
from puppet_typesys.values.errors import ArgumentError, InternalError

NAME = re.compile(r"[A-Z][\w:]*")
"""What may be the name of a type."""


def type_from(text: str | None, names: Names) -> Type:
    """The type of a text; what cannot be read accepts anything."""
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
    """The type of a text that means the same everywhere, because all its names are the language's own; None for others."""
    return _type_from(text, no_names) if all(name.lower() in BUILTIN for name in NAME.findall(text)) else None


def mentions_unknown(type: Type) -> bool:
    """Whether a name in a type could not be resolved."""
    if isinstance(type, model.TypeReference):
        return True
    if isinstance(type, model.TypeAlias):
        return isinstance(type.resolved, model.TypeReference)
    return any(map(mentions_unknown, inner_types(type)))
