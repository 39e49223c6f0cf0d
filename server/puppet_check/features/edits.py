"""Files that code actions create."""

from __future__ import annotations

from typing import NamedTuple


class NewFile(NamedTuple):
    """A file to create."""

    path: str
    text: str
