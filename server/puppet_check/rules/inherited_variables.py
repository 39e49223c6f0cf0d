"""The variables that the scope of a class has, inherited ones included."""

from __future__ import annotations

from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import CLASS, TypedName


def variables_of_class(name: str, external: LoadedDefinitions) -> set[str] | None:
    """The variables of a class and of those that it inherits from; None if they are not all known."""
    names: set[str] = set()
    seen: set[str] = set()
    parent: str | None = name
    while parent is not None:
        key = parent.lower().removeprefix("::")
        found = None if key in seen else external.load(TypedName(CLASS, key))
        if found is None or found.is_open or found.has_open_variables:
            return None
        seen.add(key)
        names |= {*found.variables, *(each.name for each in found.parameters)}
        parent = found.parent
    return names
