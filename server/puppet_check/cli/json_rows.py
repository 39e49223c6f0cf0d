"""Objects in JSON, one per line, so that differences between two reports are differences between lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from puppet_grammar.patterns import lazy_pattern

SURROGATE = lazy_pattern("[\ud800-\udfff]")
"""A byte of a file name that is not UTF-8; strict readers refuse all of a document with one."""


def row(given: object) -> str:
    """An object on a line, in ASCII and without surrogates, in whose place stands U+FFFD."""
    text = json.dumps(given)
    if "\\ud" not in text:
        return text
    return json.dumps(json.loads(SURROGATE.sub("\ufffd", json.dumps(given, ensure_ascii=False))))


def rows(objects: Iterable[object]) -> Iterator[str]:
    """The text between the brackets of an array, in pieces."""
    separator = "\n"
    for each in objects:
        yield f"{separator}{row(each)}"
        separator = ",\n"


def array(objects: Iterable[object]) -> Iterator[str]:
    """An array that ends with a line feed, in pieces."""
    opening = "["
    for each in rows(objects):
        yield opening + each
        opening = ""
    yield "[]\n" if opening else "\n]\n"
