"""Objects in a JSON array, one per line, so that differences between two reports are differences between lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator


def rows(objects: Iterable[object]) -> Iterator[str]:
    """The text between the brackets of an array, in pieces."""
    separator = "\n"
    for each in objects:
        yield f"{separator}{json.dumps(each)}"
        separator = ",\n"


def array(objects: Iterable[object]) -> Iterator[str]:
    """An array that ends with a line feed, in pieces."""
    opening = "["
    for each in rows(objects):
        yield opening + each
        opening = ""
    yield "[]\n" if opening else "\n]\n"
