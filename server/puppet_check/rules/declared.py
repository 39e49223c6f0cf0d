"""Expressions whose types authors have declared in the same file, as opposed to types that are inferred or known of facts."""

from __future__ import annotations

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_typesys.infer.model import MAX_VALUES
from puppet_typesys.types.model import Type
from puppet_typesys.types.narrow import joined
from puppet_typesys.values.unknown import Selected, Unknown


def parameter_of(node: ast.Expression, file: File) -> ast.Parameter | None:
    """The typed parameter that an expression reads, or reads an element of; None for any other expression."""
    variable = _root(node)
    owners = {} if variable is None else file.typed_parameters.get(variable.name, {})
    if variable is None or not owners:
        return None
    around: ast.Node | None = file.parents.get(node)
    while around is not None and not isinstance(around, ast.Definition):
        if isinstance(around, ast.LambdaExpression) and any(each.name == variable.name for each in around.parameters):
            return None  # A lambda is evaluated with the elements that there are, not with all that its parameter accepts.
        around = file.parents.get(around)
    if around is None or (isinstance(around, ast.FunctionDefinition) and around.name in file.called_functions):
        return None  # A function that the file calls is evaluated with the arguments that it gets there.
    return owners.get(around)


def _root(node: ast.Expression) -> ast.VariableExpression | None:
    while isinstance(node, ast.ParenthesizedExpression | ast.AccessExpression):
        node = node.expr if isinstance(node, ast.ParenthesizedExpression) else node.left_expr
    return node if isinstance(node, ast.VariableExpression) else None


def declared_type(parameter: ast.Parameter, file: File) -> Type | None:
    """The declared type of a parameter; None if it is unknown."""
    seen = () if file.model is None else file.model.values.get(id(parameter.type_expr), ())
    types = [each for each in seen if isinstance(each, Type)]
    return types[0] if types and len(types) == len(seen) else None


def are_unknown(node: ast.Expression, file: File) -> bool:
    """Whether all values of an expression are unknown, and none is omitted."""
    seen = () if file.model is None else file.model.values.get(id(node), ())
    return 0 < len(seen) < MAX_VALUES and all(isinstance(each, Unknown) for each in seen)


def selected(option: ast.CaseOption | ast.SelectorEntry, test: ast.Expression, file: File) -> Selected | None:
    """What an option selects of all values of a declared type, and what it leaves; None if that is unknown."""
    if file.model is None or not are_unknown(test, file) or parameter_of(test, file) is None:
        return None
    seen = [each for each in file.model.values.get(id(option), ()) if isinstance(each, Selected)]
    if len(seen) != len(file.model.values[id(test)]):
        return None
    types, rests = [each.type for each in seen if isinstance(each.type, Type)], [each.rest for each in seen if isinstance(each.rest, Type)]
    return Selected(joined(types), joined(rests))
