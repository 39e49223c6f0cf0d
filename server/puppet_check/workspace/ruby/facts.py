"""Facts: `Facter.add(:x) do ... end`. What they hold is computed, so no type is known."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.comments import documentation
from puppet_check.workspace.ruby.literals import Scope, string
from puppet_check.workspace.ruby.statements import file_statements
from puppet_check.workspace.ruby.tree import call_of, span_of_word
from puppet_typesys.loader import FACT, Definition, Place


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """The facts whose names are written out."""
    for statement in file_statements(root.named_children, scope):
        node = statement.node
        right = node.child_by_field_name("right") if node.type == "assignment" else None
        call = call_of(right) if right else statement.call
        if call is None or call.name != "add" or call.receiver.removeprefix("::") != "Facter" or not call.arguments:
            continue
        name = string(call.arguments[0], statement.scope)
        if name is not None:
            place = Place(path, *span_of_word(call.arguments[0]))
            yield Definition(FACT, name.lower(), place, doc=documentation(statement.comments).text)
