"""OtherView: what is known of a file that is not Puppet code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from puppet_check.features.view import View
from puppet_check.workspace.workspace import Known
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.text import Text

if TYPE_CHECKING:
    from puppet_check.workspace.hiera.documents import Entry, Node


TRIES = 4
"""How often a broken text is read."""


@dataclass(frozen=True, eq=False)
class OtherView:
    """A document at one moment."""

    path: str
    text: Text
    known: Known

    @property
    def is_json(self) -> bool:
        """Whether it is written in JSON."""
        return self.path.endswith(".json")

    @cached_property
    def root(self) -> Node | None:
        """What is in it, when it is YAML or JSON; of a broken text, what can be read without the lines at which reading stops."""
        from puppet_check.workspace.hiera.documents import read_document  # reads YAML

        if not self.path.endswith((".json", ".yaml", ".yml", ".eyaml")):
            return None
        document = read_document(self.text.source, json=self.is_json)
        source = self.text.source
        for _ in range(TRIES):
            if not document.is_broken or document.root is not None:
                break
            # A comma too much is allowed in YAML.
            document = read_document(source)
            if document.root is None and document.problems:
                source = _without_line(source, document.problems[0].start)
        return document.root

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those at the top."""
        return () if self.root is None else self.root.entries

    @cached_property
    def code(self) -> View:
        """The same place without any code, for those who ask what a name there stands for."""
        program, _ = lower(parse(b"", Mode()))
        return View(self.path, self.text, Mode(), program, self.known, None)


def _without_line(source: bytes, offset: int) -> bytes:
    """A text with white space in the place of the line of an offset, so that all else stays where it is."""
    offset = min(offset, len(source.rstrip()))
    start = source.rfind(b"\n", 0, offset) + 1
    end = source.find(b"\n", offset)
    end = len(source) if end < 0 else end
    return source[:start] + b" " * (end - start) + source[end:]
