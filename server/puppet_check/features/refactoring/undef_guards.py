"""Quick fixes of `possibly-undef`: the statement, or the rest of its condition, is only evaluated where the value is not undef.

What happens for undef changes: it failed before. So these are no fixes that `--fix` makes, and an editor offers them only if nothing new
is found in what they make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puppet_check.features.refactoring.rewriting import Rewritten
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit
from puppet_typesys.edits import indentation, is_first_on_line
from puppet_typesys.types import model
from puppet_typesys.types.disjoint import disjoint

NARROWED = (ast.VariableExpression, ast.AccessExpression)
"""Expressions of which conditions say something."""
CONDITIONAL = (ast.IfExpression, ast.UnlessExpression)
LOOSE = (ast.OrExpression, ast.AssignmentExpression)
"""Conditions that need parentheses as an operand of `and`."""
SEVERAL_LINES = (ast.HeredocExpression, ast.LiteralString, ast.ConcatenatedString)
"""Expressions whose value may depend on the indentation of their lines."""


def guarded(view: View, found: Diagnostic) -> Iterator[Rewritten]:
    """The edits that guard the use of a value that may be undef."""
    if found.code != "possibly-undef":
        return
    path = path_at(view.program, found.start)
    at = next((at for at, each in enumerate(path) if isinstance(each, NARROWED) and each.span == (found.start, found.end)), None)
    text = view.text.slice(found.start, found.end)
    if at is None or not text.startswith("$"):
        return
    condition = text if _is_true_if_set(view, path[at]) else f"{text} != undef"
    owner = _conditional(path[: at + 1])
    if isinstance(owner, ast.IfExpression):
        yield f"Guard with `{condition} and`", _in_condition(view, owner.test, condition)
        return
    statement = _statement(path[: at + 1])
    if owner is None and statement is not None and (edits := _around(view, statement, condition)):
        yield f"Guard with `if {condition}`", edits


def _is_true_if_set(view: View, node: ast.Node) -> bool:
    """Whether a value is true unless it is undef."""
    type = view.type_of(node) if isinstance(node, ast.Expression) else None
    return type is not None and disjoint(type, model.Boolean(False))


def _conditional(path: Sequence[ast.Node]) -> ast.Node | None:
    """The `if` or `unless` in whose condition the last node of a path is."""
    for parent, child in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if isinstance(parent, CONDITIONAL) and parent.test is child:
            return parent
        if isinstance(parent, ast.BlockExpression | ast.LambdaExpression):
            return None
    return None


def _in_condition(view: View, test: ast.Expression, condition: str) -> tuple[Edit, ...]:
    if isinstance(test, LOOSE):
        return Edit(test.start, test.start, f"{condition} and ("), Edit(test.end, test.end, ")")
    return (Edit(test.start, test.start, f"{condition} and "),)


def _statement(path: Sequence[ast.Node]) -> ast.Node | None:
    """The innermost statement of a block that the last node of a path is in."""
    for parent, child in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if isinstance(parent, ast.BlockExpression) or (isinstance(parent, BODIES) and parent.body is child):
            return child
        if isinstance(parent, CONDITIONAL) and child in (parent.then_expr, parent.else_expr):
            return child
    return None


BODIES = (ast.LambdaExpression, ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition)


def _around(view: View, statement: ast.Node, condition: str) -> tuple[Edit, ...]:
    """The statement inside an `if`, on lines of its own; empty if its lines cannot be indented."""
    text, lines = view.text, view.text.slice(*statement.span).split("\n")
    strings = (each for each in ast.walk(statement) if isinstance(each, SEVERAL_LINES))
    if not is_first_on_line(text, statement.start) or any("\n" in text.slice(*each.span) for each in strings):
        return ()
    if any(isinstance(each, ast.HeredocExpression) for each in ast.walk(statement)):
        return ()
    indent = indentation(text, statement.start)
    body = "\n".join(f"  {line}" if line.strip() else line for line in lines)
    return (Edit(*statement.span, f"if {condition} {{\n{indent}{body}\n{indent}}}"),)
