"""Paths and lines for the output."""

from __future__ import annotations

import os
from functools import lru_cache

from puppet_check.reading.files import read
from puppet_grammar.text import Text


def relative(path: str) -> str:
    """A path relative to the current folder if it is below that, with slashes."""
    if os.path.isabs(path):
        below = os.path.relpath(path)
        path = path if below.startswith("..") else below
    return os.path.normpath(path).replace(os.sep, "/")


def line_at(path: str, start: int) -> int:
    """The line of a byte offset in a file, which counts from 1; 1 if the file cannot be read."""
    return _text_of(path).position(start).line + 1 if start else 1


@lru_cache(100)
def _text_of(path: str) -> Text:
    try:
        return Text(read(path))
    except OSError:
        return Text(b"")
