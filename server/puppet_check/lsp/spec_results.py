"""Groups, examples and results of specs, as the process that lists and runs them writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Data = Mapping[str, object]


class Place(NamedTuple):
    """A line of a file, from 0."""

    path: str
    line: int


class Item(NamedTuple):
    """A group or an example."""

    id: str
    label: str
    place: Place
    has_catalog: bool
    children: tuple[Item, ...] | None

    def examples(self) -> Iterator[Item]:
        """The examples in a group; of an example, itself."""
        if self.children is None:
            yield self
        else:
            for each in self.children:
                yield from each.examples()


class Listing(NamedTuple):
    """The groups and examples of a spec file."""

    items: tuple[Item, ...]
    problem: str
    """Why these may not be all; empty if they are."""
    module: str | None
    """The folder of the module; None for a file in none."""

    def every(self) -> Iterator[Item]:
        """All groups and examples, a group before what is in it."""
        waiting = [*reversed(self.items)]
        while waiting:
            each = waiting.pop()
            yield each
            waiting += reversed(each.children or ())


class Result(NamedTuple):
    """The result of an example."""

    id: str
    description: str
    status: str
    message: str
    expected: str
    actual: str
    seconds: float
    place: Place
    """That of the expectation that failed, else that of the example."""
    declared: Place | None
    """That of the resource that it is about, in a manifest."""


TEXTS = ("id", "description", "status", "message", "expected", "actual")


def listing_of(data: Data) -> Listing:
    """The listing in an answer."""
    module = data.get("module")
    return Listing(tuple(map(_item, _several(data["items"]))), str(data["problem"]), module if isinstance(module, str) else None)


def _item(data: Data) -> Item:
    children = None if "children" not in data else tuple(map(_item, _several(data["children"])))
    return Item(str(data["id"]), str(data["label"]), _place([data["file"], data["line"]]), data["hasCatalog"] is True, children)


def results_of(data: Data) -> tuple[Result, ...]:
    """The results in a line of an answer."""
    return tuple(map(_result, _several(data["results"])))


def _result(data: Data) -> Result:
    number, description, status, message, expected, actual = (str(data[each]) for each in TEXTS)
    seconds, declared = data["seconds"], data.get("declared")
    assert isinstance(seconds, int | float)
    place = _place(data["place"])
    return Result(number, description, status, message, expected, actual, seconds, place, None if declared is None else _place(declared))


def _several(found: object) -> Sequence[Data]:
    assert isinstance(found, list)
    return found


def _place(found: object) -> Place:
    assert isinstance(found, list)
    path, line = found
    return Place(str(path), int(line))
