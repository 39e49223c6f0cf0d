"""Resources in a lambda that is called for each element of a collection, with a title that is the same for all elements."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puppet_check.rules.duplicate_resource import ASKING, LEAVING, Reported, calls_any, lower_name, title_key, titles_of
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.infer.resolution import assigned_variables
from puppet_typesys.issues.evaluation.resources import duplicate_declaration

EACH = frozenset(("each", "map", "reverse_each"))
REDUCING = frozenset(("filter", "unique"))
LITERALS = (ast.LiteralList, ast.LiteralHash)
"""Collections of which the evaluation knows how many elements they have."""


@duplicate_declaration.variant()
def declared_for_each(type: str, title: str) -> str:
    return f"Duplicate declaration: {type}[{title}] is declared for each element; its title must differ among them"


@rule(on=ast.CallMethodExpression, whole=True)
def check_lambda(call: ast.CallMethodExpression, file: File) -> Iterator[Diagnostic]:
    """Report the resources that the lambda declares for all elements or for most, unless their titles have one of its variables."""
    block = call.lambda_
    body = block.body if block is not None and called(call) in EACH else None
    over = call.functor_expr.left_expr
    if block is None or body is None or isinstance(over, LITERALS) or calls_any(body, LEAVING) or _may_be_single(over):
        return
    assigned = assigned_variables(body)
    own = {each.name for each in block.parameters} | assigned
    reported = Reported(file)
    for statement in _statements(body, own, assigned):
        if isinstance(statement, ast.ResourceExpression) and isinstance(statement.type_name, ast.QualifiedName):
            for title in (title for each in statement.bodies for title in titles_of(each.title)):
                names = {each.name for each in ast.walk(title) if isinstance(each, ast.VariableExpression)}
                if title_key(title) is not None and not names & own and not reported.touches(title):
                    type = "::".join(each.capitalize() for each in lower_name(statement.type_name).split("::"))
                    message = declared_for_each(type, file.source(title).strip("'\""))
                    yield message.at(title.start, title.end, severity=Severity.WARNING)


def _may_be_single(over: ast.Expression) -> bool:
    """Whether a collection was probably reduced to one element: a part of a list, or those that fulfil a condition or are distinct."""
    return called(over) in REDUCING or (isinstance(over, ast.AccessExpression) and len(over.keys) > 1)


def _statements(body: ast.Expression, own: set[str], assigned: Collection[str]) -> Iterator[ast.Expression]:
    """The statements of a body, and of its `if`s that only ask whether there is a value, or for what is the same for all elements."""
    match body:
        case ast.BlockExpression(statements=statements):
            for each in statements:
                yield from _statements(each, own, assigned)
        case ast.IfExpression(test=test, then_expr=ast.Expression() as then) if _holds_for_most(test, own, assigned):
            yield from _statements(then, own, assigned)
        case _:
            yield body


def _holds_for_most(test: ast.Expression, own: set[str], assigned: Collection[str]) -> bool:
    """Whether a condition is about nothing of an element, or only whether a part of it is empty.

    A variable that the body assigns may be true for a single element.
    """
    match test:
        case ast.ParenthesizedExpression():
            return _holds_for_most(test.expr, own, assigned)
        case ast.AndExpression():
            return _holds_for_most(test.left_expr, own, assigned) and _holds_for_most(test.right_expr, own, assigned)
        case ast.VariableExpression(name=name):
            return name not in assigned
        case ast.ComparisonExpression(operator="!=", left_expr=ast.VariableExpression(), right_expr=value):
            return isinstance(value, ast.LiteralUndef) or (isinstance(value, ast.LiteralString) and not value.value)
    return not calls_any(test, ASKING) and not any(each.name in own for each in ast.of_class(test, ast.VariableExpression))
