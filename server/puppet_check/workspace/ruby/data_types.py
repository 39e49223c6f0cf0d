"""Data types written in Ruby: `Puppet::DataTypes.create_type('X') do interface <<-PUPPET ... end`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.comments import documentation
from puppet_check.workspace.ruby.literals import string
from puppet_check.workspace.ruby.statements import Statement, file_statements, statements
from puppet_check.workspace.ruby.tree import RubyCall, span_of_word
from puppet_check.workspace.ruby.values import Scope
from puppet_typesys.loader import TYPE, Definition, Place

HARMLESS = frozenset(("implementation", "implementation_class", "require", "require_relative", "load_file"))


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """The data types of a file."""
    for statement in file_statements(root.named_children, scope):
        call = statement.call
        if call is None or call.name != "create_type" or not call.arguments:
            continue
        name = string(call.arguments[0], statement.scope)
        if name is not None:
            yield _data_type(name, call, statement, path)


def _data_type(name: str, call: RubyCall, statement: Statement, path: str) -> Definition:
    inner = list(statements(call.block or (), statement.scope.inner(())))
    interfaces = [
        string(each.call.arguments[0], each.scope) for each in inner if each.call and each.call.name == "interface" and each.call.arguments
    ]
    written = interfaces[0] if len(interfaces) == 1 else None
    others = [each for each in inner if each.call is not None and each.call.name not in HARMLESS | {"interface"}]
    about = documentation(statement.comments)
    return Definition(
        TYPE,
        name,
        Place(path, *span_of_word(call.arguments[0])),
        text=f"Object[{{name => '{name}', {' '.join(written.split())}}}]" if written is not None else None,
        is_open=written is None or bool(others),
        doc=about.text,
        deprecated=about.deprecated,
    )
