"""ExportAnswers: the answers to questions of compilations about what other nodes export."""

from __future__ import annotations

from itertools import groupby

from puppet_check.fingerprint import digest
from puppet_check.fleet.trace.questions import exactly
from puppet_typesys.evaluate.exports import Export, Exports
from puppet_typesys.evaluate.importing import Query, matches, read
from puppet_typesys.values.unknown import UnknownValue

Part = tuple[str, str]
"""A node, and a fingerprint of what it exports."""


class ExportAnswers:
    """The answers where nodes export some resources. What a node exports itself is not in those that it gets."""

    def __init__(self, exports: Exports) -> None:
        self.exports = exports
        self._parts: dict[tuple[str, str], tuple[Part, ...]] = {}
        """What nodes export that queries find, by type and query."""
        self._whole: dict[tuple[str, str], str] = {}

    def of(self, type: str, query: str, node: str) -> str:
        """What a query (`evaluate/importing.py`) finds of a type among what others than a node export; all of it without a query."""
        key = (type, query)
        if key not in self._parts:
            self._parts[key] = self._found(type, query)
            self._whole[key] = _joined(self._parts[key])
        parts = self._parts[key]
        own = any(name == node for name, _ in parts)
        found = _joined(tuple(each for each in parts if each[0] != node)) if own else self._whole[key]
        return f"{found}{' or more' if self.exports.may_have_more(node) else ''}"

    def _found(self, type: str, query: str) -> tuple[Part, ...]:
        wanted = read(query) if query else None
        found = ((each, state) for each in self.exports.by_type.get(type, ()) if (state := _state(wanted, each)))
        by_node = groupby(found, key=lambda each: each[0].certname)
        return tuple((name, exactly(tuple(rows))) for name, rows in by_node)


def _state(query: Query | None, export: Export) -> str:
    """Whether an exported resource is found: empty if it is not."""
    try:
        return "found" if matches(query, export) else ""
    except UnknownValue:
        return "unknown"


def _joined(parts: tuple[Part, ...]) -> str:
    return f"#{digest(*(fingerprint.encode() for _, fingerprint in parts))}"
