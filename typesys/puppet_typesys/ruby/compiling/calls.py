"""Calls of methods, operators, blocks and `yield`."""

from __future__ import annotations

from collections.abc import Callable

import tree_sitter

from puppet_typesys.ruby.classes import error
from puppet_typesys.ruby.compiling.arguments import List, arguments_of
from puppet_typesys.ruby.compiling.compiler import SILENT, Compiler, Names, compiles, text_of, unsupported
from puppet_typesys.ruby.compiling.output import COMMANDS, command, located
from puppet_typesys.ruby.compiling.own_paths import loaded_file
from puppet_typesys.ruby.compiling.parameters import parameters_of
from puppet_typesys.ruby.compiling.variables import member, responds
from puppet_typesys.ruby.equality import equal, is_true
from puppet_typesys.ruby.machine import table_of
from puppet_typesys.ruby.objects import AnyProc, Breaking, Code, Frame, Hash, Module, NativeProc, Parameters, Proc, String, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.values.unknown import Unknown, UnknownValue


@compiles("call")
def _call(c: Compiler, node: tree_sitter.Node) -> Code:
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if c.template is not None and receiver is None and text_of(method) in COMMANDS:
        return command(c, node, c.template)
    if method is not None and method.type == "super":
        return _super(c, node)
    name = "call" if method is None else text_of(method)
    listed = node.child_by_field_name("arguments")
    nodes = listed.named_children if listed is not None else []
    if receiver is not None and method is not None and method.type == "constant" and listed is None:
        scope, name_of = c.compile(receiver), name
        return lambda frame: member(frame.machine, _module(scope(frame)), name_of)
    own_file = loaded_file(name, nodes) if receiver is None and not c.path else None
    if own_file is not None:
        return lambda frame: frame.machine.send(frame.receiver, name, [String(own_file)], None, True)
    inner = None if receiver is None else c.compile(receiver)
    arguments = arguments_of(c, nodes, keywords=True)
    block = _block_of(c, node, nodes)
    if receiver is None and name == "block_given?":
        return lambda frame: frame.home.block is not None
    if receiver is None and name in ("lambda", "proc") and block is not None:
        return _lambda(block) if name == "lambda" else block[0]
    is_safe = any(each.type == "&." for each in node.children)
    own = inner is None or (receiver is not None and receiver.type == "self")
    code = calling(inner, name, arguments, block, is_safe, own)
    if c.template is not None:
        return located(code, node.start_point[0] + 1)
    if c.path and (inner is None or name in PLACED):
        return placed(code, (c.path, node.start_point[0] + 1))
    return code


PLACED = frozenset(("to", "not_to", "to_not", "describe", "shared_examples", "shared_context", "shared_examples_for"))
"""Calls with a receiver whose places matter."""


def placed(code: Code, place: tuple[str, int]) -> Code:
    """A call that tells the machine its place first."""

    def run(frame: Frame) -> object:
        frame.machine.note_place(place)
        return code(frame)

    return run


def _module(value: object) -> Module:
    if isinstance(value, Module):
        return value
    raise Unsupported("constant", "of a value")


Block = tuple[Callable[[Frame], "AnyProc | None"], bool]
"""Code that gives a block, and whether it is a literal one, which can be left by `break`."""


def calling(inner: Code | None, name: str, arguments: List, block: Block | None, is_safe: bool, own: bool) -> Code:
    """Code that calls a method."""
    if block is None:
        if inner is None:
            return lambda frame: frame.machine.send(frame.receiver, name, arguments(frame), None, True)
        if not is_safe:
            return lambda frame: frame.machine.send(inner(frame), name, arguments(frame), None, own)
    make, is_literal = block if block is not None else (_no_block, False)

    def code(frame: Frame) -> object:
        receiver = frame.receiver if inner is None else inner(frame)
        if is_safe and receiver is None:
            return None
        given = arguments(frame)
        proc = make(frame)
        if not is_literal:
            return frame.machine.send(receiver, name, given, proc, own)
        depth = frame.machine.depth
        try:
            return frame.machine.send(receiver, name, given, proc, own)
        except Breaking as jump:
            if jump.target is not proc:
                raise
            frame.machine.unwind(depth)
            return jump.value

    return code


def _no_block(frame: Frame) -> None:
    return None


