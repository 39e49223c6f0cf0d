"""The strings of a type, as comparisons see them: regardless of case."""

from __future__ import annotations

from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.texts import ascii_lower


def words(type: Type) -> set[str] | None:
    """All strings of a type, in lower case; None if they are not known."""
    match type:
        case model.Enum() if type.values:
            return set(map(ascii_lower, type.values))
        case model.String() if type.value is not None:
            return {ascii_lower(type.value)}
    return None
