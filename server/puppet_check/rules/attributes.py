"""The attributes of what is declared, and the one that a misspelt name means."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from puppet_typesys.builtins.resource_types import NativeType, metaparameters
from puppet_typesys.loader import Definition
from puppet_typesys.spelling import is_one_letter_off

SHORTEST = 4
"""The length of the shortest names that are compared."""


def attributes_of_type(type: NativeType) -> frozenset[str] | None:
    """The attributes of a built-in type, metaparameters included; None if it may have others."""
    return None if type.is_open else _with_common(type.attributes)


def attributes_of_definition(found: Definition) -> frozenset[str] | None:
    """The same of a class or define."""
    return None if found.is_open or found.grows else _with_common(each.name for each in found.parameters)


def _with_common(names: Iterable[str]) -> frozenset[str]:
    return metaparameters().union(names, ("name",))


def near_attribute(name: str, known: Collection[str], given: Collection[str]) -> str | None:
    """The only one of some attributes that an unknown name differs from by a letter, unless it is given as well."""
    if len(name) < SHORTEST or name in known:
        return None
    near = [each for each in known if is_one_letter_off(name, each)]
    return near[0] if len(near) == 1 and near[0] not in given else None
