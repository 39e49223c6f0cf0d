"""Where the classes of a catalog are included, and the path of inclusions and declarations that leads to an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.classes import class_names
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.types.show import capitalize_segments
from puppet_typesys.validate.anchor import anchor

INCLUDES = frozenset(("include", "require", "contain"))
"""The functions that include classes."""
LONGEST = 20
"""The number of places of a path that are given."""


class Place(NamedTuple):
    """A place in a file."""

    text: Text
    offset: int
    """In bytes."""


class Step(NamedTuple):
    """A place of a path, and what happens there."""

    place: Place
    what: str


class Inclusions:
    """The places where classes are first included, of one evaluation."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        """The places by the names of the classes."""
        self._numbers: dict[str, int] = {}

    def note(self, call: ast.Node, arguments: Sequence[object], text: Text, number: int) -> None:
        """Note the classes that a call has included; `number` says which calls began before others, as inner ones end first."""
        place = Place(text, anchor(call))
        for name in class_names(arguments):
            if name is not None and number < self._numbers.get(name, number + 1):
                self.places[name], self._numbers[name] = place, number


def innermost(error: EvaluationError) -> EvaluationError:
    """The error in whose place something is wrong: of a define, the one in its body."""
    while error.inner is not None:
        error = error.inner
    return error


def path_to(error: EvaluationError, catalog: Catalog, inclusions: Inclusions) -> list[Step]:
    """How the evaluation came to an error, from the innermost place to the outermost one."""
    found = [*_steps(error)]
    last = _place(innermost(error))
    # A class that is declared as a resource is not evaluated by a call.
    for index, place in reversed([*enumerate([last, *(each.place for each in found)])]):
        name = None if place is None else class_around(place, catalog.classes)
        declared = None if name is None else _declared_at(name, catalog)
        if name is not None and declared is not None and all(each.place != declared for each in found):
            found.insert(index, Step(declared, f"class `{name}` is declared here"))
    last = found[-1].place if found else last
    while last is not None and len(found) < LONGEST:
        name = class_around(last, catalog.classes)
        place = _of_define(last, catalog) if name is None else _declaration(name, catalog, inclusions)
        if place is None or any(each.place == place for each in found):
            break
        found.append(Step(place, "a resource is declared here" if name is None else f"class `{name}` is declared here"))
        last = place
    return found[:LONGEST]


def _steps(error: EvaluationError) -> Iterator[Step]:
    """The calls around an error, and the resources in whose bodies it is."""
    if error.inner is not None:
        yield from _steps(error.inner)
        place = _place(error)
        if place is not None:
            yield Step(place, f"`{error.resource}` is declared here")
    own = _place(error)
    for name, offset, text in error.calls:
        place = Place(text, offset)
        if place != own:
            yield Step(place, "the class is included here" if name in INCLUDES else f"`{name}` is called here")


def _place(error: EvaluationError) -> Place | None:
    return None if error.text is None or error.offset is None else Place(error.text, error.offset)


def class_around(place: Place, classes: Mapping[str, Definition]) -> str | None:
    """The class, or the define, in whose definition a place is."""
    for name, each in classes.items():
        if each.ev is not None and each.ev.text is place.text and each.node is not None and each.node.start <= place.offset < each.node.end:
            return name
    return None


def _of_define(place: Place, catalog: Catalog) -> Place | None:
    """Where the first resource of the define around a place is declared."""
    name = class_around(place, catalog.defines)
    kind = None if name is None else capitalize_segments(name)
    return None if kind is None else next((_place_of(each) for each in catalog.table.values() if each.type == kind), None)


def _declaration(name: str, catalog: Catalog, inclusions: Inclusions) -> Place | None:
    """Where a class is included or declared as a resource."""
    return _declared_at(name, catalog) or inclusions.places.get(name)


def _declared_at(name: str, catalog: Catalog) -> Place | None:
    """Where a class is declared as a resource."""
    resource = catalog.table.get(("Class", capitalize_segments(name)))
    return None if resource is None else _place_of(resource)


def _place_of(resource: Resource) -> Place | None:
    """Where a resource is declared."""
    return None if resource.place is None or resource.place.offset is None else Place(resource.place.text, resource.place.offset)
