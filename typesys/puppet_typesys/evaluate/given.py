"""Given: what a server knows of a node when its code is evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puppet_typesys.builtins.value_reads import FACTS, SERVER_FACTS, TRUSTED
from puppet_typesys.evaluate.exports import Exports
from puppet_typesys.types import model
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown

VALUES = Unknown(model.Hash(model.STRING, model.ANY))
"""What a variable such as `$facts` is if nothing is given."""


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
    """Whether `epp` evaluates templates; a checker checks each template on its own."""

    def variables(self) -> dict[str, object]:
        """The variables of the top scope: facts are variables by themselves as well."""
        tables = (each for each in (self.server_facts, self.facts) if isinstance(each, Hash))
        return {
            "title": "main",
            "name": "main",
            "module_name": "",
            **{str(name): value for table in (*tables, self.more) for name, value in table.items()},
            FACTS: VALUES if self.facts is None else self.facts,
            TRUSTED: VALUES if self.trusted is None else self.trusted,
            SERVER_FACTS: VALUES if self.server_facts is None else self.server_facts,
            "environment": self.environment,
        }


ANYTHING = Given()
"""Nothing is known of the node."""
