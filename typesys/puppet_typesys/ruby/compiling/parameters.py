"""Parameters of methods, blocks and lambdas."""

from __future__ import annotations

import tree_sitter

from puppet_typesys.ruby.compiling.compiler import Compiler, text_of
from puppet_typesys.ruby.objects import Nested, Parameters
from puppet_typesys.ruby.outcome import Unsupported


def parameters_of(c: Compiler, node: tree_sitter.Node | None) -> Parameters:
    """The parameters of a node, whose names become variables of the current scope."""
    made = Parameters()
    if node is None:
        return made
    locals_ = {each.start_byte for each in node.children_by_field_name("locals")}
    for each in node.named_children:
        if each.start_byte in locals_:
            c.names.own.add(text_of(each))
            continue
        _add(c, made, each)
    made.trailing_comma = [child.type for child in node.children][-2:-1] == [","]
    return made.finish()


def _add(c: Compiler, made: Parameters, node: tree_sitter.Node) -> None:
    name = text_of(node.child_by_field_name("name"))
    if name:
        c.names.own.add(name)
    match node.type:
        case "identifier":
            c.names.own.add(text_of(node))
            _positional(made, text_of(node))
        case "destructured_parameter":
            _positional(made, nested(c, node))
        case "optional_parameter":
            made.optional.append((name, c.field(node, "value")))
        case "splat_parameter":
            made.add_rest(name)
        case "keyword_parameter":
            value = node.child_by_field_name("value")
            made.keywords.append((name, c.compile(value) if value is not None else None))
        case "hash_splat_parameter":
            made.add_keyword_rest(name)
        case "block_parameter":
            made.add_block(name)
        case "comment":
            pass
        case _:
            raise Unsupported("syntax", node.type)


def _positional(made: Parameters, target: str | Nested) -> None:
    (made.after if made.rest is not None or made.optional else made.required).append(target)


def nested(c: Compiler, node: tree_sitter.Node) -> Nested:
    """A parameter in parentheses."""
    made = Nested([])
    for each in node.named_children:
        target: str | Nested
        if each.type == "splat_parameter":
            made.rest = text_of(each.child_by_field_name("name"))
            c.names.own.add(made.rest)
            continue
        if each.type == "destructured_parameter":
            target = nested(c, each)
        elif each.type == "identifier":
            target = text_of(each)
            c.names.own.add(target)
        else:
            raise Unsupported("syntax", each.type)
        (made.before if made.rest is None else made.after).append(target)
    return made
