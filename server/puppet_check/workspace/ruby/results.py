"""The type of the result of a function in Ruby that declares none, where its text shows it for certain.

The last expressions of the method and what it returns earlier are followed: literals, methods of the core whose results have one kind,
variables by all their assignments, and other methods of the function. Whatever else may be a result makes the type unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from puppet_check.workspace.ruby.result_expressions import UNDEF, Expressions, Kinds, UncertainError, uncertain
from puppet_check.workspace.ruby.result_variables import Variables
from puppet_check.workspace.ruby.tree import RubyCall, body_of, text
from puppet_typesys.loader import Parameter
from puppet_typesys.types import model
from puppet_typesys.types.model import Type
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.errors import ArgumentError, InternalError

NODES = 8000
"""How many nodes of all methods of a function are looked at; the usual one has 200."""
OF_TYPES: Sequence[tuple[tuple[type[Type], ...], frozenset[str]]] = (
    ((model.String, model.Enum, model.Pattern), frozenset(("String",))),
    ((model.Integer,), frozenset(("Integer",))),
    ((model.Float,), frozenset(("Float",))),
    ((model.Numeric,), frozenset(("Integer", "Float"))),
    ((model.Boolean,), frozenset(("Boolean",))),
    ((model.Array, model.Tuple), frozenset(("Array",))),
    ((model.Hash, model.Struct), frozenset(("Hash",))),
    ((model.Undef,), UNDEF),
)


class Body(NamedTuple):
    """A method, or the block that is the body of a legacy function."""

    statements: tuple[tree_sitter.Node, ...]
    parameters: Mapping[str, Kinds | None]
    """The kinds of parameters; None if they are not known."""
    is_block: bool = False
    """Whether `next` leaves it, as `return` does."""


def result_type(results: Results, name: str, given: Sequence[Parameter]) -> str | None:
    """The type of the result of a function whose signature calls a method; None if it is not certain."""
    node = results.methods.get(name)
    return None if node is None else _shown(results, Body(body_of(node), _parameters(node, given)))


def result_of_block(call: RubyCall) -> str | None:
    """The type of the result of a function with the legacy interface; None if it is not certain."""
    if call.block is None or len(call.parameters) > 1:
        return None
    names = {text(each): frozenset(("Array",)) for each in call.parameters if each.type == "identifier"}
    return _shown(Results({}), Body(call.block, names, is_block=True)) if len(names) == len(call.parameters) else None


def _shown(results: Results, body: Body) -> str | None:
    try:
        return shown(results.of(body))
    except (UncertainError, RecursionError):
        return None


def shown(kinds: Kinds) -> str | None:
    """The text of the type of values of some kinds; None if there are none."""
    others = sorted(kinds - UNDEF)
    if not others:
        return "Undef" if kinds else None
    if others == ["Float", "Integer"]:
        others = ["Numeric"]
    found = others[0] if len(others) == 1 else f"Variant[{', '.join(others)}]"
    return f"Optional[{found}]" if "Undef" in kinds else found


def _parameters(method: tree_sitter.Node, given: Sequence[Parameter]) -> Mapping[str, Kinds | None]:
    """The kinds of the parameters of a method, as far as the signature that calls it tells them."""
    listed = method.child_by_field_name("parameters")
    nodes = [each for each in listed.named_children if each.type != "comment"] if listed else []
    found: dict[str, Kinds | None] = {}
    if len([each for each in nodes if each.type != "block_parameter"]) != len(given):
        given = ()  # Puppet passes further arguments, such as the scope of the caller.
    for at, each in enumerate(nodes):
        name = text(each.child_by_field_name("name") or each)
        if each.type == "splat_parameter":
            found[name] = frozenset(("Array",))
            given = ()
        elif each.type == "identifier" and at < len(given) and given[at].is_required:
            found[name] = _kinds_of_type(given[at].type)
        else:
            found[name] = None
    return found


def _kinds_of_type(written: str | None) -> Kinds | None:
    try:
        types = [] if written is None else list(alternatives(parse(written)))
    except (ArgumentError, InternalError, TypeSyntaxError):
        return None
    found = [next((kinds for classes, kinds in OF_TYPES if isinstance(each, classes)), None) for each in types]
    return frozenset[str]().union(*(each for each in found if each)) if found and all(found) else None


class Results:
    """What the methods of a function return, with a limit of the nodes that are looked at for all its signatures."""

    def __init__(self, methods: Mapping[str, tree_sitter.Node]) -> None:
        self.methods = methods
        self._left = NODES
        self._running: list[str] = []

    def of(self, body: Body) -> Kinds:
        """The kinds of all results of a body."""
        nodes = [each for statement in body.statements for each in self.walk(statement)]
        variables = Variables(self, body.statements, body.parameters, nodes)
        found = Expressions(self, variables).last(body.statements)
        leaving = ("return", "next") if body.is_block else ("return",)
        if body.is_block and any(each.type == "next" and _is_in_block(each, body) for each in nodes):
            uncertain()
        for each in nodes:
            if each.type in leaving:
                found |= Expressions(self, variables).returned(each)
        return found

    def has_method(self, name: str) -> bool:
        """Whether the function has a method of a name."""
        return name in self.methods

    def of_method(self, name: str) -> Kinds:
        """The kinds of the results of another method of the function, whatever its arguments are."""
        if name not in self.methods or name in self._running:
            uncertain()
        self._running.append(name)
        try:
            node = self.methods[name]
            return self.of(Body(body_of(node), _parameters(node, ())))
        finally:
            self._running.pop()

    def walk(self, root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """All named nodes below a node and itself, without those of methods and classes inside."""
        waiting = [root]
        while waiting:
            node = waiting.pop()
            self.spend()
            yield node
            if node.type not in ("method", "singleton_method", "class", "module"):
                waiting += reversed(node.named_children)

    def spend(self) -> None:
        """Count a node."""
        self._left -= 1
        if self._left < 0:
            uncertain()


def _is_in_block(node: tree_sitter.Node, body: Body) -> bool:
    """Whether a node is inside of a further block."""
    ends = {each.id for each in body.statements}
    around: tree_sitter.Node | None = node
    while around is not None and around.id not in ends:
        if around.type in ("block", "do_block", "lambda"):
            return True
        around = around.parent
    return around is not None and around.type in ("block", "do_block", "lambda")
