"""`begin`, `rescue`, `else` and `ensure`."""

from __future__ import annotations

import tree_sitter

from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.arguments import List, arguments_of
from puppet_typesys.ruby.compiling.assignment import Assign, target_of
from puppet_typesys.ruby.compiling.compiler import Compiler, compiles
from puppet_typesys.ruby.objects import Code, Frame, Jump, Module, Object, Raised, Tag
from puppet_typesys.ruby.outcome import Unsupported

Handler = tuple[List | None, "Assign | None", Code]


def protected(c: Compiler, node: tree_sitter.Node) -> Code:
    """Statements with `rescue`, `else` and `ensure`."""
    body = c.sequence([each for each in node.named_children if each.type not in ("rescue", "else", "ensure")])
    handlers = [_handler(c, each) for each in node.named_children if each.type == "rescue"]
    other = next((c.sequence(each.named_children) for each in node.named_children if each.type == "else"), None)
    last = next((c.sequence(each.named_children) for each in node.named_children if each.type == "ensure"), None)
    code = _rescuing(body, handlers, other)
    return code if last is None else _ensuring(code, last)


def _handler(c: Compiler, node: tree_sitter.Node) -> Handler:
    listed = node.child_by_field_name("exceptions")
    classes = arguments_of(c, listed.named_children) if listed is not None else None
    variable = node.child_by_field_name("variable")
    assign = target_of(c, variable.named_children[0]) if variable is not None else None
    return classes, assign, c.field(node, "body")


OTHER = "Puppet::ErrorOfFunction"
"""The class of errors of functions whose class in the reference is not known."""
RETRY = Tag()


def _rescuing(body: Code, handlers: list[Handler], other: Code | None) -> Code:
    if not handlers:
        return body

    def code(frame: Frame) -> object:
        depth = frame.machine.depth
        while True:
            try:
                result = body(frame)
            except Raised as raised:
                frame.machine.unwind(depth)
                handler = _found(frame, handlers, raised.value)
                if handler is None:
                    raise
                if handler[1] is not None:
                    handler[1](frame, raised.value)
                try:
                    with frame.machine.handling(raised):
                        return handler[2](frame)
                except Jump as jump:
                    if jump.target is not RETRY:
                        raise
                    frame.machine.spend(1)
                    continue
            return result if other is None else other(frame)

    return code


def _found(frame: Frame, handlers: list[Handler], value: Object) -> Handler | None:
    for handler in handlers:
        classes = [CLASSES["StandardError"]] if handler[0] is None else handler[0](frame)
        for each in classes:
            if not isinstance(each, Module):
                raise Unsupported("syntax", "rescue of another value")
            if any(above is each for above in value.kind.ancestors()):
                return handler
            if value.kind.name == OTHER:
                raise Unsupported("class of", "an error of a function")
    return None


def _ensuring(body: Code, last: Code) -> Code:
    def code(frame: Frame) -> object:
        try:
            result = body(frame)
        except (Raised, Jump):
            last(frame)
            raise
        last(frame)
        return result

    return code


@compiles("rescue_modifier")
def _rescue_modifier(c: Compiler, node: tree_sitter.Node) -> Code:
    return _rescuing(c.field(node, "body"), [(None, None, c.field(node, "handler"))], None)


@compiles("retry")
def _retry(c: Compiler, node: tree_sitter.Node) -> Code:
    def code(frame: Frame) -> object:
        raise Jump(RETRY, None)

    return code