def _block_of(c: Compiler, node: tree_sitter.Node, arguments: list[tree_sitter.Node]) -> Block | None:
    literal = node.child_by_field_name("block")
    if literal is not None:
        return block_literal(c, literal), True
    for each in arguments:
        if each.type == "block_argument":
            if not each.named_children:
                return (lambda frame: frame.home.block), False
            return _passed(c.compile(each.named_children[0])), False
    return None


def _passed(code: Code) -> Callable[[Frame], AnyProc | None]:
    return lambda frame: as_block(frame, code(frame))


def as_block(frame: Frame, value: object) -> AnyProc | None:
    """The block that `&value` passes."""
    if value is None or isinstance(value, Proc | NativeProc):
        return value
    if isinstance(value, Symbol):
        machine, name = frame.machine, value.name
        return NativeProc(lambda receiver=None, *rest: machine.send(receiver, name, list(rest)), -2)
    if isinstance(value, Unknown):
        raise UnknownValue
    raise Unsupported("syntax", "& of another value")


def block_literal(c: Compiler, node: tree_sitter.Node) -> Callable[[Frame], Proc]:
    """Code that makes a Proc of a block."""
    names = Names(c.names)
    with c.outside_loops(), c.scope(names):
        parameters = parameters_of(c, node.child_by_field_name("parameters"))
        body_node = node.child_by_field_name("body")
        numbered = _numbered(body_node) if node.child_by_field_name("parameters") is None else 0
        if numbered:
            listed = [f"_{at + 1}" for at in range(numbered)]
            names.own.update(listed)
            parameters = Parameters(list(listed)).finish()
        body = c.compile(body_node)
    return lambda frame: Proc(parameters, body, frame)


def _numbered(body: tree_sitter.Node | None) -> int:
    """The number of numbered parameters (`_1`) that a block uses."""
    text = text_of(body)
    if "_1" not in text:
        return 0
    found, stack = 0, [body]
    while stack:
        node = stack.pop()
        if node is None:
            continue
        if node.type == "identifier" and len(word := text_of(node)) == 2 and word[0] == "_" and word[1] in "123456789":
            found = max(found, int(word[1]))
        stack.extend(node.named_children)
    return found


def _lambda(block: Block) -> Code:
    make = block[0]

    def code(frame: Frame) -> object:
        proc = make(frame)
        if isinstance(proc, Proc):
            proc.make_lambda()
        return proc

    return code


@compiles("lambda")
def _stabby(c: Compiler, node: tree_sitter.Node) -> Code:
    names = Names(c.names)
    with c.outside_loops(), c.scope(names):
        parameters = parameters_of(c, node.child_by_field_name("parameters"))
        block = node.child_by_field_name("body")
        body = c.compile(block.child_by_field_name("body")) if block is not None else c.compile(None)
    return lambda frame: Proc(parameters, body, frame, True)


@compiles("yield")
def _yield(c: Compiler, node: tree_sitter.Node) -> Code:
    listed = node.named_children[0].named_children if node.named_children else []
    arguments = arguments_of(c, listed, keywords=True)

    def code(frame: Frame) -> object:
        block = frame.home.block
        if block is None:
            raise error("LocalJumpError", "no block given (yield)")
        return frame.machine.call_proc(block, arguments(frame))

    return code


@compiles("super")
def _bare_super(c: Compiler, node: tree_sitter.Node) -> Code:
    return lambda frame: _call_super(frame, frame.home.arguments, frame.home.block)


def _super(c: Compiler, node: tree_sitter.Node) -> Code:
    listed = node.child_by_field_name("arguments")
    nodes = listed.named_children if listed is not None else []
    arguments, block = arguments_of(c, nodes, keywords=True), _block_of(c, node, nodes)
    return lambda frame: _call_super(frame, arguments(frame), frame.home.block if block is None else block[0](frame))


def _call_super(frame: Frame, arguments: list[object], block: AnyProc | None) -> object:
    method = frame.home.method
    if method is None:
        raise Unsupported("syntax", "super outside of a method")
    return frame.machine.call_above(method, frame.receiver, arguments, block)


@compiles("argument_list")
def _argument_list(c: Compiler, node: tree_sitter.Node) -> Code:
    """The value of `return 1, 2` and `next x`."""
    nodes = [each for each in node.named_children if each.type not in SILENT]
    if len(nodes) == 1 and nodes[0].type not in ("splat_argument", "pair"):
        return c.compile(nodes[0])
    return arguments_of(c, nodes) if nodes else c.compile(None)


