"""RepeatedHiera: lookups in data for many nodes, of which each is done once for the variables that it has read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.workspace.hiera.node import NodeHiera
from puppet_check.workspace.hiera.node_files import Places
from puppet_check.workspace.hiera.secrets import Secrets
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.unsaved import Unsaved
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import Loader
from puppet_typesys.node_catalogs.library import ScopeVariables, Variables
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

    _may_call = False
    """Whether a level of a hierarchy that was looked in calls a function, which may read whatever it likes."""

    def __init__(
        self,
        project: Project,
        loader: Loader,
        external: LoadedDefinitions | None,
        *,
        trusted: str | None,
        unsaved: Unsaved,
        secrets: Secrets,
    ) -> None:
        super().__init__(project, loader, external, trusted=trusted, unsaved=unsaved, secrets=secrets)
        self._lookups: dict[tuple[str, str | None], tuple[Lookup, ...]] = {}
        """The lookups that were done, by key and merge."""

    def lookup(self, key: str, options: Hash = EMPTY, variables: Variables | None = None) -> object:
        merge = options.get("merge")
        if not isinstance(variables, ScopeVariables) or self._busy or not (merge is None or isinstance(merge, str)):
            return super().lookup(key, options, variables)
        known = self._lookups.get((key, merge), ())
        for each in known:
            if all(variables(name) is value for name, value in each.read.items()):
                return each.value
        read: dict[str, object] = {}
        self._may_call = False
        found = super().lookup(key, options, variables.noting(read))
        if len(known) < MOST_OF_KEY and not contains_unknown(found) and not self._may_call:
            if len(self._lookups) >= MOST:
                self._lookups.clear()
            self._lookups[key, merge] = (*known, Lookup(read, found))
        return found

    def _has_backend(self, module: Module | None) -> bool:
        found = super()._has_backend(module)
        self._may_call |= found
        return found

    def _in_files(self, places: Places, root: str, merge: object) -> Iterator[object]:
        self._may_call |= places.backend is not None
        return super()._in_files(places, root, merge)
