"""Completion items."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.describe.named import described
from puppet_check.workspace.known import Known


class Item(NamedTuple):
    """A completion item."""

    label: str
    kind: str
    """`variable`, `class`, `define`, `resource_type`, `function`, `type`, `attribute`, `value`, `keyword`, `key`, `title`, `file`, ..."""
    detail: str = ""
    insert: str | None = None
    """The snippet to insert, if it is not the label."""
    rank: int = 5
    """The priority; 0 is the highest."""
    about: str | None = None
    """The key of its description: kind and name, separated by a space."""
    filter: str | None = None
    deprecated: bool = False
    order: int = 9999
    """The place among items of the same priority; 0 is the first."""

    @property
    def sort(self) -> str:
        """The sort key in the list."""
        return f"{self.rank}{self.order:04}{self.label.lower()}"


class Completion(NamedTuple):
    """Completion items that replace the text from `start` to `end`."""

    items: tuple[Item, ...]
    start: int
    end: int
    is_incomplete: bool = False


def resolved(about: str, known: Known) -> str | None:
    """The description of an item by its `about`, in Markdown."""
    kind, _, name = about.partition(":")
    return described(kind, name, known)


def escaped(text: str) -> str:
    """A text with the special characters of snippets escaped."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
