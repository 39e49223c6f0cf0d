"""What catalogs export as rows of JSON, in which it is kept between runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puppet_check.config.facts import PLAIN
from puppet_typesys.evaluate.exports import Export
from puppet_typesys.node_catalogs.exporting import Exported
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

UNKNOWN = {"unknown": True}
"""Any value, in place of one that is unknown. Hashes are arrays of pairs below `hash`."""
Row = Sequence[Any]


def row_of(exported: Exported) -> Row | None:
    """The row of what a catalog exports; None if it has values that rows do not have, such as unknown ones of some type."""
    try:
        resources = [
            [each.type, each.title, [[name, _data(value)] for name, value in each.parameters], each.tags, each.possible]
            for each in exported.resources
        ]
    except TypeError:
        return None
    return [resources, exported.is_partial, exported.collects]


def exported_of(row: Row) -> Exported:
    """What a row says that a catalog exports, without the name of its node. Raises ValueError or TypeError for another shape."""
    resources, is_partial, collects = row
    return Exported(tuple(_export(*each) for each in resources), is_partial is True, collects is True)


def _export(type: object, title: object, parameters: Row, tags: Row, possible: object) -> Export:
    if not all(isinstance(each, str) for each in (type, title, *tags, *(name for name, _ in parameters))):
        raise TypeError("not a text")
    return Export("", str(type), str(title), tuple((name, _value(value)) for name, value in parameters), tuple(tags), possible is True)


def _data(value: object) -> object:
    """A value as rows have it. Raises TypeError for one that they do not have."""
    if value.__class__ in PLAIN:
        return value
    if isinstance(value, tuple):
        return [*map(_data, value)]
    if isinstance(value, Hash):
        return {"hash": [[_data(key), _data(each)] for key, each in value.items()]}
    if value.__class__ is Unknown and isinstance(value, Unknown) and value.type == model.ANY:
        return UNKNOWN
    raise TypeError(type(value).__name__)


def _value(data: object) -> object:
    match data:
        case list():
            return tuple(map(_value, data))
        case {"hash": list() as pairs}:
            return Hash((_value(key), _value(each)) for key, each in pairs)
        case dict():
            return Unknown(model.ANY)
    return data
