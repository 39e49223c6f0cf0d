"""A call that a fix replaces by an expression, and the parentheses that the expression needs in its place."""

from __future__ import annotations

from functools import lru_cache

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.edits import indentation

SIMPLE = (
    *(ast.VariableExpression, ast.AccessExpression, ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.ParenthesizedExpression),
    *(ast.LiteralString, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralBoolean, ast.LiteralUndef, ast.QualifiedName),
    *(ast.ConcatenatedString, ast.LiteralList, ast.LiteralHash),
)
"""The classes of operands that need no parentheses."""
CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)
BLOCKS = (ast.Program, ast.BlockExpression, ast.LambdaExpression, ast.EppExpression, ast.Definition)
BINDS_LESS = (
    *(ast.AndExpression, ast.OrExpression, ast.AssignmentExpression, ast.ParenthesizedExpression, ast.IfExpression, ast.UnlessExpression),
    *(ast.CaseExpression, ast.AttributeOperation, ast.CallNamedFunctionExpression, ast.LiteralList, ast.KeyedEntry, ast.Parameter),
)
"""The classes of nodes inside of which a match needs no parentheses."""


class Call(NamedTuple):
    """A call of a function by name or as a method, without a lambda."""

    node: ast.CallNamedFunctionExpression | ast.CallMethodExpression
    parent: ast.Node
    text: Text

    @property
    def functor(self) -> ast.Expression:
        """The name of the function."""
        return functor_of(self.node)

    @property
    def arguments(self) -> tuple[ast.Expression, ...]:
        """The arguments, including the receiver before the dot."""
        functor = self.node.functor_expr
        return (functor.left_expr, *self.node.arguments) if isinstance(functor, ast.NamedAccessExpression) else self.node.arguments

    @property
    def is_statement(self) -> bool:
        """Whether the call is a statement of a body."""
        match self.parent:
            case ast.IfExpression(test=test) | ast.UnlessExpression(test=test):
                return test is not self.node
            case ast.CaseOption(then_expr=body):
                return body is self.node
        return isinstance(self.parent, BLOCKS)

    def source(self, node: ast.Node) -> str:
        """The text of a node."""
        return self.text.slice(node.start, node.end)

    def operand(self, node: ast.Expression) -> str:
        """The text of an argument as an operand."""
        return self.source(node) if isinstance(node, SIMPLE) else f"({self.source(node)})"

    def enclosed(self, expression: str) -> str:
        """The text of a match or `in` that takes the place of the call, in parentheses if it needs them there."""
        return expression if self.is_statement or isinstance(self.parent, BINDS_LESS) else f"({expression})"

    def enclosed_sum(self, expression: str) -> str:
        """The same of a sum, which binds more tightly than a match."""
        return expression if isinstance(self.parent, (*BINDS_LESS, ast.MatchExpression, ast.ComparisonExpression)) else f"({expression})"

    def replaced_by(self, title: str, *several: str, is_safe: bool) -> Fix:
        """Put an expression, or several statements, in place of the call."""
        text = f"\n{indentation(self.text, self.node.start)}".join(several)
        return Fix(title, (Edit(self.node.start, self.node.end, text),), "safe" if is_safe else "unsafe")

    def renamed(self, name: str, *, is_safe: bool) -> Fix:
        """Call another function with the same arguments."""
        return Fix(f"Use {name}", (Edit(self.functor.start, self.functor.end, name),), "safe" if is_safe else "unsafe")


def functor_of(node: ast.CallNamedFunctionExpression | ast.CallMethodExpression) -> ast.Expression:
    """The expression that names the function of a call."""
    functor = node.functor_expr
    return functor.right_expr if isinstance(functor, ast.NamedAccessExpression) else functor


def call_at(program: ast.Program, text: Text, start: int, name: str) -> Call | None:
    """The call of a function by a name, at an offset, unless it has a lambda."""
    found = _calls(program).get((start, name))
    return None if found is None else call_of(*found, text)


@lru_cache(maxsize=1)
def _calls(program: ast.Program) -> dict[tuple[int, str], tuple[ast.Node, ast.Node]]:
    """The calls without a lambda by their offsets and names, each with its parent. Several findings of a file need them."""
    found: dict[tuple[int, str], tuple[ast.Node, ast.Node]] = {}
    for parent in ast.walk(program):
        for node in ast.children(parent):
            if isinstance(node, CALLS) and node.lambda_ is None:
                functor = functor_of(node)
                if isinstance(functor, ast.QualifiedName):
                    found.setdefault((node.start, functor.value.removeprefix("::")), (node, parent))
    return found


def call_of(node: ast.Node, parent: ast.Node, text: Text) -> Call | None:
    """The call that a node is; None if it has a lambda, or a text that means something else elsewhere."""
    if not isinstance(node, CALLS) or node.lambda_ is not None:
        return None
    found = Call(node, parent, text)
    return None if _lacks_dollar(found) else found


def _lacks_dollar(call: Call) -> bool:
    """Whether a call is `${name.function}` in a string, whose first name is a variable only there."""
    start = call.node.start
    return (
        call.text.source[start : start + 1] != b"$"
        and call.text.source[:start].rstrip().endswith(b"${")
        and call.arguments[:1] != call.node.arguments[:1]
    )
