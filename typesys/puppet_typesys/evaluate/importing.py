"""What a collector of exported resources finds among those of other nodes, and the queries of collectors as data.

The database of a server answers such queries by what is stored. Other than in a catalog, values there are equal only if they are the same,
upper and lower case included, and an array is not what is in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TypeAlias

from puppet_grammar.named import NamedTuple
from puppet_typesys.convert.text import text
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.classes import add_defaults
from puppet_typesys.evaluate.exports import Export, Exports
from puppet_typesys.evaluate.parameter import Parameter, Place
from puppet_typesys.evaluate.resource import Resource, flat, is_valid_tag
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import identity
from puppet_typesys.values.meter import spend
from puppet_typesys.values.unknown import Unknown, UnknownValue, contains_unknown

Matches = Callable[[Export], bool]


class Importing(NamedTuple):
    """What a collector of exported resources needs to find those of other nodes."""

    exports: Exports
    node: str | None
    matches: Matches
    """The query as the database of the server answers it."""
    scope: Scope
    place: Place

    def imported(self, catalog: Catalog, type: str, *, possible: bool) -> Iterator[Resource]:
        """The resources of other nodes that match, which are added to the catalog."""
        if self.exports.may_have_more(self.node):
            catalog.mark_partial()
        for each in self.exports.of(type, self.node):
            spend(2)
            if not self.matches(each):
                continue
            existing = catalog.find(each.type, each.title)
            if existing is None:
                made = _resource(each, catalog, self.scope, self.place)
                catalog.add(made)
                if possible or each.possible:
                    made.realize_possibly()
                yield made
            elif existing.imported_from != each.identity:
                if not (existing.possible or each.possible or possible):
                    raise ArgumentError(
                        f"A duplicate resource was found while collecting exported resources, with the type and title {existing}"
                    )
                catalog.mark_partial()


def _resource(export: Export, catalog: Catalog, scope: Scope, place: Place) -> Resource:
    made = Resource(export.type, export.title, catalog.resource_type(export.type), scope, place=place)
    for name, value in export.parameters:
        made.set(Parameter(name, value, scope.source, place))
    # Its tags are those that the catalog gives which collects it.
    made.imported_from = export.identity
    add_defaults(made)
    return made


# ---- queries


class Tagged(NamedTuple):
    """Those with one of some tags, in lower case."""

    tags: tuple[str, ...]


class Has(NamedTuple):
    """Those of which a parameter has a value, or any other."""

    name: str
    value: object
    is_equal: bool = True


class Both(NamedTuple):
    """Those that match two queries."""

    left: Query
    right: Query


class Either(NamedTuple):
    """Those that match one of two queries."""

    left: Query
    right: Query


class Undecided(NamedTuple):
    """A comparison with an unknown value."""


Query: TypeAlias = "Tagged | Has | Both | Either | Undecided"


def matches(query: Query | None, export: Export) -> bool:
    """Whether an exported resource matches a query. Raises UnknownValue if that depends on something unknown."""
    match query:
        case None:
            return True
        case Tagged():
            return _is_tagged(export, query.tags)
        case Has():
            return (identity(_value(export, query.name)) == identity(query.value)) is query.is_equal
        case Both():
            return matches(query.left, export) and matches(query.right, export)
        case Either():
            return matches(query.left, export) or matches(query.right, export)
        case Undecided():
            raise UnknownValue


def _value(export: Export, name: str) -> object:
    found: object = export.title if name == "title" else next((value for own, value in export.parameters if own == name), None)
    if contains_unknown(found):
        raise UnknownValue
    return found


def _is_tagged(export: Export, tags: tuple[str, ...]) -> bool:
    is_unknown = False
    for each in _tags(export):
        if isinstance(each, Unknown):
            is_unknown = True
        elif each is not None and not {*tags}.isdisjoint(_with_segments(text(each).lower())):
            return True
    if is_unknown:
        raise UnknownValue
    return False


def _tags(export: Export) -> Iterator[object]:
    yield export.type
    if is_valid_tag(export.title):
        yield export.title
    yield from export.tags
    yield from flat(value for name, value in export.parameters if name == "tag")


def _with_segments(tag: str) -> set[str]:
    return {tag, *filter(None, tag.split("::"))}


# ---- as text


def written(query: Query | None) -> str | None:
    """A query as text for `read`; None if it has values that JSON lacks."""
    try:
        return json.dumps(None if query is None else _data(query))
    except (TypeError, ValueError, RecursionError):
        return None


def _data(query: Query) -> list[object]:
    match query:
        case Tagged():
            return ["tag", *query.tags]
        case Has():
            return ["=" if query.is_equal else "!=", query.name, _plain(query.value)]
        case Both():
            return ["and", _data(query.left), _data(query.right)]
        case Either():
            return ["or", _data(query.left), _data(query.right)]
        case Undecided():
            return ["unknown"]


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    if value is None or type(value) in (str, int, float, bool):
        return value
    raise TypeError


def read(given: str) -> Query | None:
    """The query that `written` has made a text of. Raises ArgumentError for any other text."""
    try:
        found = json.loads(given)
        return None if found is None else _query(found)
    except (ValueError, TypeError, LookupError, RecursionError):
        raise ArgumentError("not a query") from None


def _query(data: object) -> Query:
    if not isinstance(data, list):
        raise TypeError
    kind, *rest = data
    match kind:
        case "tag":
            return Tagged(tuple(map(str, rest)))
        case "=" | "!=":
            name, value = rest
            return Has(str(name), _value_of(value), kind == "=")
        case "and" | "or":
            left, right = map(_query, rest)
            return Both(left, right) if kind == "and" else Either(left, right)
        case "unknown":
            return Undecided()
    raise ValueError


def _value_of(data: object) -> object:
    return tuple(map(_value_of, data)) if isinstance(data, list) else data
