"""Functions with the legacy interface: `Puppet::Parser::Functions.newfunction(:x, :type => :rvalue, :arity => 2) do |args| ... end`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from puppet_check.workspace.ruby.arity import block_arity
from puppet_check.workspace.ruby.comments import documentation, parse
from puppet_check.workspace.ruby.literals import string, value
from puppet_check.workspace.ruby.prose import prose
from puppet_check.workspace.ruby.results import result_of_block
from puppet_check.workspace.ruby.statements import Statement, file_statements
from puppet_check.workspace.ruby.tree import RubyCall, span_of_word
from puppet_check.workspace.ruby.values import Scope
from puppet_typesys.loader import FUNCTION, Definition, Place

ANY_NUMBER = -1


def read(root: tree_sitter.Node, path: str, scope: Scope) -> Iterator[Definition]:
    """The functions of a file."""
    for statement in file_statements(root.named_children, scope):
        call = statement.call
        if call is None or call.name != "newfunction" or not call.arguments:
            continue
        name = string(call.arguments[0], statement.scope)
        if name is not None:
            yield _function(name, call, statement, path)


def _function(name: str, call: RubyCall, statement: Statement, path: str) -> Definition:
    scope = statement.scope
    arity = value(node, scope) if (node := call.option("arity")) else ANY_NUMBER
    kind = string(node, scope) if (node := call.option("type")) else "statement"
    is_known = isinstance(arity, int) and kind is not None
    # Options in a variable are a further argument that is not a hash.
    is_known &= not call.is_partial or call.block is not None
    is_known &= len(call.arguments) == 1 or call.arguments[-1].type == "hash"
    checked = block_arity(call)
    if arity == ANY_NUMBER and checked.least:
        arity = -checked.least - 1 if checked.most != checked.least else checked.least
    above = documentation(statement.comments)
    inside = parse(prose(call.option("doc"), scope).split("\n"))
    return Definition(
        FUNCTION,
        name,
        Place(path, *span_of_word(call.arguments[0])),
        is_open=not is_known,
        doc=inside.text or above.text,
        deprecated=above.deprecated if above.deprecated is not None else inside.deprecated,
        returns=result_of_block(call) if is_known and kind == "rvalue" else None,
        arity=arity if isinstance(arity, int) and is_known else ANY_NUMBER,
        most=checked.most,
        is_statement=kind == "statement",
        is_private=above.is_private,
    )
