"""The branches and statements of a program, whose evaluations are counted.

They are numbered in the order of the text, so that counts of several processes can be added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Span, Text

DEFINED = {ast.HostClassDefinition: "class", ast.ResourceTypeDefinition: "define", ast.FunctionDefinition: "function"}
NOTHING = (ast.Nop, ast.Definition, ast.BlockExpression)
"""Nodes that are not statements themselves."""


class Branch(NamedTuple):
    """Code that is evaluated under a condition, or when its definition is used; offsets are in bytes."""

    kind: str
    """What it is, such as `else`; those that are not written are `implicit`."""
    start: int
    """Where it begins: a condition, option or definition is part of it."""
    end: int
    head: Span
    """What tells it from others: its condition, the one that it is the `else` of, its option, or the name of its definition."""
    group: int
    """The number of the conditional expression or definition that it belongs to."""


class Statement(NamedTuple):
    """A statement."""

    start: int


@dataclass
class Points:
    """The branches and statements of a program, and the nodes by whose identities they are found while it is evaluated."""

    branches: list[Branch] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    of_choice: dict[int, tuple[int | None, ...]] = field(default_factory=dict)
    """The numbers of the branches of conditional expressions; None for an `elsif`, which has branches of its own."""
    of_body: dict[int, int] = field(default_factory=dict)
    """The numbers of the branches that are bodies."""
    of_statement: dict[int, int] = field(default_factory=dict)


def points(program: ast.Program, text: Text) -> Points:
    """The branches and statements of a program."""
    found = Points()
    group = 0
    for node in ast.walk(program):
        branches = [*_branches(node, text, group)]
        if branches:
            group += 1
            _enter(found, node, branches)
        for body in _bodies(node):
            _enter_statements(found, body)
    return found


def _enter(found: Points, node: ast.Node, branches: list[Branch | None]) -> None:
    numbers: list[int | None] = []
    for each in branches:
        numbers.append(None if each is None else len(found.branches))
        if each is not None:
            found.branches.append(each)
    body = _body_of(node)
    if body is None:
        found.of_choice[id(node)] = (*numbers,)
    elif numbers[0] is not None:
        found.of_body[id(body)] = numbers[0]


def _enter_statements(found: Points, body: ast.Expression) -> None:
    for each in body.statements if isinstance(body, ast.BlockExpression) else (body,):
        if not isinstance(each, NOTHING) and id(each) not in found.of_statement:
            found.of_statement[id(each)] = len(found.statements)
            found.statements.append(Statement(each.start))


def _branches(node: ast.Node, text: Text, group: int) -> Iterator[Branch | None]:
    match node:
        case ast.IfExpression():
            head = Span(node.start, node.test.end)
            yield Branch("elsif" if _is_elsif(node, text) else "if", node.start, _end(node.then_expr, node.test), head, group)
            yield _else(node, text, group)
        case ast.UnlessExpression():
            yield Branch("unless", node.start, _end(node.then_expr, node.test), Span(node.start, node.test.end), group)
            yield _else(node, text, group)
        case ast.CaseExpression():
            for option in node.options:
                yield Branch(_kind_of(option), option.start, option.end, Span(option.start, option.colon_start), group)
            if not any(_kind_of(option) == "default" for option in node.options):
                yield Branch("implicit default", node.start, node.test.end, Span(node.start, node.test.end), group)
        case ast.SelectorExpression():
            yield from (Branch("selector option", each.start, each.end, Span(each.start, each.end), group) for each in node.selectors)
        case ast.LambdaExpression() if node.body is not None:
            yield Branch("lambda", node.start, node.end, Span(node.start, node.body.start), group)
        case ast.HostClassDefinition() | ast.ResourceTypeDefinition() | ast.FunctionDefinition() if node.body is not None:
            yield Branch(DEFINED[type(node)], node.start, node.end, node.name_span, group)


def _else(node: ast.IfExpression | ast.UnlessExpression, text: Text, group: int) -> Branch | None:
    other = node.else_expr
    head = Span(node.start, node.test.end)
    if other is None:
        return Branch("implicit else", node.start, node.test.end, head, group)
    return None if _is_elsif(other, text) else Branch("else", other.start, other.end, head, group)


def _is_elsif(node: ast.Expression, text: Text) -> bool:
    return isinstance(node, ast.IfExpression) and text.source.startswith(b"elsif", node.start)


def _end(body: ast.Expression | None, test: ast.Expression) -> int:
    return test.end if body is None else body.end


def _kind_of(option: ast.CaseOption) -> str:
    return "default" if any(isinstance(each, ast.LiteralDefault) for each in option.values) else "case option"


def _body_of(node: ast.Node) -> ast.Expression | None:
    """The body of a definition or lambda."""
    match node:
        case ast.LambdaExpression() | ast.HostClassDefinition() | ast.ResourceTypeDefinition() | ast.FunctionDefinition():
            return node.body
    return None


def _bodies(node: ast.Node) -> Iterator[ast.Expression]:
    """The statements directly below a node, or the block of them."""
    match node:
        case ast.IfExpression() | ast.UnlessExpression():
            yield from (each for each in (node.then_expr, node.else_expr) if each is not None)
        case ast.CaseOption() if node.then_expr is not None:
            yield node.then_expr
        case _ if (body := _body_of(node)) is not None:
            yield body
