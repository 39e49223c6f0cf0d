"""The statements that a piece of Ruby executes: loops over known lists are unrolled, statements in branches are uncertain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import tree_sitter

from puppet_check.workspace.ruby.literals import value
from puppet_check.workspace.ruby.tree import RubyCall, body_of, call_of, text
from puppet_check.workspace.ruby.values import UNKNOWN, Scope, Value

BRANCHES = frozenset(
    ("if", "unless", "elsif", "else", "then", "case", "when", "if_modifier", "unless_modifier", "rescue", "ensure", "rescue_modifier")
)
GROUPS = frozenset(("ERROR", "begin", "body_statement", "block_body", "parenthesized_statements"))
CONTAINERS = frozenset(("module", "class"))


class Statement(NamedTuple):
    """A statement with the values of names there, the comments directly above it, and whether it is always executed."""

    node: tree_sitter.Node
    scope: Scope
    comments: tuple[tree_sitter.Node, ...] = ()
    is_certain: bool = True

    @property
    def call(self) -> RubyCall | None:
        """The statement as a call; None if it is something else."""
        return call_of(self.node)


def file_statements(nodes: Iterable[tree_sitter.Node], scope: Scope) -> Iterator[Statement]:
    """The statements of a file, including those in modules and classes."""
    for statement in statements(nodes, scope):
        if statement.node.type in CONTAINERS:
            yield from file_statements(body_of(statement.node), scope)
        yield statement


def statements(nodes: Iterable[tree_sitter.Node], scope: Scope, is_certain: bool = True) -> Iterator[Statement]:
    """The statements of a body. Assignments update the scope."""
    comments: list[tree_sitter.Node] = []
    previous_row = -1
    for node in nodes:
        if node.type == "comment":
            row = node.start_point[0]
            if row == previous_row:
                continue
            if comments and comments[-1].end_point[0] != row - 1:
                comments = []
            comments.append(node)
            continue
        if node.type == "heredoc_body":
            continue
        above = tuple(comments) if comments and comments[-1].end_point[0] == node.start_point[0] - 1 else ()
        comments = []
        previous_row = node.end_point[0]
        yield from _flat(Statement(node, scope, above, is_certain))


def _flat(statement: Statement) -> Iterator[Statement]:
    node, scope = statement.node, statement.scope
    kind = node.type
    if kind in BRANCHES:
        condition = node.child_by_field_name("condition")
        inner = [each for each in node.named_children if each != condition]
        for each in statements(inner, scope, is_certain=False):
            yield each._replace(comments=each.comments or statement.comments)
        return
    if kind in GROUPS:
        yield from statements(node.named_children, scope, statement.is_certain)
        return
    if kind in ("assignment", "operator_assignment"):
        _assign(statement)
    elif kind == "binary":
        _forget_extended(node, scope)
    elif kind == "call":
        call = call_of(node)
        rounds = _rounds(call, scope) if call and call.block is not None else None
        if call and rounds is not None:
            for names in rounds:
                for each in statements(call.block or (), scope.inner(names), statement.is_certain):
                    yield each._replace(comments=each.comments or statement.comments)
            return
    yield statement


def _assign(statement: Statement) -> None:
    left = statement.node.child_by_field_name("left")
    if left is None or left.type not in ("identifier", "constant", "instance_variable"):
        return
    known = statement.is_certain and statement.node.type == "assignment"
    statement.scope.names[text(left)] = value(statement.node.child_by_field_name("right"), statement.scope) if known else UNKNOWN


def _forget_extended(node: tree_sitter.Node, scope: Scope) -> None:
    """Discard the value of a list that is modified in place, as by `list << element`."""
    left = node.child_by_field_name("left")
    if left is not None and text(node.child_by_field_name("operator")) == "<<":
        scope.names[text(left)] = UNKNOWN


def _rounds(call: RubyCall, scope: Scope) -> list[list[tuple[str, Value]]] | None:
    """The parameters of a loop in each iteration; None if it does not iterate over known values."""
    if call.name not in ("each", "each_pair", "each_key", "each_with_index", "map") or call.subject is None:
        return None
    subject = value(call.subject, scope)
    if isinstance(subject, dict):
        elements: list[Value] = list(subject) if call.name == "each_key" else [[key, each] for key, each in subject.items()]
    elif isinstance(subject, list) and call.name != "each_pair":
        elements = [[each, index] for index, each in enumerate(subject)] if call.name == "each_with_index" else subject
    else:
        return None
    names = [text(each) for each in call.parameters if each.type == "identifier"]
    if len(names) != len(call.parameters) or not scope.budget.spend(len(elements)):
        return None
    return [_bind(names, element) for element in elements]


def _bind(names: list[str], element: Value) -> list[tuple[str, Value]]:
    if len(names) == 1:
        return [(names[0], element)]
    parts = element if isinstance(element, list) else [element]
    return list(zip(names, parts + [UNKNOWN] * len(names), strict=False))
