"""OtherView: what is known of a file that is no Puppet code."""

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


@dataclass(frozen=True)
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
        """What is in it, when it is YAML or JSON and not broken."""
        from puppet_check.workspace.hiera.documents import read_document  # reads YAML

        return read_document(self.text.source, json=self.is_json).root

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those at the top."""
        return () if self.root is None else self.root.entries

    @cached_property
    def code(self) -> View:
        """The same place without any code, for those who ask what a name there stands for."""
        program, _ = lower(parse(b"", Mode()))
        return View(self.path, self.text, Mode(), program, self.known, None)
