"""Items of a list of completions."""

from __future__ import annotations

from typing import NamedTuple

from puppet_check.features.describe import described
from puppet_check.workspace.workspace import Known


class Item(NamedTuple):
    """One thing that may be at the cursor."""

    label: str
    kind: str
    """`variable`, `class`, `define`, `resource_type`, `function`, `type`, `attribute`, `value`, `keyword`, `key`, `title`, `file`, ..."""
    detail: str = ""
    insert: str | None = None
    """A snippet, when it is not the label."""
    rank: int = 5
    """How well it fits: 0 is best."""
    about: str | None = None
    """The kind and name, with a space between, by which its description is found."""
    filter: str | None = None
    deprecated: bool = False

    @property
    def sort(self) -> str:
        """What the list is sorted by."""
        return f"{self.rank}{self.label.lower()}"


class Completion(NamedTuple):
    """What may be in place of the text from `start` to `end`."""

    items: tuple[Item, ...]
    start: int
    end: int
    is_incomplete: bool = False


def resolved(about: str, known: Known) -> str | None:
    """The description of an item."""
    kind, _, name = about.partition(":")
    return described(kind, name, known)


def escaped(text: str) -> str:
    """A text inside a snippet."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
