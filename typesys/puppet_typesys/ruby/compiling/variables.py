"""Variables and constants."""

from __future__ import annotations

import tree_sitter

from puppet_grammar.table import Table
from puppet_typesys.ruby.classes import CLASSES, HIDDEN, name_of_class
from puppet_typesys.ruby.compiling.compiler import Compiler, compiles, constant, nothing, text_of, unsupported
from puppet_typesys.ruby.machine import method_of, singleton_of, table_of
from puppet_typesys.ruby.native import TABLES
from puppet_typesys.ruby.objects import Code, Frame, MatchData, Module, Object, Running, String
from puppet_typesys.ruby.outcome import Unsupported

CONSTANTS: Table[str, object] = Table("the constants of the core")
"""The constants of the core that are no modules; the modules of the core add theirs."""


def read_local(name: str, hops: int) -> Code:
    """Code that reads a local variable."""
    if hops == 0:
        return lambda frame: frame.variables.get(name)
    if hops == 1:
        return lambda frame: frame.outer.variables.get(name)  # type: ignore[union-attr]  # a block has an outer frame
    return lambda frame: frame_at(frame, hops).variables.get(name)


def frame_at(frame: Frame, hops: int) -> Frame:
    """The frame that is so many steps outwards."""
    for _ in range(hops):
        assert frame.outer is not None
        frame = frame.outer
    return frame


def variable_or_call(c: Compiler, name: str) -> Code:
    """Code for a bare name: a local variable, or a call of a method of `self` without arguments."""
    hops = c.names.hops(name)
    if hops is not None:
        return read_local(name, hops)
    if name == "block_given?":
        return lambda frame: frame.home.block is not None
    if name == "__FILE__":
        path = c.path or "(ruby)"
        return lambda frame: String(path, True)
    if name == "__dir__" and c.path:
        folder = c.path.rpartition("/")[0]
        return lambda frame: String(folder)
    if name in ("binding", "__method__", "__dir__"):
        return unsupported("method", name)

    def code(frame: Frame) -> object:
        receiver = frame.receiver
        if not responds(frame, receiver, name):
            return frame.machine.undefined(receiver, name)
        return frame.machine.send(receiver, name, [], None, True)

    return code


def responds(frame: Frame, receiver: object, name: str) -> bool:
    """Whether a call of a method of `self` would find one."""
    if isinstance(receiver, Object) and method_of(receiver.kind, name) is not None:
        return True
    if isinstance(receiver, Module) and singleton_of(receiver, name) is not None:
        return True
    if name in frame.machine.top.methods or (name.startswith("function_") and isinstance(receiver, Object)):
        return True
    return name in table_of(receiver) or name in TABLES["Kernel."]


@compiles("identifier")
def _identifier(c: Compiler, node: tree_sitter.Node) -> Code:
    return variable_or_call(c, text_of(node))


WITH_VARIABLES = ("Puppet::Parser::TemplateWrapper", "Puppet::Parameter")
"""The classes of Puppet whose objects are the `self` of programs."""


def state_of(receiver: object) -> dict[str, object]:
    """The instance variables of an object; those of Puppet's own objects are not known."""
    kind = receiver.kind if isinstance(receiver, Object) else None
    is_own = kind is None or CLASSES.get(kind.name) is not kind or not kind.name.startswith("Puppet::") or kind.name in WITH_VARIABLES
    if isinstance(receiver, Object | Module) and is_own:
        return receiver.state
    raise Unsupported("instance variables of", name_of_class(receiver))


@compiles("instance_variable")
def _instance_variable(c: Compiler, node: tree_sitter.Node) -> Code:
    name = text_of(node)
    return lambda frame: state_of(frame.receiver).get(name)


@compiles("global_variable")
def _global_variable(c: Compiler, node: tree_sitter.Node) -> Code:
    name = text_of(node)
    if name == "$~":
        return lambda frame: frame.machine.last_match
    if name[1:].isdigit() and name != "$0":
        number = int(name[1:])
        return lambda frame: group(frame.machine.last_match, number)
    if name in ("$LOAD_PATH", "$:"):
        return lambda frame: []
    return unsupported("variable", name)


def group(found: object, number: int) -> object:
    """The text of a group of a match."""
    if not isinstance(found, MatchData) or number >= len(found.match.groups):
        return None
    text = found.match.groups[number]
    return None if text is None else String(text)


@compiles("constant")
def _constant(c: Compiler, node: tree_sitter.Node) -> Code:
    return lexical(text_of(node))


def lexical(name: str) -> Code:
    """Code that finds a constant in the modules around it, then among those of the core."""
    builtin = builtin_constant(name)

    def code(frame: Frame) -> object:
        module: Module | None = frame.module
        while module is not None:
            if name in module.constants:
                return module.constants[name]
            if f"{module.name}::{name}" in frame.machine.defined:
                return frame.machine.defined[f"{module.name}::{name}"]
            inner = builtin_constant(f"{module.name}::{name}")
            if inner is not None:
                return inner
            module = module.parent
        top = frame.machine.top.constants
        if name in top:
            return top[name]
        if builtin is None:
            raise Unsupported("constant", name)
        return builtin

    return code


def builtin_constant(name: str) -> object:
    """A class, module or other constant of the core; None if it is not listed."""
    if name in CLASSES and name not in HIDDEN:
        return CLASSES[name]
    if name in CONSTANTS:
        return CONSTANTS[name]
    return CLASSES.get(name)


@compiles("scope_resolution")
def _scope_resolution(c: Compiler, node: tree_sitter.Node) -> Code:
    scope, name = node.child_by_field_name("scope"), text_of(node.child_by_field_name("name"))
    if scope is None:
        found = builtin_constant(name)
        return constant(found) if found is not None else _top(name)
    outer = c.compile(scope)
    full = text_of(node).removeprefix("::")

    def code(frame: Frame) -> object:
        module = outer(frame)
        if not isinstance(module, Module):
            raise Unsupported("constant", full)
        return member(frame.machine, module, name)

    return code


def _top(name: str) -> Code:
    def code(frame: Frame) -> object:
        found = frame.machine.top.constants.get(name)
        if found is None:
            raise Unsupported("constant", name)
        return found

    return code


def member(machine: Running, module: Module, name: str) -> object:
    """The constant of a name in a module."""
    for each in module.ancestors():
        if name in each.constants:
            return each.constants[name]
        if f"{each.name}::{name}" in machine.defined:
            return machine.defined[f"{each.name}::{name}"]
        found = builtin_constant(f"{each.name}::{name}")
        if found is not None:
            return found
    raise Unsupported("constant", f"{module.name}::{name}")


compiles("class_variable")(lambda c, node: unsupported("variable", text_of(node)))
compiles("line", "file")(lambda c, node: nothing)
