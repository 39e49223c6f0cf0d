"""OtherView: a document that is not Puppet code, for editor features."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from puppet_check.features.view import View
from puppet_check.workspace.kinds import DATA
from puppet_check.workspace.known import Known
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.text import Text

if TYPE_CHECKING:
    from puppet_check.workspace.hiera.documents import Entry, Node


TRIES = 4
"""The number of attempts to parse a broken text."""


@dataclass(frozen=True, eq=False)
class OtherView:
    """One version of a document that is not Puppet code."""

    path: str
    text: Text
    known: Known

    @property
    def is_json(self) -> bool:
        """Whether it is a JSON file."""
        return self.path.endswith(".json")

    @cached_property
    def root(self) -> Node | None:
        """The parsed contents of YAML or JSON; lines with syntax errors are blanked out."""
        from puppet_check.workspace.hiera.documents import read_document  # loads the YAML library

        if not self.path.endswith(DATA.suffixes):
            return None
        document = read_document(self.text.source, json=self.is_json)
        source = self.text.source
        for _ in range(TRIES):
            if not document.is_broken or document.root is not None:
                break
            # YAML allows a trailing comma.
            document = read_document(source)
            if document.root is None and document.problems:
                source = _without_line(source, document.problems[0].start)
        return document.root

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The top-level entries."""
        return () if self.root is None else self.root.entries

    @cached_property
    def code(self) -> View:
        """A view of the same path with an empty program, for features that need the project only."""
        program, _ = lower(parse(b"", Mode()))
        return View(self.path, self.text, Mode(), program, self.known, None)


def _without_line(source: bytes, offset: int) -> bytes:
    """Replace the line of an offset by white space, which keeps all other offsets."""
    offset = min(offset, len(source.rstrip()))
    start = source.rfind(b"\n", 0, offset) + 1
    end = source.find(b"\n", offset)
    end = len(source) if end < 0 else end
    return source[:start] + b" " * (end - start) + source[end:]
