"""Definitions of methods, modules and classes."""

from __future__ import annotations

import tree_sitter

from puppet_typesys.ruby.classes import CLASSES
from puppet_typesys.ruby.compiling.compiler import Compiler, Names, compiles, text_of, unsupported
from puppet_typesys.ruby.compiling.parameters import parameters_of
from puppet_typesys.ruby.compiling.variables import builtin_constant
from puppet_typesys.ruby.objects import Code, Frame, Method, Module, Parameters, Symbol
from puppet_typesys.ruby.outcome import Unsupported

OPEN = frozenset(
    ("Object", "PuppetX", "Puppet", "Puppet::Parser", "Puppet::Parser::Functions", "Puppet::Functions", "Puppet::Util", "Puppet::Pops")
)
"""Modules of the core that programs define modules, functions and constants in; the others cannot be changed."""


def _body(c: Compiler, node: tree_sitter.Node) -> tuple[Parameters, Code]:
    with c.outside_loops(), c.scope(Names()):
        parameters = parameters_of(c, node.child_by_field_name("parameters"))
        return parameters, c.field(node, "body")


@compiles("method")
def _method(c: Compiler, node: tree_sitter.Node) -> Code:
    name = text_of(node.child_by_field_name("name"))
    parameters, body = _body(c, node)

    def code(frame: Frame) -> object:
        machine, module = frame.machine, frame.module
        made = Method(name, parameters, body, module)
        if module is machine.top and not machine.is_template:
            raise Unsupported("syntax", "method outside of a class")
        if module.name in CLASSES and CLASSES[module.name] is module:
            raise Unsupported("syntax", f"method in {module.name}")
        made.private = machine.visibility.get(module) == "private" or name == "initialize"
        module.methods[name] = made
        if machine.visibility.get(module) == "module_function":
            module.singleton[name] = made
        return Symbol.named(name)

    return code


@compiles("singleton_method")
def _singleton_method(c: Compiler, node: tree_sitter.Node) -> Code:
    name, owner = text_of(node.child_by_field_name("name")), c.field(node, "object")
    parameters, body = _body(c, node)

    def code(frame: Frame) -> object:
        module = owner(frame)
        if not isinstance(module, Module) or CLASSES.get(module.name) is module:
            raise Unsupported("syntax", "method of a single object")
        module.singleton[name] = Method(name, parameters, body, frame.module)
        return Symbol.named(name)

    return code


@compiles("module")
def _module(c: Compiler, node: tree_sitter.Node) -> Code:
    return _definition(c, node, False)


@compiles("class")
def _class(c: Compiler, node: tree_sitter.Node) -> Code:
    return _definition(c, node, True)


def _definition(c: Compiler, node: tree_sitter.Node, is_class: bool) -> Code:
    written = text_of(node.child_by_field_name("name")).removeprefix("::")
    above = node.child_by_field_name("superclass")
    superclass = c.compile(above.named_children[0]) if above is not None else None
    with c.outside_loops(), c.scope(Names()):
        body = c.field(node, "body")

    def code(frame: Frame) -> object:
        module = frame.module
        for part in written.split("::"):
            module = _opened(frame, module, part, is_class, superclass)
        inner = Frame(frame.machine, module, module)
        frame.machine.visibility.pop(module, None)
        return body(inner)

    return code


def _opened(frame: Frame, outer: Module, name: str, is_class: bool, superclass: Code | None) -> Module:
    machine = frame.machine
    is_core = CLASSES.get(outer.name) is outer or outer is machine.top
    full = name if outer.name == "Object" else f"{outer.name}::{name}"
    known: object = machine.defined.get(full) if is_core else outer.constants.get(name)
    if known is None and is_core:
        known = builtin_constant(full)
        if known is not None and full not in OPEN:
            raise Unsupported("syntax", f"change of {full}")
    if isinstance(known, Module):
        return known
    if is_core and outer.name not in OPEN:
        raise Unsupported("syntax", f"change of {outer.name}")
    parent = superclass(frame) if superclass is not None else CLASSES["Object"] if is_class else None
    if parent is not None and not isinstance(parent, Module):
        raise Unsupported("syntax", "superclass")
    made = Module(full, parent, is_class, outer)
    if is_core:
        machine.defined[full] = made
    else:
        outer.constants[name] = made
    if outer is machine.top:
        machine.top.constants[name] = made
    return made


compiles("singleton_class", "alias", "undef", "begin_block", "end_block")(lambda c, node: unsupported("syntax", node.type))
compiles("subshell")(lambda c, node: unsupported("syntax", "command in backquotes"))