@compiles("splat_argument")
def _splat(c: Compiler, node: tree_sitter.Node) -> Code:
    return c.compile(node.named_children[0]) if node.named_children else unsupported("syntax", "anonymous *")


@compiles("element_reference")
def _element_reference(c: Compiler, node: tree_sitter.Node) -> Code:
    receiver, *rest = [each for each in node.named_children if each.type not in SILENT]
    code = calling(c.compile(receiver), "[]", arguments_of(c, rest), None, False, receiver.type == "self")
    return code if c.template is None else located(code, node.start_point[0] + 1)


@compiles("binary")
def _binary(c: Compiler, node: tree_sitter.Node) -> Code:
    operator = text_of(node.child_by_field_name("operator"))
    left, right = c.field(node, "left"), c.field(node, "right")
    match operator:
        case "&&" | "and":
            return lambda frame: right(frame) if is_true(value := left(frame)) else value
        case "||" | "or":
            return lambda frame: value if is_true(value := left(frame)) else right(frame)
        case "==":
            return lambda frame: _equal(frame, left(frame), right(frame))
        case "!=":
            return lambda frame: not _equal(frame, left(frame), right(frame))
        case "!~":
            return lambda frame: not is_true(_match(frame, left(frame), right(frame)))
        case "=~":
            return lambda frame: _match(frame, left(frame), right(frame))
    code: Code = lambda frame: frame.machine.send(left(frame), operator, [right(frame)])  # noqa: E731 - annotated
    return code if c.template is None else located(code, node.start_point[0] + 1)


def _equal(frame: Frame, left: object, right: object) -> bool:
    if left.__class__ in SIMPLE or isinstance(left, list | Hash | Module):
        return equal(left, right)
    return is_true(frame.machine.send(left, "==", [right]))


SIMPLE = frozenset((String, Symbol, int, float, bool, type(None)))


def _match(frame: Frame, left: object, right: object) -> object:
    return frame.machine.send(left, "=~", [right])


@compiles("unary")
def _unary(c: Compiler, node: tree_sitter.Node) -> Code:
    operator = node.children[0].type
    operand = node.child_by_field_name("operand")
    if operator == "defined?":
        return unsupported("syntax", "defined?") if operand is None else _defined(c, operand)
    inner = c.compile(operand)
    if operator in ("!", "not"):
        return lambda frame: not is_true(inner(frame))
    if operator == "-" and operand is not None and operand.type in ("integer", "float"):
        return lambda frame: -inner(frame)  # type: ignore[operator]  # what is not a number raises TypeError, as in Ruby
    name = {"-": "-@", "+": "+@", "~": "~"}[operator]
    return lambda frame: frame.machine.send(inner(frame), name, [])


RUNTIME = ("RUBY", "ENV", "ARG", "DATA", "STD", "TOPLEVEL", "CROSS")
"""How the names of the runtime's own constants in upper case begin."""


def _unsupported_test() -> object:
    raise Unsupported("syntax", "defined?")


def _defined(c: Compiler, node: tree_sitter.Node) -> Code:
    while node.type == "parenthesized_statements" and len(node.named_children) == 1:
        node = node.named_children[0]
    name = text_of(node)
    if node.type in ("constant", "scope_resolution"):
        inner = c.compile(node)

        def code(frame: Frame) -> object:
            try:
                inner(frame)
            except Unsupported:
                if name.isupper() and not name.startswith(RUNTIME):
                    return None
                raise
            return String("constant")

        return code
    if node.type == "instance_variable":
        return lambda frame: String("instance-variable") if name in frame.receiver.state else None  # type: ignore[attr-defined]  # only objects have instance variables
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if node.type == "call" and receiver is not None and receiver.type in ("constant", "scope_resolution"):
        owner, called = c.compile(receiver), text_of(method)
        return lambda frame: String("method") if called in table_of(owner(frame)) else _unsupported_test()
    if node.type == "identifier" and c.names.hops(name) is not None:
        return lambda frame: String("local-variable")
    if node.type == "identifier" and c.path:
        return lambda frame: String("method") if responds(frame, frame.receiver, name) else None
    return unsupported("syntax", "defined?")
