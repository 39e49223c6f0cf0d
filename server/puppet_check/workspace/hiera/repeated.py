"""RepeatedHiera: lookups in data for many nodes, of which each is done once for the variables that it has read."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.workspace.hiera.node import NodeHiera
from puppet_typesys.functions.parts import path_of
from puppet_typesys.node_catalogs.library import ScopeVariables, Variables
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import contains_unknown

MOST = 20_000
"""The number of lookups above which they are forgotten."""
MOST_OF_KEY = 8
"""The number of lookups of one key, which differ in variables."""


class Lookup(NamedTuple):
    """A lookup that was done: the variables that it has read, and its value."""

    read: dict[str, object]
    value: object


class RepeatedHiera(NodeHiera):
    """Data for many nodes. A lookup has the same value if the variables that it reads are the same objects."""

    def lookup(self, key: str, options: Hash = EMPTY, variables: Variables | None = None) -> object:
        merge = options.get("merge")
        if not isinstance(variables, ScopeVariables) or self._busy or not (merge is None or isinstance(merge, str)):
            return super().lookup(key, options, variables)
        known = self._lookups.get((key, merge), ())
        for each in known:
            if all(variables(name) is value for name, value in each.read.items()):
                return each.value
        read: dict[str, object] = {}
        found = super().lookup(key, options, variables.noting(read))
        if len(known) < MOST_OF_KEY and not contains_unknown(found) and not self._calls_functions(key):
            if len(self._lookups) >= MOST:
                self._lookups.clear()
            self._lookups[key, merge] = (*known, Lookup(read, found))
        return found

    @property
    def _lookups(self) -> dict[tuple[str, str | None], tuple[Lookup, ...]]:
        found: dict[tuple[str, str | None], tuple[Lookup, ...]] = self.__dict__.setdefault("_lookups_by_key", {})
        return found

    def _calls_functions(self, key: str) -> bool:
        """Whether a level of the hierarchies that may have a key calls a function, which may read whatever it likes."""
        try:
            root = str(path_of(key)[0])
        except ArgumentError:
            return True
        return any(self._has_backend(each) for each in (None, self._module_of(root)))
