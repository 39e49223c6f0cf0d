"""Parameters of a type of which what gets them refuses all values but undef: `Optional[Boolean] $ensure` as the `ensure` of a package.

The evaluation reports types of which every value is refused. Undef never is, so with it the parameter works as long as nobody sets it.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.deprecated_parameter import declared_by
from puppet_check.rules.equality import type_seen
from puppet_check.rules.file import File
from puppet_check.rules.given_defaults import DEFINITIONS
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.infer.attribute_values import invalid_value
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.infer.issues import wrong_value
from puppet_typesys.types.disjoint import disjoint
from puppet_typesys.types.model import UNDEF, Any, Boolean, Integer, Type
from puppet_typesys.types.relate import is_assignable
from puppet_typesys.types.show import show
from puppet_typesys.types.walk import alternatives
from puppet_typesys.values.errors import ArgumentError

SAMPLES: dict[type[Type], tuple[object, ...]] = {Boolean: (True, False), Integer: (0, 1, 644, 1000)}
"""Values of types, all of which are refused if the type is, as attributes refuse kinds of values."""


@wrong_value.variant()
def refused_type(parameter: str, actual: str, target: str, reason: str) -> str:
    return f"any value that `${parameter}` accepts except undef ({actual}) is refused by {target}: {reason}"


@rule(on=ast.ResourceExpression, whole=True)
def check_types(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report parameters of a definition whose type has nothing but undef in common with what gets them."""
    for body in node.bodies if node.form == "regular" else ():
        for each in body.operations:
            if not isinstance(each, ast.AttributeOperation) or not isinstance(each.value_expr, ast.VariableExpression):
                continue
            parameter = _parameter(each.value_expr, file)
            seen = None if parameter is None else _without_undef(each.value_expr, file)
            if parameter is None or not seen:
                continue
            found = _refused(node, body, each.attribute_name, seen, file)
            if found is not None:
                message = refused_type(parameter.name, ", ".join(map(show, seen)), *found)
                related = (Related(parameter.start, parameter.end, "declared here"),)
                yield message.at(each.value_expr.start, each.value_expr.end, severity=Severity.WARNING, related=related)


def _parameter(variable: ast.VariableExpression, file: File) -> ast.Parameter | None:
    """The parameter with a type, of the class or define around a variable, that it is."""
    scopes = file.scopes.around(variable)
    if not scopes or not isinstance(scopes[0].node, DEFINITIONS):
        return None
    found = scopes[0].parameters.get(variable.name)
    return found if found is not None and found.type_expr is not None else None


def _without_undef(variable: ast.VariableExpression, file: File) -> list[Type]:
    """The types of the values of a variable that may be undef, without undef; none if they are not known."""
    type = type_seen(variable, file)
    try:
        types = [] if type is None else list(alternatives(type))
    except ArgumentError:
        return []
    others = [each for each in types if each != UNDEF]
    return others if len(others) < len(types) and not any(isinstance(each, Any) for each in others) else []


def _refused(node: ast.ResourceExpression, body: ast.ResourceBody, attribute: str, seen: list[Type], file: File) -> tuple[str, str] | None:
    """What refuses values of all of some types, and why; None if it may accept one."""
    if not isinstance(node.type_name, ast.QualifiedName):
        return None
    name = node.type_name.value.removeprefix("::")
    if name in NAMES:
        values = [value for each in seen for value in SAMPLES.get(type(each), (None,))]
        if None in values:
            return None
        reasons = [invalid_value(name, attribute, value, file.known.target) for value in values]
        return None if None in reasons or reasons[0] is None else (f"'{attribute}' of a {name}", reasons[0])
    target = declared_by(node, body, file)
    parameter = None if target is None else target.parameter(attribute)
    if target is None or parameter is None or parameter.type is None:
        return None
    expected = type_from(parameter.type, file.known.external.type_named)
    if not is_assignable(expected, UNDEF) or not all(disjoint(expected, each) for each in seen):
        return None
    return f"'{attribute}' of {target.name}", f"expected {show(expected)}"
