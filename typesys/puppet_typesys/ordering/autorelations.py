"""Autorelations: the relations that an agent adds between resources, by the values of their attributes.

A row of a table says for each resource type which attributes name what it requires; `Type.autorequire` and its siblings in Ruby, of which
a later one for the same type replaces an earlier one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.builtins.resource_types import NativeType, table_of
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import NUMBER, attribute, folders_above, is_below, parent, path_of, texts
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.unknown import Unknown, UnknownValue

KINDS = ("require", "subscribe", "before", "notify")
"""In the order in which an agent adds them."""
EARLIER = frozenset(("require", "subscribe"))
"""Those whose targets come first."""
NOTIFYING = frozenset(("subscribe", "notify"))
COMMAND_FILE = lazy_pattern(r"^(/\S+)", re.MULTILINE)
QUOTED_FILE = lazy_pattern(r'^"([^"]+)"', re.MULTILINE)
MODULE_FOLDER = "/usr/share/selinux/targeted"


class Edge(NamedTuple):
    """An edge of the relationship graph; a text stands for some resource of that type, or any resource if it is empty."""

    first: Resource | str
    second: Resource | str
    notifies: bool = False
    is_certain: bool = True
    is_automatic: bool = False


SET = "set"
"""The condition of a form that is known only where its attributes are set, since they have defaults."""


class Form(NamedTuple):
    """How a type names resources: the name of a function of `FORMS` and what it is given."""

    by: str
    of: str = ""
    titles: tuple[str, ...] = ()
    condition: str = ""


Rows = Mapping[tuple[str, str], Sequence[Form] | None]
"""By kind and target type, how the targets are named; None if that is not known. An empty target type stands for any."""
Relations = Callable[[str], Rows]
"""The autorelations of a resource type by its name in lower case."""


@cache
def rows_of_type(name: str) -> Rows | None:
    """The autorelations of a type that is known by this program; None for others."""
    found = table_of("autorelations.json").get(name)
    if found is None:
        return None
    rows: dict[tuple[str, str], Sequence[Form]] = {}
    for key, forms in found.items():
        kind, _, target = key.partition(" ")
        rows[kind, target] = [Form(each["by"], each.get("of", ""), tuple(each.get("titles", ())), each.get("if", "")) for each in forms]
    return rows


class Titles:
    """The resources that an agent finds by type and title, or by alias."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        self.by_type: dict[str, list[Resource]] = {}
        self._table: dict[tuple[str, str], Resource] = {}
        aliases: list[tuple[tuple[str, str], Resource]] = []
        for each in resources:
            kind = each.type.lower()
            self.by_type.setdefault(kind, []).append(each)
            self._table[kind, each.title] = each
            aliases += (((kind, name), each) for name in _aliases(each))
        for key, each in aliases:
            self._table.setdefault(key, each)

    def find(self, type: str, title: str) -> Resource | None:
        """A resource by its type in lower case, and its title or alias."""
        found = self._table.get((type, title))
        if found is None and type == "file":
            return self._table.get((type, title.rstrip("/") or "/"))
        return found


def _aliases(resource: Resource) -> Iterator[str]:
    given = resource.get("alias")
    for each in given if isinstance(given, tuple) else (given,):
        if isinstance(each, str):
            yield each
    kind = resource.kind
    if isinstance(kind, NativeType) and kind.isomorphic and len(kind.namevars) == 1:
        try:
            name = resource.key()[0]
        except ArgumentError:
            return
        if isinstance(name, str):
            yield name


def autorelations(resources: Sequence[Resource], direct: Iterable[Edge], relations: Relations) -> Iterator[Edge]:
    """The edges that an agent adds to those that are declared: none that a direct edge contradicts."""
    titles = Titles(resources)
    present = {(each.first, each.second) for each in direct}
    of_types: dict[str, list[tuple[str, str, Sequence[Form] | None]]] = {}
    for resource in resources:
        if not resource.is_native:
            continue
        rows = of_types.get(resource.type)
        if rows is None:
            rows = of_types[resource.type] = _ordered(relations(resource.type.lower()))
        for kind, type, forms in rows:
            for edge in _edges(resource, kind, type, forms, titles):
                if (edge.first, edge.second) not in present and (edge.second, edge.first) not in present:
                    present.add((edge.first, edge.second))
                    yield edge


def _ordered(rows: Rows) -> list[tuple[str, str, Sequence[Form] | None]]:
    """The rows by their kinds, in the order in which an agent adds what they say."""
    return [(kind, type, forms) for kind in KINDS for (its, type), forms in rows.items() if its == kind]


def _edges(resource: Resource, kind: str, type: str, forms: Sequence[Form] | None, titles: Titles) -> Iterator[Edge]:
    notifies = kind in NOTIFYING
    for found in _targets(resource, type, forms, titles):
        if found is resource:
            continue
        certain = isinstance(found, Resource) and found.is_certain and resource.is_certain
        first, second = (found, resource) if kind in EARLIER else (resource, found)
        yield Edge(first, second, notifies, certain, True)


