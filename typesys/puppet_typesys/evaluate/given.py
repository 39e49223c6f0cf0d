"""Given: what a server knows of a node when its code is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from puppet_grammar.dataclass import dataclass
from puppet_typesys.builtins.value_reads import FACTS, SERVER_FACTS, TRUSTED
from puppet_typesys.evaluate.exports import Exports
from puppet_typesys.types import model
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.regexp import Match, Regexp
from puppet_typesys.values.unknown import Unknown

VALUES = Unknown(model.Hash(model.STRING, model.ANY))
"""What a variable such as `$facts` is if nothing is given."""


T = TypeVar("T")


class Listener(Protocol):
    """Is told what an evaluation reads."""

    def note_question(self, question: object) -> None:
        """Note what is read of the node."""

    def note_code(self, questions: Iterable[object]) -> None:
        """Note what is read of code and data."""


class Reads(Protocol):
    """Notes which parts of what is known of a node its evaluation reads."""

    def name(self) -> None:
        """Note that the name of the node is read."""

    def definition(self, patterns: Sequence[tuple[str, Regexp | None]]) -> None:
        """Note that one of these node definitions is chosen by the name: their titles, with the patterns of those that have one."""

    def exports(self, type: str, query: str | None) -> None:
        """Note that what other nodes export of a type is collected by a query (`evaluate/importing.py`); None for one that is no text."""

    def match(self, match: Match) -> Match:
        """The match of the name with the pattern of a node definition, which notes whether it is read."""

    def variables(self, values: dict[str, object], facts: Hash | None) -> dict[str, object]:
        """The variables of the top scope, which note whether they are read."""

    @property
    def is_followed(self) -> bool:
        """Whether a listener is called."""

    def follow(self, listener: Listener | None) -> Listener | None:
        """Tell a listener all that is read from now on, also if it was read before; return the one that was told so far."""

    def answer(self, question: object) -> object:
        """The answer to what a listener was told of the node, which is read thereby."""

    def is_of_node(self, variable: str) -> bool:
        """Whether a variable of the top scope is one of the node."""

    def place_of(self, table: Hash) -> object:
        """Where a table is that notes what is read of it; None for any other."""

    def recorded(self, make: Callable[[], T]) -> T:
        """What a function makes; the listener is told of the definitions that it asks for, too."""

    def read_again(self, code: frozenset[object]) -> None:
        """Note that code and data are read of which a listener was told."""


@dataclass(frozen=True)
class Given:
    """A node, and the variables of the top scope that a server sets for it."""

    node_name: str | None = "localhost"
    """None if the code is evaluated for any node."""
    facts: Hash | Unknown | None = None
    trusted: Hash | Unknown | None = None
    server_facts: Hash | Unknown | None = None
    environment: object = "production"
    classes: Sequence[str] = ()
    """The classes that an external node classifier assigns to the node."""
    exports: Exports | None = None
    """What other nodes export; None if the server does not store that."""
    declared: Sequence[tuple[str, Hash]] = ()
    """The classes that it assigns with their parameters, which may be none."""
    more: Hash = EMPTY
    """The variables of the top scope that it sets, which take precedence over those of facts."""
    evaluates_templates: bool = True
    """Whether templates in files are evaluated; a checker checks each template on its own."""
    reads: Reads | None = None
    """What notes which parts are read, if that is wanted."""

    def name_of_node(self) -> str | None:
        """The name of the node, for code that depends on it."""
        if self.reads is not None:
            self.reads.name()
        return self.node_name

    def collecting(self, type: str, query: str | None) -> str | None:
        """The name of the node, for a collector to leave out what it exports itself; see `Reads.exports`."""
        if self.reads is not None:
            self.reads.exports(type, query)
        return self.node_name

    def variables(self) -> dict[str, object]:
        """The variables of the top scope: facts are variables by themselves as well."""
        tables = (each for each in (self.server_facts, self.facts) if isinstance(each, Hash))
        found = {
            "title": "main",
            "name": "main",
            "module_name": "",
            **{str(name): value for table in (*tables, self.more) for name, value in table.items()},
            FACTS: VALUES if self.facts is None else self.facts,
            TRUSTED: VALUES if self.trusted is None else self.trusted,
            SERVER_FACTS: VALUES if self.server_facts is None else self.server_facts,
            "environment": self.environment,
        }
        if self.reads is None:
            return found
        return self.reads.variables(found, self.facts if isinstance(self.facts, Hash) else None)


ANYTHING = Given()
"""Nothing is known of the node."""
