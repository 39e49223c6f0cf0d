"""The statements of a text, before which an evaluation can pause, and the bodies that make frames of the stack."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text


class Role(NamedTuple):
    """What a node is for a debugger: a statement, a body, or both if a body has one statement only."""

    is_statement: bool = False
    body_of: str | None = None
    """The name of the frame that begins with this node."""


Roles = dict[int, Role]
"""The roles of nodes by their identity; all other nodes have none."""
NEVER = (ast.Nop, ast.Definition, ast.RenderStringExpression, ast.BlockExpression, ast.EppExpression)
"""Nodes that do nothing of their own when they are evaluated."""


def roles(root: ast.Node, name: str) -> Roles:
    """The roles of the nodes of a program or template; `name` is that of its own frame."""
    found: Roles = {}
    top = root.body if isinstance(root, ast.Program) else root
    found[id(top)] = Role(not isinstance(top, NEVER), name)
    for node in ast.walk(root):
        for each in _branches(node):
            if not isinstance(each, NEVER):
                found[id(each)] = Role(is_statement=True, body_of=found.get(id(each), Role()).body_of)
        label = frame_name(node)
        body = getattr(node, "body", None)
        if label is not None and body is not None and not isinstance(body, ast.EppExpression):
            found[id(body)] = Role(not isinstance(body, NEVER), label)
    return found


def _branches(node: ast.Node) -> Iterator[ast.Node]:
    """The statements directly below a node."""
    match node:
        case ast.BlockExpression():
            yield from node.statements
        case ast.IfExpression() | ast.UnlessExpression():
            yield from (each for each in (node.then_expr, node.else_expr) if each is not None)
        case ast.CaseOption() if node.then_expr is not None:
            yield node.then_expr
        case ast.EppExpression() if node.body is not None:
            yield node.body


def frame_name(node: ast.Node) -> str | None:
    """The name of the frame of a body; None for a node that has none."""
    match node:
        case ast.HostClassDefinition():
            return f"class {node.name}"
        case ast.ResourceTypeDefinition():
            return f"define {node.name}"
        case ast.FunctionDefinition():
            return f"function {node.name}"
        case ast.NodeDefinition():
            return "node"
        case ast.LambdaExpression():
            return "block"
    return None


def statements(root: ast.Node) -> list[ast.Node]:
    """The statements of a program, by their starts, outer ones first."""
    known = roles(root, "")
    found = [each for each in ast.walk(root) if id(each) in known and known[id(each)].is_statement]
    return sorted(found, key=lambda each: (start_of(each), -each.end))


def start_of(statement: ast.Node) -> int:
    """The byte offset at which a statement is shown: that of a tag, whose node has the line break before it, is its expression's."""
    return statement.expr.start if isinstance(statement, ast.RenderExpression) else statement.start


class Statements:
    """The statements of a text by their lines, from 0."""

    def __init__(self, root: ast.Node, text: Text) -> None:
        self._found = statements(root)
        self._first = [text.line_of(start_of(each)) for each in self._found]
        self._last = [text.line_of(max(each.end - 1, start_of(each))) for each in self._found]
        self._outer = [*_outer(self._found)]

    def at(self, line: int) -> ast.Node | None:
        """The statement of a breakpoint on a line: the first on it, else that which goes on there, else the next one."""
        number = bisect_left(self._first, line)
        later = self._found[number] if number < len(self._found) else None
        if later is not None and self._first[number] == line:
            return later
        before: int | None = number - 1 if number else None
        while before is not None and self._last[before] < line:
            before = self._outer[before]
        if before is not None and (later is None or start_of(later) >= self._found[before].end):
            return self._found[before]
        return later


def _outer(found: list[ast.Node]) -> Iterator[int | None]:
    """For each statement, the number of the innermost one around it."""
    open_: list[int] = []
    for number, each in enumerate(found):
        while open_ and found[open_[-1]].end <= start_of(each):
            open_.pop()
        yield open_[-1] if open_ else None
        open_.append(number)
