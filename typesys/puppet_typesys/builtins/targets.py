"""The differences between versions of Puppet that code may be written for, relative to Puppet 8."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Never

from puppet_typesys.builtins.allowed import Allowed
from puppet_typesys.builtins.resource_types import data

NOTHING: Mapping[str, Never] = MappingProxyType({})


class Target(NamedTuple):
    """The differences of a version from Puppet 8."""

    legacy_facts: bool = True
    """Whether nodes may have legacy facts, such as `osfamily`."""
    attributes: Mapping[str, list[str]] = NOTHING
    """Additional attributes of resource types."""
    values: Mapping[str, Mapping[str, list[str]]] = NOTHING
    """Additional values of attributes of resource types."""
    functions: Mapping[str, list[str]] = NOTHING
    """The parameters of functions, by dispatch, in the order of Puppet 8."""

    def allowed(self, type: str, attribute: str, usual: Allowed | None) -> Allowed | None:
        """The values that an attribute accepts, given those that it accepts in Puppet 8."""
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
