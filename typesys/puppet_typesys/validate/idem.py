"""Idem: whether an expression certainly leaves everything as it is, so that only its value could matter.

The word is the reference's (Latin: the same). The answer yes is certain; no means "maybe not".
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
        # A string may call functions in its interpolations; to call them for that alone is a mistake all the same.
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
"""What only makes a value. A match is not here: it sets `$0`, `$1`, ..."""

_PARTS: dict[type[ast.Node], tuple[str, ...]] = {
    ast.ParenthesizedExpression: ("expr",),
    ast.IfExpression: ("test", "then_expr", "else_expr"),
    ast.UnlessExpression: ("test", "then_expr", "else_expr"),
    ast.CaseExpression: ("test", "options"),
    ast.CaseOption: ("values", "then_expr"),
    ast.BlockExpression: ("statements",),
}
"""What is idem when all these parts are."""


def is_idem(expression: ast.Expression | None) -> bool:
    """Whether an expression has no effect besides its value; nothing has none."""
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
    """Whether an expression is what `name { attribute => value }` is read as: a name, then a hash."""
    return (
        isinstance(expression, ast.BlockExpression)
        and len(expression.statements) == 2
        and isinstance(expression.statements[0], ast.QualifiedName)
        and isinstance(expression.statements[1], ast.LiteralHash)
    )
