"""The data of a project, as the evaluation of a whole catalog gets it."""

from __future__ import annotations

from collections.abc import Sequence

from puppet_typesys.evaluate.compiler import Compiler
from puppet_typesys.evaluate.context import Context, Data
from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.evaluate.scope import NotEvaluatedYet, NoVariable, Scope
from puppet_typesys.node_catalogs.causes import Causes
from puppet_typesys.node_catalogs.library import Library, ScopeVariables, Variables
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.types import model
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown


class NodeData:
    """What a node gets: the hierarchies of the project, which read variables of the scope."""

    def __init__(self, library: Library, causes: Causes) -> None:
        """`causes` counts the keys whose values are unknown."""
        self._library = library
        self._causes = causes
        self._kept: dict[object, object] = {}
        """What backends keep while the catalog is compiled."""

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        variables = scope_of(context, lambda name: _interpolated(context, name, scope), scope, self._kept)
        found = self._library.lookup(key, options, variables)
        if isinstance(found, Unknown):
            self._causes.add("data", key)
        return found

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        return self.look_up(context, f"{name}::{parameter}", EMPTY, scope)


class CertainData:
    """Data of which a class certainly gets what it finds.

    Where something unknown may have declared a class before, with other values, parameters that are not passed are unknown.
    """

    def __init__(self, data: Data) -> None:
        self._data = data

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        return self._data.look_up(context, key, options, scope)

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        return Unknown(model.ANY) if context.catalog.may_have_more("class") else self._data.class_parameter(context, name, parameter, scope)


class EntryData:
    """What all nodes get that have a role, or that a node definition applies to: what is not found may be in another repository."""

    def __init__(self, data: Data) -> None:
        self._data = data

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        found = self._data.look_up(context, key, options, scope)
        return Unknown(model.ANY) if found is MISSING else found

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        return self.look_up(context, f"{name}::{parameter}", EMPTY, scope)


def scope_of(context: Context, variables: Variables, scope: Scope, kept: dict[object, object]) -> ScopeVariables:
    """Some variables, with the functions that the hierarchies of a project name as backends."""

    def called(name: str, arguments: Sequence[object]) -> object:
        assert isinstance(context, Compiler)
        if context.follower is not None:
            context.follower.spoil()
        source = read_source("hiera.yaml", b"")
        return Invocation(context.evaluator(source.text), source.program.body, scope).function(name, arguments)

    return ScopeVariables(variables, called, context.given.environment, kept)


def _interpolated(context: Context, name: str, scope: Scope) -> object:
    """The value of a variable that data interpolates; `MISSING` if there is none."""
    if context.follower is not None:
        context.follower.note_variable(name, scope)
    try:
        return context.variable(name, scope)
    except (NoVariable, NotEvaluatedYet):
        found = context.missing_variable(name, scope)
        return MISSING if found is None else found
