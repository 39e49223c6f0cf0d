"""The functions of the module dalen/puppetdbquery, which ask a PuppetDB for nodes, facts and resources.

Without a PuppetDB, and for what is not understood of a query, the answers are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from puppet_typesys.evaluate.invoke import Invocation
from puppet_typesys.functions.registry import BuiltinFunction, Dispatch
from puppet_typesys.node_catalogs.node_queries import Tree, node_query
from puppet_typesys.node_catalogs.queries import Queries
from puppet_typesys.types import model
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown

FOLDER = "/puppetdbquery/lib/puppet/"
"""What the paths of these functions contain."""
NODES, FACTS, RESOURCES = "query_nodes", "query_facts", "query_resources"
PARAMETERS = {
    NODES: "Variant[String, Array] $query, Optional[String] $fact = undef",
    FACTS: "Variant[String, Array] $query, Array[String, 1] $facts",
    RESOURCES: "Any $nodes, Any $resources = undef, Any $by_node = undef",
}
RESULTS = {
    NODES: model.Array(model.ANY),
    FACTS: model.Hash(model.STRING, model.Hash(model.STRING, model.ANY)),
    RESOURCES: model.ANY,
}


class UnansweredError(Exception):
    """Raised where an answer is not known."""


@cache
def asking(name: str, queries: Queries) -> BuiltinFunction:
    """One of the functions, which asks these."""

    def ask(call: Invocation, *arguments: object) -> object:
        if contains_unknown(arguments):
            return Unknown(RESULTS[name])
        try:
            return ANSWERS[name](queries, *arguments)
        except UnansweredError:
            return Unknown(RESULTS[name])

    made = BuiltinFunction(name)
    made.dispatches.append(Dispatch(PARAMETERS[name], ask, None, False))
    return made


def _nodes(queries: Queries, query: object, fact: object = None) -> object:
    """The names of nodes, or the values that a fact has there."""
    if fact is None:
        return tuple(each.get("certname") for each in _rows(queries, "nodes", ("certname",), _tree(query, "nodes")))
    first, *keys = str(fact).split(".")
    rows = _rows(queries, "facts", ("value",), _of_facts(query, (first,)))
    return tuple(_at(each.get("value"), keys) for each in rows)


def _facts(queries: Queries, query: object, facts: object) -> object:
    """The values of facts by node, and by their names; keys in a fact are joined by underscores there."""
    assert isinstance(facts, tuple)
    paths = [str(each).split(".") for each in facts]
    firsts = [first for first, *_ in paths]
    if len(set(firsts)) < len(firsts) or any(each.startswith("/") for each in firsts):
        raise UnansweredError  # Patterns, and several keys of one fact.
    by_first = {first: path for first, *rest in paths for path in ([first, *rest],)}
    found: dict[str, list[tuple[object, object]]] = {}
    for row in _rows(queries, "facts", ("certname", "name", "value"), _of_facts(query, firsts)):
        path = by_first.get(str(row.get("name")))
        if path is None:
            raise UnansweredError
        found.setdefault(str(row.get("certname")), []).append(("_".join(path), _at(row.get("value"), path[1:])))
    return Hash((name, Hash(values)) for name, values in found.items())


def _resources(queries: Queries, nodes: object, resources: object = None, by_node: object = None) -> object:
    """The resources that match a query, of the nodes that match another one."""
    found = _tree(resources, "none")
    of_nodes = None if nodes in (None, False, "") else _tree(nodes, "facts")
    if found is None:
        raise UnansweredError
    rows = _rows(queries, "resources", (), found if of_nodes is None else ["and", found, of_nodes])
    if by_node in (None, False):
        return tuple(rows)
    by_name: dict[str, list[object]] = {}
    for row in rows:
        by_name.setdefault(str(row.get("certname")), []).append(row)
    return Hash((name, tuple(each)) for name, each in by_name.items())


ANSWERS: dict[str, Callable[..., object]] = {NODES: _nodes, FACTS: _facts, RESOURCES: _resources}


def _tree(query: object, table: str) -> Tree | None:
    if isinstance(query, tuple):
        return [*query]
    if not isinstance(query, str):
        raise UnansweredError
    try:
        return node_query(query, table)
    except ArgumentError:
        raise UnansweredError from None


def _of_facts(query: object, names: Sequence[str]) -> Tree:
    """The query for facts with some names, of the nodes that match another one."""
    if not isinstance(query, str):
        raise UnansweredError
    wanted: Tree = ["or", *(["=", "name", each] for each in names)]
    of_nodes = _tree(query, "facts")
    return wanted if of_nodes is None else ["and", of_nodes, wanted]


def _rows(queries: Queries, table: str, fields: Sequence[str], query: Tree | None) -> list[Hash]:
    if query is None:
        raise UnansweredError
    rows = queries(_frozen(["from", table, ["extract", [*fields], query] if fields else query]))
    if not isinstance(rows, tuple) or not all(isinstance(each, Hash) for each in rows):
        raise UnansweredError
    return [*rows]


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _at(value: object, keys: Sequence[str]) -> object:
    """The value that a path of keys leads to in a value; undef without one."""
    for each in keys:
        if value is None:
            return None
        if not isinstance(value, Hash):
            raise UnansweredError
        value = value.get(each)
    return value
