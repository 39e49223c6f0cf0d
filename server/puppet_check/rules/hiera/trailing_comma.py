"""Numbers and booleans of data with a comma after them, which makes them strings: `port: 80,`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.hiera.subjects import DataFile, UnlistedFile
from puppet_check.workspace.hiera.documents import Entry, Node, strings
from puppet_check.workspace.hiera.scalars import plain
from puppet_check.workspace.known import Known
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.hash import Hash

VALUE = lazy_pattern(r"(?:[-+]?\d+(?:\.\d+)?|true|false),\Z")


@issue(Severity.WARNING)
def hiera_trailing_comma(text: str) -> str:
    """Number or boolean with a comma after it, which YAML takes for a string"""
    return f"the comma is a part of the value, so that `{text}` is a string"


@rule(on=(DataFile, UnlistedFile))
def check_values(file: DataFile | UnlistedFile, known: Known) -> Iterator[Diagnostic]:
    """Report such values without quotes, unless the parameter of a class takes the string and not the number."""
    entries = sorted(file.root.entries, key=lambda each: each.start)
    starts = [each.start for each in entries]
    meant: dict[int, bool] = {}
    for each in trailing_commas(file.root):
        at = bisect_right(starts, each.start) - 1
        if at not in meant:
            meant[at] = _is_meant(entries[at], file)
        if not meant[at]:
            yield each


def _is_meant(entry: Entry, file: DataFile | UnlistedFile) -> bool:
    """Whether the type of the parameter that an entry is named after accepts its value as it is, and not without the commas."""
    name, _, parameter = entry.key.removeprefix("::").rpartition("::")
    found = file.hiera.loader.load(TypedName(CLASS, name)) if name else None
    given = None if found is None else found.parameter(parameter)
    if given is None:
        return False
    expected = type_from(given.type, file.hiera.external.type_named)
    return is_instance(expected, entry.node.value) and not is_instance(expected, _without_commas(entry.node.value))


def _without_commas(value: object) -> object:
    """A value with numbers and booleans in place of the strings that have a comma after them."""
    match value:
        case Hash():
            return Hash([(key, _without_commas(each)) for key, each in value.items()])
        case list() | tuple():
            return [_without_commas(each) for each in value]
        case str() if VALUE.match(value):
            return plain(value[:-1])
    return value


def trailing_commas(root: Node) -> Iterator[Diagnostic]:
    """The findings in a document."""
    for text, start, end in strings(root):
        if VALUE.match(text) and end - start == len(text):
            yield hiera_trailing_comma(text).at(start, end, fixes=(Fix("Remove the comma", (Edit(end - 1, end, ""),), "unsafe"),))