def _targets(resource: Resource, type: str, forms: Sequence[Form] | None, titles: Titles) -> Iterator[Resource | str]:
    """The resources that a block names; the type if they are unknown."""
    if forms is None:
        yield type
        return
    for form in forms:
        try:
            yield from FORMS[form.by](resource, form, type, titles)
        except UnknownValue:
            yield type


Finder = Callable[[Resource, Form, str, Titles], Iterator[Resource]]


def _found(names: Iterable[str], type: str, titles: Titles) -> Iterator[Resource]:
    for each in names:
        found = titles.find(type, each)
        if found is not None:
            yield found


def _values(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    names = (
        name for each in texts(_given(resource, form.of, form)) for name in (each.split(",") if form.of in ("groups", "roles") else (each,))
    )
    yield from _found(names, type, titles)


def _given(resource: Resource, name: str, form: Form) -> object:
    """The value of an attribute. Raises UnknownValue if it may be a default."""
    found = attribute(resource, name)
    if found is None and form.condition == SET:
        raise UnknownValue
    return found


def _names(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    yield from _found((each for each in texts(attribute(resource, form.of)) if not NUMBER.match(each)), type, titles)


def _titles(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    yield from _found(form.titles, type, titles)


def _parents(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    yield from _found(map(parent, texts(attribute(resource, form.of))), type, titles)


def _absolute(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    yield from _found((each for each in texts(attribute(resource, form.of)) if each.startswith("/")), type, titles)


def _ancestor(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    """The nearest folder above that is managed, and those that may be."""
    for each in texts(attribute(resource, form.of)):
        for folder in folders_above(each.rstrip("/") or "/"):
            found = titles.find(type, folder)
            if found is not None:
                yield found
                if found.is_certain:
                    break


def _above(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    for each in texts(attribute(resource, form.of)):
        yield from _found(folders_above(each.rstrip("/") or "/"), type, titles)


def _below(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    for folder in texts(attribute(resource, form.of)):
        for each in titles.by_type.get(type, ()):
            path = path_of(each)
            if path is not None and is_below(path, folder.rstrip("/") or "/"):
                yield each


def _below_if(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    given = resource.get(form.condition)
    if isinstance(given, Unknown):
        raise UnknownValue
    if given in (True, "true"):
        yield from _below(resource, form, type, titles)


def _command(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    given = attribute(resource, form.of)
    for each in texts(given[0] if isinstance(given, tuple) and given else given):
        yield from _found((*COMMAND_FILE.findall(each), *QUOTED_FILE.findall(each)), type, titles)


def _check(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    given = attribute(resource, form.of)
    for line in given if isinstance(given, tuple) else (given,):
        for each in texts(line[0] if isinstance(line, tuple) and line else line):
            yield from _found(COMMAND_FILE.findall(each), type, titles)


def _group(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    given = attribute(resource, form.of)
    for each in given if isinstance(given, tuple) else (given,):
        number = str(each) if isinstance(each, int) or (isinstance(each, str) and NUMBER.match(each)) else None
        if number is None:
            yield from _found(texts(each), type, titles)
            continue
        for one in titles.by_type.get(type, ()):
            if isinstance(one.get("gid"), Unknown):
                raise UnknownValue
            if str(one.get("gid")) == str(int(number)):
                yield one
                break


def _policy(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    given = attribute(resource, form.of)
    if given is None:
        folder = attribute(resource, "selmoduledir") or MODULE_FOLDER
        given = tuple(f"{each}/{name}.pp" for each in texts(folder) for name in texts(attribute(resource, "name")))
    yield from _found(texts(given), type, titles)


def _pool(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    yield from _found((each.split("/")[0] for each in texts(attribute(resource, form.of))), type, titles)


def _datasets(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    for each in texts(attribute(resource, form.of)):
        parts = each.split("/")
        yield from _found(("/".join(parts[:count]) for count in range(2, len(parts))), type, titles)


def _ruby(resource: Resource, form: Form, type: str, titles: Titles) -> Iterator[Resource]:
    from puppet_typesys.ordering.ruby_blocks import titles_of  # few types compute titles

    yield from _found(titles_of(form.of, [_given(resource, each, form) for each in form.titles]), type, titles)


FORMS: Mapping[str, Finder] = {
    "above": _above,
    "absolute": _absolute,
    "ancestor": _ancestor,
    "below": _below,
    "below_if": _below_if,
    "check": _check,
    "command": _command,
    "datasets": _datasets,
    "group": _group,
    "name": _names,
    "parent": _parents,
    "policy": _policy,
    "pool": _pool,
    "ruby": _ruby,
    "titles": _titles,
    "value": _values,
}
