"""The resource types of Puppet and of the modules that it is packaged with, one data file each.

Fields: `name`, `namevars`, `isomorphic` (whether two resources with the same name are a conflict), `title_patterns`, `features`,
`providers`, `autorelations`, and for each attribute its `kind` (param, property), `values` and whether it has further checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, lru_cache
from pkgutil import get_data
from typing import Any

from puppet_grammar.named import NamedTuple

NAMES = frozenset(
    """augeas cron exec file filebucket group host mount notify package resources schedule scheduled_task selboolean selmodule service
    ssh_authorized_key sshkey stage tidy user yumrepo zfs zone zpool""".split()
)
INTERNAL = frozenset(("component", "whit"))
"""Internal types, which programs cannot use."""


class NativeType(NamedTuple):
    """A resource type that is not written in Puppet."""

    name: str
    namevars: tuple[str, ...]
    isomorphic: bool
    title_patterns: tuple[tuple[str, tuple[str, ...]], ...]
    attributes: frozenset[str]
    is_open: bool = False
    """Whether it may have further attributes, which are unknown."""
    lacks: Callable[[str], bool] | None = None
    """Whether it certainly has no attribute of a name, if it may have further ones."""
    requires: tuple[tuple[str, ...], ...] = ()
    """Groups of attributes of which a resource must set at least one."""

    def has_attribute(self, name: str) -> bool:
        """Whether a resource of the type may have an attribute."""
        if self.is_open or name == "name" or name in self.attributes or name in metaparameters():
            return True
        return self.lacks is not None and not self.lacks(name)


@lru_cache(4096)
def native_type(name: str) -> NativeType | None:
    """The built-in type of a name in lower case."""
    if name in INTERNAL:
        return NativeType(name, ("name",), True, (), frozenset(("name",)))
    if name not in NAMES:
        return None
    known = table_of(f"resource_types/{name}.json")
    patterns = tuple((_pattern(each["regex"]), tuple(each["captures"])) for each in known["title_patterns"])
    attributes = frozenset(each["name"] for each in known["attributes"])
    return NativeType(name, tuple(known["namevars"]), known["isomorphic"], patterns, attributes)


def _pattern(text: str) -> str:
    """The source of a regular expression written as `/source/` or `/source/m`."""
    body, _, flags = text[1:].rpartition("/")
    return f"(?m:{body})" if flags == "m" else body


@cache
def metaparameters() -> frozenset[str]:
    """The names of the metaparameters: the attributes that every resource can have."""
    return frozenset(each["name"] for each in _metaparameters())


@cache
def relationship_metaparameters() -> frozenset[str]:
    """The names of the metaparameters that refer to other resources."""
    return frozenset(each["name"] for each in _metaparameters() if each["relationship"])


def _metaparameters() -> list[dict[str, str]]:
    return rows_of("metaparameters.json")


def table_of(name: str) -> dict[str, Any]:
    """The content of a data file that is an object."""
    found = data(name)
    assert isinstance(found, dict)
    return found


def rows_of(name: str) -> list[dict[str, Any]]:
    """The content of a data file that is an array."""
    found = data(name)
    assert isinstance(found, list)
    return found


def data(name: str) -> object:
    """The content of a data file."""
    content = get_data("puppet_typesys.builtins", name)
    assert content is not None
    return json.loads(content)
