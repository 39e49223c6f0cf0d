"""The places of Hiera keys in data files."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_grammar.text import Span, Text
from puppet_typesys.loader import Place


def data_keys(key: str, project_files: ProjectFiles) -> list[Place]:
    """The places of a top-level key in all data files."""
    found = []
    wanted = key.encode()
    for path in project_files.data():
        text = project_files.text(path)
        if wanted in text.source:
            found += [Place(path, *span) for name, span in keys_in(path, text) if name == key]
    return found


def keys_in(path: str, text: Text) -> Iterator[tuple[str, Span]]:
    """The top-level keys of a data file, each with its span without quotes."""
    from puppet_check.workspace.hiera.documents import read_document  # loads the YAML library

    document = read_document(text.source, json=path.endswith(".json"))
    for each in () if document.root is None else document.root.entries:
        size = len(each.key.encode())
        start = text.source.find(each.key.encode(), each.start, each.end)
        if start >= 0:
            yield each.key, Span(start, start + size)
