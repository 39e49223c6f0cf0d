"""Keys of the data: where they stand, and what they are for."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.features.others import Others
from puppet_check.features.uses import Subject, key_subject
from puppet_grammar.text import Span, Text
from puppet_typesys.loader import Place


def data_keys(key: str, others: Others) -> list[Place]:
    """The places of a key at the top of the files of data."""
    found = []
    wanted = key.encode()
    for path, text in others.data():
        if wanted in text.source:
            found += [Place(path, *span) for name, span in keys_in(path, text) if name == key]
    return found


def keys_in(path: str, text: Text) -> Iterator[tuple[str, Span]]:
    """The keys at the top of a file of data, each with its place without quotes."""
    from puppet_check.workspace.hiera.documents import read_document  # reads YAML

    document = read_document(text.source, json=path.endswith(".json"))
    for each in () if document.root is None else document.root.entries:
        size = len(each.key.encode())
        start = text.source.find(each.key.encode(), each.start, each.end)
        if start >= 0:
            yield each.key, Span(start, start + size)


def key_at(path: str, text: Text, offset: int) -> tuple[Subject, Span] | None:
    """What the key at an offset of a file of data is for."""
    for key, span in keys_in(path, text):
        if span.start <= offset <= span.end:
            return key_subject(key), span
    return None
