"""What differs between two catalogs of a node, both in the form of `catalog_document`.

What is unknown in one of them is no change: it is reported as unknown, unless it is unknown in both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from puppet_check.features.catalog.data import Data

Read = Callable[[str], bytes | None]
"""The contents of a file of a module, named as in `MODULE/PATH`; None without one."""
REDACTED = {"__ptype": "Sensitive"}
"""What stands for a sensitive value."""
MODULES = "puppet:///modules/"
EXPORTED = "exported"
SOURCE_CONTENTS = "contents of source"
"""What is compared of a file besides its parameters."""


class Comparison(IntEnum):
    """How two values relate, from the weakest to the strongest."""

    SAME = 0
    UNKNOWN = 1
    DIFFERENT = 2


class Difference(NamedTuple):
    """A parameter that differs: its values as JSON, None where it is not set. The text of a file is a string."""

    name: str
    before: str | None
    after: str | None
    is_unknown: bool = False
    """Whether the values may be the same."""


class Change(NamedTuple):
    """A resource or an edge that differs. Equal changes of several nodes are equal."""

    kind: str
    """`added`, `removed`, `changed`, or `unknown`: it may be the same; `unordered`: the order of two resources is lost that is needed."""
    subject: str
    """A reference, or an edge: `A -> B` and `A ~> B` are relationships, `A contains B` is a containment.

    A lost order is `A -> B` with the reason why `B` needs `A`.
    """
    differences: tuple[Difference, ...] = ()
    is_edge: bool = False
    """Whether it is a relationship or containment."""
    within: str = ""
    """The class that contains the resource, or that it is, as in `Class[Ntp]`; empty for an edge, and outside of all classes."""


class Catalogs(NamedTuple):
    """The catalogs of a node before and after, and how files of modules are read for each."""

    before: Data
    after: Data
    read_before: Read
    read_after: Read


def changes(catalogs: Catalogs) -> Iterator[Change]:
    """The changes of resources in the order of the catalogs, then those of edges between resources that both catalogs have."""
    before, after = _resources(catalogs.before), _resources(catalogs.after)
    containers = _containers(catalogs.before) | _containers(catalogs.after)
    for each in _of_resources(before, after, catalogs):
        yield each._replace(within=_class_around(each.subject, containers))
    yield from _edges(catalogs, before, after)


def _resources(catalog: Data) -> dict[str, Data]:
    found = catalog["resources"]
    assert isinstance(found, list)
    return {f"{each['type']}[{each['title']}]": each for each in found}


# ---- resources


def _of_resources(before: Mapping[str, Data], after: Mapping[str, Data], catalogs: Catalogs) -> Iterator[Change]:
    for name, resource in after.items():
        if name in before:
            yield from _of_resource(name, before[name], resource, catalogs)
        else:
            yield _only_in("added", name, resource, is_partial=bool(catalogs.before["partial"]))
    for name, resource in before.items():
        if name not in after:
            yield _only_in("removed", name, resource, is_partial=bool(catalogs.after["partial"]))


def _containers(catalog: Data) -> dict[str, str]:
    """What contains each resource directly."""
    return {each["target"]: each["source"] for each in _rows(catalog["edges"])}


def _class_around(name: str, containers: Mapping[str, str]) -> str:
    """The class that contains a resource, or that it is; empty outside of all classes."""
    seen = set[str]()
    while name not in seen and not name.startswith("Class["):
        seen.add(name)
        name = containers.get(name, "")
    return name


def _only_in(kind: str, name: str, resource: Data, *, is_partial: bool) -> Change:
    """A resource that only one catalog has; it may be in the other one as well if that is partial."""
    differences = []
    for key, value in _parameters(resource).items():
        text = _text(key, value, resource)
        differences.append(Difference(key, None, text) if kind == "added" else Difference(key, text, None))
    return Change("unknown" if is_partial or resource.get("possible") else kind, name, tuple(differences))


def _of_resource(name: str, before: Data, after: Data, catalogs: Catalogs) -> Iterator[Change]:
    found = [*_differences(before, after)]
    contents = _source_contents(before, after, catalogs) if name.startswith("File[") else None
    if contents is not None:
        found.append(contents)
    is_possible = bool(before.get("possible")) or bool(after.get("possible"))
    if bool(before.get("possible")) != bool(after.get("possible")):
        first, second = (json.dumps("possibly" if each.get("possible") else "certainly") for each in (before, after))
        found.append(Difference("declared", first, second, True))
    if found:
        is_unknown = is_possible or all(each.is_unknown for each in found)
        yield Change("unknown" if is_unknown else "changed", name, tuple(found))


def _differences(before: Data, after: Data) -> Iterator[Difference]:
    first, second = _parameters(before), _parameters(after)
    for key in dict.fromkeys((*first, *second)):
        if key in first and key in second:
            result = compared(first[key], second[key])
        else:
            resource, value = (before, second[key]) if key in second else (after, first[key])
            result = Comparison.UNKNOWN if resource.get("open") or is_unknown(value) else Comparison.DIFFERENT
        if result is not Comparison.SAME:
            yield Difference(key, _text(key, first.get(key), before), _text(key, second.get(key), after), result is Comparison.UNKNOWN)


def _parameters(resource: Data) -> dict[str, object]:
    found = resource["parameters"]
    assert isinstance(found, dict)
    return found | ({EXPORTED: True} if resource[EXPORTED] else {})


def compared(before: object, after: object) -> Comparison:
    """How two values relate; what is unknown in both is the same."""
    if type(before) is str and type(after) is str:
        return Comparison.SAME if before == after else Comparison.DIFFERENT
    if is_unknown(before) or is_unknown(after):
        return Comparison.SAME if is_unknown(before) and is_unknown(after) else Comparison.UNKNOWN
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            return Comparison.DIFFERENT
        return max((compared(each, after[key]) for key, each in before.items()), default=Comparison.SAME)
    if isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            return Comparison.DIFFERENT
        return max(map(compared, before, after), default=Comparison.SAME)
    return Comparison.SAME if type(before) is type(after) and before == after else Comparison.DIFFERENT


def is_unknown(value: object) -> bool:
    """Whether a value as data is an unknown one."""
    return isinstance(value, dict) and value.get("__ptype") == "Unknown"


def _text(name: str, value: object, resource: Data) -> str | None:
    """A value as JSON; a sensitive one is never shown."""
    if value is None:
        return None
    given = resource.get("sensitive_parameters")
    if isinstance(given, list) and name in given:
        return json.dumps(REDACTED)
    return json.dumps(_redacted(value), ensure_ascii=False)


def _redacted(value: object) -> object:
    if isinstance(value, dict):
        return REDACTED if value.get("__ptype") == "Sensitive" else {key: _redacted(each) for key, each in value.items()}
    return [_redacted(each) for each in value] if isinstance(value, list) else value


# ---- files of modules


def _source_contents(before: Data, after: Data, catalogs: Catalogs) -> Difference | None:
    """The difference of the files of modules that a file has as its source."""
    first, second = _source(before, catalogs.read_before), _source(after, catalogs.read_after)
    if first is None or second is None or first == second:
        return None
    if (before_text := _decoded(first)) is None or (after_text := _decoded(second)) is None:
        before_text, after_text = (f"{len(each)} bytes" for each in (first, second))
    return Difference(SOURCE_CONTENTS, json.dumps(before_text, ensure_ascii=False), json.dumps(after_text, ensure_ascii=False))


def _source(resource: Data, read: Read) -> bytes | None:
    """The contents of the first file of a module that exists among the sources of a file."""
    given = _parameters(resource).get("source")
    for each in given if isinstance(given, list) else [given]:
        if not isinstance(each, str) or not each.startswith(MODULES):
            return None
        found = read(each.removeprefix(MODULES))
        if found is not None:
            return found
    return None


def _decoded(content: bytes) -> str | None:
    try:
        return None if b"\0" in content else content.decode()
    except UnicodeDecodeError:
        return None


# ---- edges


def _edges(catalogs: Catalogs, before: Mapping[str, Data], after: Mapping[str, Data]) -> Iterator[Change]:
    """The edges that one catalog has; those of resources that only one of them has are not listed."""
    first, second = ([*_every_edge(each)] for each in (catalogs.before, catalogs.after))
    for kind, edges, others, other in (("added", second, first, catalogs.before), ("removed", first, second, catalogs.after)):
        known = set(others)
        for source, relation, target in dict.fromkeys(each for each in edges if each not in known):
            if all(name in before and name in after for name in (source, target)):
                yield Change("unknown" if other["partial"] else kind, f"{source} {relation} {target}", is_edge=True)


def _every_edge(catalog: Data) -> Iterator[tuple[str, str, str]]:
    """The edges of a catalog, with how they are written."""
    for each in _rows(catalog["relationships"]):
        yield each["source"], "~>" if each["type"] == "notify" else "->", each["target"]
    for each in _rows(catalog["edges"]):
        yield each["source"], "contains", each["target"]


def _rows(value: object) -> Iterable[dict[str, str]]:
    assert isinstance(value, list)
    return value
