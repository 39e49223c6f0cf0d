"""What a paused evaluation shows: the variables that a frame sees, and the catalog so far, as named values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from puppet_typesys.builtins.value_reads import FACTS
from puppet_typesys.convert.formats import programmatic
from puppet_typesys.debugging.stepper import Frame
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import PRINTED, Scope
from puppet_typesys.types.infer import infer
from puppet_typesys.types.model import Type, generalize
from puppet_typesys.types.show import show_plain
from puppet_typesys.values.errors import BudgetError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown, UnknownValue

Children = Callable[[], "list[Named]"]
LONGEST = 300
"""The number of characters of a value that are shown where it stands for its parts."""
MOST_SHOWN = 2000
"""How many parts of something are shown."""


class Named(NamedTuple):
    """A name with the text of a value, its type, and its parts, if it has any."""

    name: str
    text: str
    type: str = ""
    parts: Children | None = None


def scopes_of(frame: Frame, catalog: Catalog) -> list[Named]:
    """The variables that a frame sees, by the scopes that they belong to, and the catalog so far."""
    scope = frame.scope
    local = _local(frame)
    found = [_scope("Local", local)] if local else []
    seen: Scope | None = scope
    while seen is not None:
        if seen.kind != "top":
            found.append(_scope(f"{LABELS.get(seen.kind, seen.kind)} {seen.name}".strip(), seen.variables))
        else:
            facts = seen.variables.get(FACTS)
            names = set(map(str, facts)) if isinstance(facts, Hash) else set()
            found.append(_scope("Top scope", {name: value for name, value in seen.variables.items() if name not in names}))
        seen = seen.inherited or seen.enclosing()
    return [*found, Named("Catalog", "", parts=lambda: catalog_parts(catalog))]


LABELS = {"hostclass": "Class", "definition": "Define", "node": "Node"}


def _local(frame: Frame) -> dict[str, object]:
    """The variables of functions and blocks around a statement; inner ones hide outer ones."""
    found: dict[str, object] = {}
    layer = frame.variables
    while layer is not None and layer is not frame.scope.base:
        if layer.match is not None:
            found = {**{str(number): each for number, each in enumerate(layer.match.groups)}, **found}
        found = {**layer.variables, **found}
        if layer.parent is None:
            break
        layer = layer.parent
    return found


def _scope(name: str, variables: Mapping[str, object]) -> Named:
    return Named(
        name, "", parts=lambda: _all(((f"${each}", value) for each, value in sorted(variables.items()) if each != PRINTED), len(variables))
    )


def catalog_parts(catalog: Catalog) -> list[Named]:
    """The resources of a catalog with their parameters, in their order."""
    return _some(map(_resource, catalog.resources), len(catalog.resources))


def _resource(resource: Resource) -> Named:
    kinds = [
        kind
        for kind, holds in (("exported", resource.exported), ("virtual", resource.virtual), ("possible", not resource.is_certain))
        if holds
    ]
    line = "" if resource.place is None else f"line {resource.place.line}"
    return Named(str(resource), ", ".join((*kinds, line)) if kinds or line else "", parts=lambda: _parameters(resource))


def _parameters(resource: Resource) -> list[Named]:
    return [named(name, resource.get(name)) for name in sorted(resource.parameters)]


def named(name: str, value: object) -> Named:
    """A value with its name."""
    return Named(name, text_of(value), type_of(value), _parts(value))


def text_of(value: object) -> str:
    """The source text of a value."""
    if isinstance(value, Unknown):
        return "unknown"
    try:
        text = programmatic(value)
    except UnknownValue:
        return "partly unknown"
    except (BudgetError, RecursionError):
        return "too large to be shown"
    return text if len(text) <= LONGEST or _parts(value) is None else f"{text[:LONGEST]}…"


def type_of(value: object) -> str:
    """The generalized type of a value."""
    if isinstance(value, Unknown):
        return show_plain(value.type) if isinstance(value.type, Type) else "Any"
    try:
        return show_plain(generalize(infer(value)))
    except (UnknownValue, BudgetError, RecursionError):
        return "Any"


def _parts(value: object) -> Children | None:
    match value:
        case Hash() if len(value):
            return lambda: _all(((text_of(key) if not isinstance(key, str) else key, each) for key, each in value.items()), len(value))
        case tuple() if value:
            return lambda: _all(((str(number), each) for number, each in enumerate(value)), len(value))
    return None


def _all(items: Iterable[tuple[str, object]], count: int) -> list[Named]:
    return _some((named(name, each) for name, each in items), count)


def _some(found: Iterable[Named], count: int) -> list[Named]:
    """The first of so many parts, with the number of those that are not shown."""
    shown = [*islice(found, MOST_SHOWN)]
    return shown if count <= MOST_SHOWN else [*shown, Named("…", f"{count - MOST_SHOWN} more")]
