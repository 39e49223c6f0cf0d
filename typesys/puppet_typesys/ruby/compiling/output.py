"""The commands of compiled templates: text between tags, and tags that print."""

from __future__ import annotations

import tree_sitter

from puppet_typesys.ruby.compiling.compiler import Compiler, Template, text_of
from puppet_typesys.ruby.objects import Code, Frame, Raised, String
from puppet_typesys.values.unknown import UnknownValue

COMMANDS = frozenset(("_text", "_out"))
"""The names of the commands; templates that have methods of these names are not compiled."""
CHANGING = frozenset("<< push append pop shift unshift prepend insert delete delete_at delete_if concat store replace clear update".split())
"""Methods that change their receiver, besides those whose names end with `!`."""


def command(c: Compiler, node: tree_sitter.Node, template: Template) -> Code:
    """Code for `_text N` and `_out N, (code)`."""
    listed = node.child_by_field_name("arguments")
    assert listed is not None
    number = int(text_of(listed.named_children[0]))
    if text_of(node.child_by_field_name("method")) == "_text":
        return _text(template, number)
    inner, tag = c.compile(listed.named_children[1]), template.tags[number]
    can_be_hole = _is_pure(listed.named_children[1])

    def code(frame: Frame) -> object:
        machine = frame.machine
        try:
            machine.output.append(machine.text(inner(frame)))
        except UnknownValue:
            if not can_be_hole:
                raise
            machine.output.append(tag)
        return None

    return code


def _text(template: Template, number: int) -> Code:
    text = template.texts[number]
    if template.prints_to_variable:
        return lambda frame: String(text)
    return lambda frame: frame.machine.output.append(text)


def _is_pure(node: tree_sitter.Node) -> bool:
    """Whether an expression changes nothing, so that it can be skipped."""
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type in ("assignment", "operator_assignment"):
            return False
        name = text_of(each.child_by_field_name("method") or each.child_by_field_name("operator"))
        if each.type in ("call", "binary") and (name in CHANGING or name.endswith("!")):
            return False
        stack += each.named_children
    return True


def located(code: Code, line: int) -> Code:
    """Code whose exceptions know the line of the call, from 1."""

    def run(frame: Frame) -> object:
        try:
            return code(frame)
        except Raised as raised:
            raised.pass_line(line)
            raise

    return run
