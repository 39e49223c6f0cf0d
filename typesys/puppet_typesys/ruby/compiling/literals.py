"""Numbers, Arrays, Hashes, Ranges and the special values."""

from __future__ import annotations

import tree_sitter

from puppet_typesys.ruby.compiling.arguments import arguments_of, hash_of_pairs
from puppet_typesys.ruby.compiling.compiler import SILENT, Compiler, compiles, constant, nothing, text_of
from puppet_typesys.ruby.objects import Code, Range
from puppet_typesys.ruby.written import float_of, integer_of

compiles("nil")(lambda c, node: nothing)
compiles("true")(lambda c, node: constant(True))
compiles("false")(lambda c, node: constant(False))
compiles("self")(lambda c, node: lambda frame: frame.receiver)


@compiles("integer")
def _integer(c: Compiler, node: tree_sitter.Node) -> Code:
    return constant(integer_of(text_of(node)))


@compiles("float")
def _float(c: Compiler, node: tree_sitter.Node) -> Code:
    return constant(float_of(text_of(node)))


@compiles("array", "right_assignment_list")
def _array(c: Compiler, node: tree_sitter.Node) -> Code:
    return arguments_of(c, node.named_children)


@compiles("hash")
def _hash(c: Compiler, node: tree_sitter.Node) -> Code:
    return hash_of_pairs(c, [each for each in node.named_children if each.type not in SILENT])


@compiles("range")
def _range(c: Compiler, node: tree_sitter.Node) -> Code:
    low, high = c.field(node, "begin"), c.field(node, "end")
    exclusive = any(each.type == "..." for each in node.children)
    return lambda frame: Range(low(frame), high(frame), exclusive)
