"""What the code of a class or define does if its parameters have their defaults, as far as literals show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from puppet_check.rules.file import File
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.values.hash import identity
from puppet_typesys.values.unknown import contains_unknown

LEAVING = frozenset(("fail", "return", "next", "break"))
LITERALS = (ast.LiteralString, ast.LiteralBoolean, ast.LiteralInteger, ast.LiteralFloat, ast.LiteralUndef, ast.LiteralList, ast.LiteralHash)
DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
UNKNOWN = object()


Defaults = Mapping[str, object]
"""The values of the parameters whose defaults are literals, by name."""


def known_default(parameter: ast.Parameter, file: File) -> object:
    """The default of a parameter; None if it is undef, or not a literal."""
    found = _literal(parameter, file)
    return None if found is UNKNOWN else found


def _literal(parameter: ast.Parameter, file: File) -> object:
    seen = file.model.values.get(id(parameter.value), ()) if file.model is not None and isinstance(parameter.value, LITERALS) else ()
    return seen[0] if len(seen) == 1 and not contains_unknown(seen[0]) else UNKNOWN


def is_reached(node: ast.Node, name: str, file: File) -> bool:
    """Whether a node in a class or define is certainly evaluated with the defaults, of which nothing before refuses that of a parameter."""
    path = [node]
    while not isinstance(path[-1], ast.Definition):
        path.append(file.parents[path[-1]])
    definition = path.pop()
    assert isinstance(definition, DEFINITIONS)
    known = {each.name: value for each in definition.parameters if (value := _literal(each, file)) is not UNKNOWN}
    for inner, around in pairwise(path):
        match around:
            case ast.IfExpression() | ast.UnlessExpression():
                if inner is not around.test and _truth(around.test, known) is not _taken(around, inner):
                    return False
            case ast.BlockExpression():
                if any(_may_refuse(each, name, known) for each in around.statements if each.end <= node.start):
                    return False
            case ast.LambdaExpression() | ast.CaseExpression() | ast.SelectorExpression() | ast.AndExpression() | ast.OrExpression():
                return False
    return True


def _taken(node: ast.IfExpression | ast.UnlessExpression, branch: ast.Node) -> bool:
    """The truth of the condition with which a branch is taken."""
    return (branch is node.then_expr) is isinstance(node, ast.IfExpression)


def _may_refuse(statement: ast.Expression, name: str, defaults: Defaults) -> bool:
    """Whether a statement may leave the body because of a parameter's default."""
    if called(statement) in LEAVING:
        return True
    if not any(called(each) in LEAVING for each in ast.of_class(statement, ast.CallNamedFunctionExpression)):
        return False
    if isinstance(statement, ast.IfExpression | ast.UnlessExpression) and _truth(statement.test, defaults) is (
        isinstance(statement, ast.UnlessExpression)
    ):
        return statement.else_expr is not None and _may_refuse(statement.else_expr, name, defaults)
    return any(each.name == name for each in ast.of_class(statement, ast.VariableExpression))


def _truth(condition: ast.Expression, defaults: Defaults) -> bool | None:
    """Whether a condition holds; None if that is unknown."""
    match condition:
        case ast.ParenthesizedExpression(expr=inner):
            return _truth(inner, defaults)
        case ast.NotExpression(expr=inner):
            found = _truth(inner, defaults)
            return None if found is None else not found
        case ast.AndExpression():
            return _all(_truth(each, defaults) for each in (condition.left_expr, condition.right_expr))
        case ast.OrExpression():
            negated = _all(_negated(_truth(each, defaults)) for each in (condition.left_expr, condition.right_expr))
            return _negated(negated)
        case ast.ComparisonExpression(operator="==" | "!=" as operator):
            left, right = _value(condition.left_expr, defaults), _value(condition.right_expr, defaults)
            if left is UNKNOWN or right is UNKNOWN:
                return None
            return _are_equal(left, right) is (operator == "==")
    value = _value(condition, defaults)
    return None if value is UNKNOWN else value is not None and value is not False


def _value(node: ast.Expression, defaults: Defaults) -> object:
    match node:
        case ast.ParenthesizedExpression(expr=inner):
            return _value(inner, defaults)
        case ast.VariableExpression(name=name):
            return defaults.get(name, UNKNOWN)
        case ast.LiteralString() | ast.LiteralBoolean() | ast.LiteralInteger() | ast.QualifiedName():
            return node.value
        case ast.LiteralUndef():
            return None
    return UNKNOWN


def _are_equal(left: object, right: object) -> bool:
    """Whether two literals are equal; strings are compared without regard to case."""
    if isinstance(left, str) and isinstance(right, str):
        return left.lower() == right.lower()
    return identity(left) == identity(right)


def _all(parts: Iterator[bool | None]) -> bool | None:
    found = [*parts]
    if False in found:
        return False
    return None if None in found else True


def _negated(value: bool | None) -> bool | None:
    return None if value is None else not value
