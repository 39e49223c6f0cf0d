"""The literal that a variable has by default, through assignments and the defaults of parameters of other classes."""

from __future__ import annotations

import re

from puppet_check.rules.file import File
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import CLASS, TypedName

MOST_STEPS = 4
QUALIFIED = lazy_pattern(r"\$(?:::)?(\w+(?:::\w+)*)::(\w+)\Z")
LITERAL = lazy_pattern(r"'([^'\\\n]*)'\Z|\"([^\"\\$\n]*)\"\Z")


def literal_of(variable: ast.VariableExpression, file: File) -> str | None:
    """The text that a variable of a class or define has by default; None if that is not known."""
    scopes = file.scopes.around(variable)
    if len(scopes) != 1:
        return _followed(f"${variable.name}", file)
    scope = scopes[0]
    parameter = scope.parameters.get(variable.name)
    if parameter is not None:
        return None if parameter.value is None else _followed(file.source(parameter.value), file)
    values = [
        each.right_expr
        for each in file.of_class(ast.AssignmentExpression)
        if isinstance(each.left_expr, ast.VariableExpression)
        and file.scopes.by_node.get(id(each.left_expr)) is scope
        and each.left_expr.name == variable.name
    ]
    return _followed(file.source(values[0]) if len(values) == 1 else f"${variable.name}", file)


def _followed(text: str, file: File) -> str | None:
    """The literal that the text of an expression stands for."""
    for _ in range(MOST_STEPS):
        literal = LITERAL.match(text)
        if literal is not None:
            return literal[1] or literal[2]
        named = QUALIFIED.match(text)
        if named is None:
            return None
        following = _value_of(named[1].lower(), named[2], file)
        if following is None:
            return None
        text = following
    return None


def _value_of(owner: str, name: str, file: File) -> str | None:
    """The text of the default of a class parameter, or of the only value that is assigned to a variable of a class."""
    found = file.known.external.load(TypedName(CLASS, owner))
    if found is None:
        return None
    parameter = found.parameter(name)
    if parameter is not None:
        return parameter.default
    if name not in found.variables:
        return None
    source = file.known.world.text_of(found.place.path)
    if source is None:
        return None
    values = re.findall(rf"^\s*\${name}\s*=\s*(\S.*?)\s*$", source, re.MULTILINE)
    return values[0] if len(values) == 1 else None
