"""What differs between the versions that code may be written for. What is not told here is as in Puppet 8."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Never

from puppet_typesys.builtins.allowed import Allowed
from puppet_typesys.builtins.resource_types import data

NOTHING: Mapping[str, Never] = MappingProxyType({})


class Target(NamedTuple):
    """How a version differs from Puppet 8."""

    legacy_facts: bool = True
    """Whether a node may have the facts of old, such as `osfamily`."""
    attributes: Mapping[str, list[str]] = NOTHING
    """Further attributes of resource types."""
    values: Mapping[str, Mapping[str, list[str]]] = NOTHING
    """Further words that attributes of resource types take."""
    functions: Mapping[str, list[str]] = NOTHING
    """The parameters of the ways in which functions are called, in the order of Puppet 8."""

    def allowed(self, type: str, attribute: str, usual: Allowed | None) -> Allowed | None:
        """What an attribute takes, given what it takes in Puppet 8."""
        more = self.values.get(type, {}).get(attribute)
        return usual if more is None or usual is None else usual._replace(words=(*usual.words, *more))


PUPPET_8 = Target()


@cache
def target(name: str) -> Target:
    """The differences of a version."""
    if name == "puppet8":
        return PUPPET_8
    rows = data("targets.json")
    assert isinstance(rows, dict)
    return Target(**rows.get(name, {}))
