"""Idem expressions: those that certainly have no effect, so that only their value can matter.

The term is the reference's (Latin for "the same"). A positive answer is certain; a negative one means "possibly not".
"""

from __future__ import annotations

from operator import attrgetter

from puppet_grammar import ast

_IDEM = frozenset(
    {
        ast.AccessExpression,
        ast.AndExpression,
        ast.ArithmeticExpression,
        ast.ComparisonExpression,
        # A string may call functions in interpolations; as a statement, it is a mistake all the same.
        ast.ConcatenatedString,
        ast.HeredocExpression,
        ast.InExpression,
        ast.LiteralBoolean,
        ast.LiteralDefault,
        ast.LiteralFloat,
        ast.LiteralHash,
        ast.LiteralInteger,
        ast.LiteralList,
        ast.LiteralRegularExpression,
        ast.LiteralString,
        ast.LiteralUndef,
        ast.NamedAccessExpression,
        ast.Nop,
        ast.NotExpression,
        ast.OrExpression,
        ast.QualifiedName,
        ast.QualifiedReference,
        ast.ReservedWord,
        ast.SelectorExpression,
        ast.TextExpression,
        ast.UnaryMinusExpression,
        ast.UnfoldExpression,
        ast.VariableExpression,
    }
)
"""Expressions that only produce a value. A match is not among them, because it sets `$0`, `$1` and so on."""

_PARTS: dict[type[ast.Node], tuple[str, ...]] = {
    ast.ParenthesizedExpression: ("expr",),
    ast.IfExpression: ("test", "then_expr", "else_expr"),
    ast.UnlessExpression: ("test", "then_expr", "else_expr"),
    ast.CaseExpression: ("test", "options"),
    ast.CaseOption: ("values", "then_expr"),
    ast.BlockExpression: ("statements",),
}
"""Expressions that are idem if these parts are."""


def is_idem(expression: ast.Expression | None) -> bool:
    """Whether an expression has no effect besides its value; a missing expression is idem."""
    waiting: list[ast.Node | None] = [expression]
    while waiting:
        node = waiting.pop()
        if node is None or type(node) in _IDEM:
            continue
        parts = _PARTS.get(type(node))
        if parts is None:
            return False
        for part in parts:
            value: tuple[ast.Node, ...] | ast.Node | None = attrgetter(part)(node)
            if isinstance(value, tuple):
                waiting += value
            else:
                waiting.append(value)
    return True


def is_resource_without_title(expression: ast.Expression | None) -> bool:
    """Whether an expression is how `name { attribute => value }` is parsed: a name, followed by a hash."""
    return (
        isinstance(expression, ast.BlockExpression)
        and len(expression.statements) == 2
        and isinstance(expression.statements[0], ast.QualifiedName)
        and isinstance(expression.statements[1], ast.LiteralHash)
    )
