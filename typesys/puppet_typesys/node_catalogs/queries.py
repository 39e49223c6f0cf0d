"""`puppetdb_query`, which every server with a PuppetDB has: its answers are unknown, unless a PuppetDB is asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch
from puppet_typesys.types import model
from puppet_typesys.values.unknown import Unknown, contains_unknown

PUPPETDB_QUERY = "puppetdb_query"
PARAMETERS = "Variant[String[1], Array[Data, 1]] $query"
"""A query in PQL, or its syntax tree. Source: PuppetDB's terminus for Puppet."""
ROWS = model.Array(model.Hash(model.STRING, model.ANY))
"""The type of all answers."""
Queries = Callable[[object], object]
"""The answer to a query: an Array of rows, or an Unknown. Raises ArgumentError where PuppetDB refuses it."""


def unanswered(query: object) -> object:
    """The answer to a query without a PuppetDB."""
    return Unknown(ROWS)


@cache
def querying(queries: Queries) -> BuiltinFunction:
    """The function that asks these."""

    def ask(call: Invocation, query: object) -> object:
        return Unknown(ROWS) if contains_unknown(query) else queries(query)

    made = BuiltinFunction(PUPPETDB_QUERY)
    made.dispatches.append(Dispatch(PARAMETERS, ask, None, False))
    return made
