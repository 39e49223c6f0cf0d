"""Facts: `Facter.add(:x) do ... end`, with the types of what their resolutions certainly return.

A fact may be added anywhere in a file, also in methods and loops: every call with a literal name counts.
"""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.comments import documentation
from puppet_check.workspace.ruby.fact_types import addition, fact_types
from puppet_check.workspace.ruby.literals import string
from puppet_check.workspace.ruby.statements import Statement, file_statements
from puppet_check.workspace.ruby.tree import RubyCall, calls_of_method, span_of_word
from puppet_check.workspace.ruby.values import Scope
from puppet_typesys.loader import FACT, Definition, Place


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """The facts with literal names."""
    types = fact_types(root, scope)
    for each in _facts(root, path, scope):
        yield each._replace(text=types.get(each.name))


def _facts(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    seen: set[int] = set()
    for statement in file_statements(root.named_children, scope):
        if (call := addition(statement.node)) is not None:
            seen.add(call.arguments[0].start_byte)
            yield from _fact(call, statement, path)
    for node in calls_of_method(root, "add"):
        if (call := addition(node)) is not None and call.arguments[0].start_byte not in seen:
            yield from _fact(call, Statement(node, Scope({}, scope.heredocs, scope.budget)), path)


def _fact(call: RubyCall, statement: Statement, path: str) -> Iterator[Definition]:
    name = string(call.arguments[0], statement.scope)
    if name is not None:
        place = Place(path, *span_of_word(call.arguments[0]))
        yield Definition(FACT, name.lower(), place, doc=documentation(statement.comments).text)
