"""Assignments to variables, elements, attributes and several targets."""

from __future__ import annotations

from collections.abc import Callable

import tree_sitter

from puppet_typesys.ruby.compiling.arguments import arguments_of, splatted
from puppet_typesys.ruby.compiling.compiler import SILENT, Compiler, compiles, text_of
from puppet_typesys.ruby.compiling.variables import frame_at, lexical, state_of
from puppet_typesys.ruby.equality import is_true
from puppet_typesys.ruby.objects import Code, Frame, Module
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.parameters import spread

Assign = Callable[[Frame, object], None]


def target_of(c: Compiler, node: tree_sitter.Node) -> Assign:
    """Code that assigns a value to a target."""
    made = TARGETS.get(node.type)
    if made is None:
        raise Unsupported("syntax", f"assignment to {node.type}")
    return made(c, node)


def _local(c: Compiler, node: tree_sitter.Node) -> Assign:
    name = text_of(node)
    hops = c.names.hops(name)
    if hops is None:
        c.names.own.add(name)
        hops = 0
    if hops == 0:

        def assign(frame: Frame, value: object) -> None:
            frame.variables[name] = value

        return assign
    distance = hops

    def assign_outwards(frame: Frame, value: object) -> None:
        frame_at(frame, distance).variables[name] = value

    return assign_outwards


def _instance_variable(c: Compiler, node: tree_sitter.Node) -> Assign:
    name = text_of(node)

    def assign(frame: Frame, value: object) -> None:
        state_of(frame.receiver)[name] = value

    return assign


def _constant(c: Compiler, node: tree_sitter.Node) -> Assign:
    name = text_of(node)

    def assign(frame: Frame, value: object) -> None:
        module = frame.module
        if module.name in FIXED:
            module = frame.machine.top
        module.constants[name] = value
        if isinstance(value, Module) and not value.name:
            value.take_name(name)

    return assign


FIXED = frozenset(("Object", "Puppet::Parser::Functions", "Puppet::Functions", "Puppet"))
"""Modules of the core, whose constants belong to the run."""


def _element(c: Compiler, node: tree_sitter.Node) -> Assign:
    receiver, *rest = [each for each in node.named_children if each.type not in SILENT]
    inner, arguments = c.compile(receiver), arguments_of(c, rest)

    def assign(frame: Frame, value: object) -> None:
        frame.machine.send(inner(frame), "[]=", [*arguments(frame), value], None, True)

    return assign


def _attribute(c: Compiler, node: tree_sitter.Node) -> Assign:
    inner, name = c.field(node, "receiver"), text_of(node.child_by_field_name("method")) + "="

    def assign(frame: Frame, value: object) -> None:
        frame.machine.send(inner(frame), name, [value], None, True)

    return assign


def _several(c: Compiler, node: tree_sitter.Node) -> Assign:
    before: list[Assign] = []
    after: list[Assign] = []
    rest: Assign | None = None
    has_rest = False
    for each in node.named_children:
        if each.type in ("rest_assignment", "splat_argument"):
            has_rest = True
            rest = target_of(c, each.named_children[0]) if each.named_children else None
        elif each.type not in SILENT:
            (after if has_rest else before).append(target_of(c, each))

    def assign(frame: Frame, value: object) -> None:
        parts = spread(value) if value is not None else []
        for at, each in enumerate(before):
            each(frame, parts[at] if at < len(parts) else None)
        end = max(len(parts) - len(after), len(before))
        if rest is not None:
            rest(frame, parts[len(before) : end])
        for at, each in enumerate(after, end):
            each(frame, parts[at] if at < len(parts) else None)

    return assign


TARGETS: dict[str, Callable[[Compiler, tree_sitter.Node], Assign]] = {
    "identifier": _local,
    "instance_variable": _instance_variable,
    "constant": _constant,
    "element_reference": _element,
    "call": _attribute,
    "left_assignment_list": _several,
    "destructured_left_assignment": _several,
}


@compiles("assignment")
def _assignment(c: Compiler, node: tree_sitter.Node) -> Code:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    assert left is not None and right is not None
    is_several = left.type == "left_assignment_list"
    # `x = *y` gives an Array.
    is_splat = right.type == "splat_argument"
    if left.type == "identifier":
        # The variable exists in its own value.
        assign = target_of(c, left)
        value = c.compile(right)
    else:
        value = c.compile(right)
        assign = target_of(c, left)

    def code(frame: Frame) -> object:
        made = value(frame)
        if is_splat:
            made = list(splatted(made))
        assign(frame, made)
        return made

    if is_several and right.type in ("right_assignment_list", "array"):
        return code
    return code


@compiles("operator_assignment")
def _operator_assignment(c: Compiler, node: tree_sitter.Node) -> Code:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    assert left is not None
    operator = text_of(node.child_by_field_name("operator")).removesuffix("=")
    if left.type in ("element_reference", "call"):
        return _on_receiver(c, left, operator, c.compile(right))
    assign = target_of(c, left)
    read = _constant_or_nil(text_of(left)) if left.type == "constant" else c.compile(left)
    value = c.compile(right)

    def code(frame: Frame) -> object:
        before = read(frame)
        if operator in ("||", "&&"):
            if is_true(before) is (operator == "||"):
                return before
            made = value(frame)
        else:
            made = frame.machine.send(before, operator, [value(frame)])
        assign(frame, made)
        return made

    return code


def _constant_or_nil(name: str) -> Code:
    inner = lexical(name)

    def code(frame: Frame) -> object:
        known = name in frame.module.constants or name in frame.machine.top.constants
        return inner(frame) if known else None

    return code


def _on_receiver(c: Compiler, left: tree_sitter.Node, operator: str, value: Code) -> Code:
    """`x[y] += z` and `x.y += z`, whose receiver and arguments are evaluated once."""
    if left.type == "element_reference":
        receiver, *rest = [each for each in left.named_children if each.type not in SILENT]
        inner, arguments, name = c.compile(receiver), arguments_of(c, rest), "[]"
    else:
        inner, arguments, name = c.field(left, "receiver"), arguments_of(c, []), text_of(left.child_by_field_name("method"))

    def code(frame: Frame) -> object:
        machine = frame.machine
        receiver, given = inner(frame), arguments(frame)
        before = machine.send(receiver, name, list(given), None, True)
        if operator in ("||", "&&"):
            if is_true(before) is (operator == "||"):
                return before
            made = value(frame)
        else:
            made = machine.send(before, operator, [value(frame)])
        machine.send(receiver, f"{name}=", [*given, made], None, True)
        return made

    return code
