"""Catalogs that a server has stored in PuppetDB, compared with those that this code has.

What PuppetDB changes of a catalog, by the source of its terminus, is changed here as well: sensitive parameters are not stored, an `alias`
is added where the name of a resource is not its title, lists of the metaparameters that have no order are sorted, and values that JSON
lacks are texts. A parameter that is the name of a resource is left out where it is the title, as servers leave out some of these.
Tags and the order of resources are not compared, and of the edges those of containment: relationships are parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puppet_check.features.catalog.changes import Catalogs, Change, Read, changes
from puppet_check.features.catalog.data import Data
from puppet_check.features.catalog.document import catalog_document
from puppet_check.fleet.puppetdb import Row
from puppet_check.reports.catalogs.compilation import Compiled

UNORDERED = frozenset(("alias", "audit", "before", "check", "notify", "require", "subscribe", "tag"))
ALIAS = "alias"
NAMES = frozenset(("name", "path", "command"))
"""The parameters that may be the name of a resource."""
SETTINGS = "Class[Settings]"
"""What a server contains in a stage, and nothing depends on."""


def differences(stored: Row, compiled: Compiled, read: Read) -> Iterator[Change]:
    """What differs between a stored catalog and one that was compiled."""
    ours = _like_stored(catalog_document(compiled.compiler, compiled.node))
    return changes(Catalogs(_document(stored, ours), ours, read, read))


def _document(stored: Row, ours: Data) -> Data:
    """A stored catalog in the form of `catalog_document`."""
    own = {(str(each["type"]), str(each["title"])): each["parameters"] for each in _list(ours["resources"])}
    resources = []
    for row in _rows(stored.get("resources")):
        key = (str(row.get("type")), str(row.get("title")))
        parameters = row.get("parameters")
        given = {str(name): value for name, value in parameters.items()} if isinstance(parameters, dict) else {}
        if ALIAS in given and ALIAS not in own.get(key, {}):
            del given[ALIAS]
        resources.append({"type": key[0], "title": key[1], "exported": bool(row.get("exported")), "parameters": _normal(given, key[1])})
    edges = [
        {"source": f"{row.get('source_type')}[{row.get('source_title')}]", "target": f"{row.get('target_type')}[{row.get('target_title')}]"}
        for row in _rows(stored.get("edges"))
        if row.get("relationship") == "contains"
    ]
    edges = [each for each in edges if SETTINGS not in each.values()]
    # A server may be set up to store no edges.
    return {"resources": resources, "edges": edges or ours["edges"], "relationships": [], "partial": False}


def _like_stored(document: Data) -> Data:
    resources = []
    for each in _list(document["resources"]):
        hidden = each.get("sensitive_parameters", ())
        parameters = {name: _plain(value) for name, value in each["parameters"].items() if name not in hidden}
        resources.append({**each, "title": str(each["title"]), "parameters": _normal(parameters, str(each["title"]))})
    return {**document, "resources": resources, "relationships": []}


def _plain(value: object) -> object:
    """A value as JSON has it; an unknown one stays what it is."""
    if isinstance(value, list):
        return [*map(_plain, value)]
    if not isinstance(value, dict):
        return value
    kind = value.get("__ptype")
    if kind is None:
        return {name: _plain(each) for name, each in value.items()}
    if kind == "Default":
        return "default"
    if kind in ("Unknown", "Deferred", "Sensitive", "Hash"):
        return {**value, "__ptype": "Unknown"}
    return value.get("__pvalue", value)


def _normal(parameters: Mapping[str, object], title: str) -> dict[str, object]:
    """Parameters with sorted lists where these have no order, and without a name that is the title."""
    left = ((name, value) for name, value in parameters.items() if name not in NAMES or value != title)
    return {name: sorted(value, key=str) if name in UNORDERED and isinstance(value, list) else value for name, value in left}


def _rows(value: object) -> list[Row]:
    """The rows of a part of an answer, which newer releases have below `data`."""
    found = value.get("data") if isinstance(value, dict) else value
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _list(value: object) -> list[dict[str, dict[str, object]]]:
    assert isinstance(value, list)
    return value
