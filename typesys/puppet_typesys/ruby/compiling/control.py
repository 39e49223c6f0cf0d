"""Statements, conditions, loops and jumps."""

from __future__ import annotations

import tree_sitter

from puppet_typesys.ruby.compiling.arguments import splatted
from puppet_typesys.ruby.compiling.assignment import target_of
from puppet_typesys.ruby.compiling.compiler import SILENT, Compiler, compiles, constant, nothing
from puppet_typesys.ruby.compiling.exceptions import protected
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.machine import case_matches
from puppet_typesys.ruby.objects import (
    Breaking,
    Code,
    Frame,
    NativeProc,
    Returning,
    Skipping,
    Tag,
)
from puppet_typesys.ruby.outcome import Unsupported


@compiles("program", "block_body", "then", "do", "else", "parenthesized_statements", "body_statement", "begin", "ensure", "in")
def _statements(c: Compiler, node: tree_sitter.Node) -> Code:
    if any(each.type in HANDLERS for each in node.named_children):
        return protected(c, node)
    return c.sequence(node.named_children)


HANDLERS = frozenset(("rescue", "else", "ensure"))


@compiles("if", "elsif", "conditional")
def _if(c: Compiler, node: tree_sitter.Node) -> Code:
    test, then, other = (c.field(node, name) for name in ("condition", "consequence", "alternative"))
    return lambda frame: then(frame) if is_true(test(frame)) else other(frame)


@compiles("unless")
def _unless(c: Compiler, node: tree_sitter.Node) -> Code:
    test, then, other = (c.field(node, name) for name in ("condition", "consequence", "alternative"))
    return lambda frame: other(frame) if is_true(test(frame)) else then(frame)


@compiles("if_modifier")
def _if_modifier(c: Compiler, node: tree_sitter.Node) -> Code:
    then, test = c.field(node, "body"), c.field(node, "condition")
    return lambda frame: then(frame) if is_true(test(frame)) else None


@compiles("unless_modifier")
def _unless_modifier(c: Compiler, node: tree_sitter.Node) -> Code:
    then, test = c.field(node, "body"), c.field(node, "condition")
    return lambda frame: None if is_true(test(frame)) else then(frame)


@compiles("while", "until", "while_modifier", "until_modifier")
def _while(c: Compiler, node: tree_sitter.Node) -> Code:
    with c.loop():
        body_node = node.child_by_field_name("body")
        if node.type.endswith("modifier"):
            body, test = c.compile(body_node), c.field(node, "condition")
        else:
            test, body = c.field(node, "condition"), c.compile(body_node)
    expected = node.type.startswith("while")
    body_first = node.type.endswith("modifier") and body_node is not None and body_node.type == "begin"

    def code(frame: Frame) -> object:
        machine = frame.machine
        first = body_first
        try:
            while first or is_true(test(frame)) is expected:
                first = False
                machine.spend(1)
                try:
                    body(frame)
                except Skipping as jump:
                    if jump.target is not LOOP:
                        raise
        except Breaking as jump:
            if jump.target is not LOOP:
                raise
            return jump.value
        return None

    return code


LOOP = Tag()
"""The target of `break` and `next` of a loop: the innermost one of the method or block."""


@compiles("for")
def _for(c: Compiler, node: tree_sitter.Node) -> Code:
    pattern = node.child_by_field_name("pattern")
    assert pattern is not None
    assign = target_of(c, pattern)
    values = c.field(node, "value")
    with c.loop():
        body = c.field(node, "body")

    def code(frame: Frame) -> object:
        machine = frame.machine

        def step(*parts: object) -> object:
            assign(frame, parts[0] if len(parts) == 1 else list(parts))
            try:
                body(frame)
            except Skipping as jump:
                if jump.target is not LOOP:
                    raise
            return None

        found = values(frame)
        try:
            return machine.send(found, "each", [], NativeProc(step))
        except Breaking as jump:
            if jump.target is not LOOP:
                raise
            return jump.value

    return code


@compiles("case")
def _case(c: Compiler, node: tree_sitter.Node) -> Code:
    subject_node = node.child_by_field_name("value")
    subject = c.compile(subject_node)
    options: list[tuple[list[tuple[bool, Code]], Code]] = []
    other: Code = nothing
    for each in node.named_children:
        if each.type == "when":
            patterns = [pattern.named_children[0] for pattern in each.children_by_field_name("pattern")]
            tests = [(pattern.type == "splat_argument", c.compile(pattern)) for pattern in patterns]
            options.append((tests, c.field(each, "body")))
        elif each.type == "else":
            other = c.compile(each)
        elif each.type not in SILENT and (subject_node is None or each.start_byte != subject_node.start_byte):
            raise Unsupported("syntax", each.type)

    def code(frame: Frame) -> object:
        value = subject(frame)
        for tests, body in options:
            for is_splat, test in tests:
                patterns = splatted(test(frame)) if is_splat else (test(frame),)
                for pattern in patterns:
                    if is_true(pattern) if subject_node is None else case_matches(frame.machine, pattern, value):
                        return body(frame)
        return other(frame)

    return code


@compiles("return")
def _return(c: Compiler, node: tree_sitter.Node) -> Code:
    value = c.compile(node.named_children[0]) if node.named_children else nothing

    def code(frame: Frame) -> object:
        result = value(frame)
        each: Frame | None = frame
        while each is not None and each.outer is not None and not each.is_lambda:
            each = each.outer
        raise Returning(each, result)

    return code


@compiles("next")
def _next(c: Compiler, node: tree_sitter.Node) -> Code:
    value = c.compile(node.named_children[0]) if node.named_children else nothing
    if c.loops:
        return lambda frame: _raise(Skipping(LOOP, value(frame)))
    return lambda frame: _raise(Skipping(frame, value(frame)))


@compiles("break")
def _break(c: Compiler, node: tree_sitter.Node) -> Code:
    value = c.compile(node.named_children[0]) if node.named_children else nothing
    if c.loops:
        return lambda frame: _raise(Breaking(LOOP, value(frame)))
    return lambda frame: _raise(Breaking(frame.proc, value(frame)))


def _raise(jump: Exception) -> object:
    try:
        raise jump
    finally:
        del jump  # It refers to this frame, and all that called it.


compiles("empty_statement", "comment", "heredoc_body")(lambda c, node: constant(None))
