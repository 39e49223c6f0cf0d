"""Providers: `Puppet::Type.type(:x).provide(:y) do ... end`; only their names are read."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.literals import string
from puppet_check.workspace.ruby.statements import file_statements
from puppet_check.workspace.ruby.tree import RubyCall, call_of, span_of_word
from puppet_check.workspace.ruby.values import Scope
from puppet_typesys.loader import RESOURCE_TYPE, Definition, Place


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """One definition for each provider."""
    for statement in file_statements(root.named_children, scope):
        node = statement.node
        right = node.child_by_field_name("right") if node.type == "assignment" else None
        call = call_of(right) if right else statement.call
        if call is None or call.name != "provide" or not call.arguments:
            continue
        owner, name = provided_type(call, statement.scope), string(call.arguments[0], statement.scope)
        if owner is not None and name is not None:
            yield Definition(RESOURCE_TYPE, owner, Place(path, *span_of_word(call.arguments[0])), providers=(name,))


def provided_type(call: RubyCall, scope: Scope) -> str | None:
    """The name of the type in a receiver such as `Puppet::Type.type(:x)` or `Puppet::Type::X`."""
    if call.subject is None:
        return None
    if call.subject.type == "scope_resolution":
        owner, _, name = call.receiver.rpartition("::")
        return name.lower() if owner.endswith("Puppet::Type") else None
    inner = call_of(call.subject)
    if inner is None or inner.name != "type" or not inner.receiver.endswith("Type") or len(inner.arguments) != 1:
        return None
    return string(inner.arguments[0], scope)
