"""The places of Hiera keys in data files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_grammar.text import Span, Text
from puppet_typesys.loader import Place

if TYPE_CHECKING:
    from puppet_check.workspace.hiera.documents import Node

DEEPEST = 50
"""The depth of the keys that are looked for."""


def data_keys(key: str, project_files: ProjectFiles) -> list[Place]:
    """The places of a top-level key in all data files."""
    found = []
    wanted = key.encode()
    for path in project_files.data():
        text = project_files.text(path)
        if wanted in text.source:
            found += [Place(path, *span) for name, span in keys_in(path, text) if name == key]
    return found


def data_subkeys(keys: Sequence[str], project_files: ProjectFiles) -> list[Place]:
    """The places in all data files of what is inside of the value of the first key: the last key, or the element of an index."""
    return [
        Place(path, *span)
        for path in project_files.data()
        if keys[0].encode() in (text := project_files.text(path)).source
        for found, span in subkeys_in(path, text)
        if found == tuple(keys)
    ]


def subkeys_in(path: str, text: Text) -> Iterator[tuple[tuple[str, ...], Span]]:
    """The keys and elements inside of the values of the top-level keys, each with the keys that lead to it and its span without quotes."""
    from puppet_check.workspace.hiera.documents import read_document  # loads the YAML library

    root = read_document(text.source, json=path.endswith(".json")).root
    waiting: list[tuple[tuple[str, ...], Node]] = [((each.key,), each.node) for each in reversed(root.entries)] if root is not None else []
    while waiting:
        keys, node = waiting.pop()
        for entry in node.entries:
            yield (*keys, entry.key), unquoted(text, entry.start, entry.end)
        for number, item in enumerate(node.items):
            yield (*keys, str(number)), unquoted(text, item.start, item.end)
        inner = [*((each.key, each.node) for each in node.entries), *((str(number), each) for number, each in enumerate(node.items))]
        waiting += [((*keys, key), each) for key, each in reversed(inner)] if len(keys) < DEEPEST else []


def unquoted(text: Text, start: int, end: int) -> Span:
    """The span of a key or value without its quotes."""
    is_quoted = end - start > 1 and text.source[start : start + 1] in (b"'", b'"') and text.source[start] == text.source[end - 1]
    return Span(start + 1, end - 1) if is_quoted else Span(start, end)


def keys_in(path: str, text: Text) -> Iterator[tuple[str, Span]]:
    """The top-level keys of a data file, each with its span without quotes."""
    from puppet_check.workspace.hiera.documents import read_document  # loads the YAML library

    document = read_document(text.source, json=path.endswith(".json"))
    for each in () if document.root is None else document.root.entries:
        size = len(each.key.encode())
        start = text.source.find(each.key.encode(), each.start, each.end)
        if start >= 0:
            yield each.key, Span(start, start + size)
