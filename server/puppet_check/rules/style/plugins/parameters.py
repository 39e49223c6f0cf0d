"""Types and defaults of the parameters of classes and defined types."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.types.relate import is_instance

DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
LITERALS = (
    ast.LiteralString,
    ast.QualifiedName,
    ast.LiteralInteger,
    ast.LiteralFloat,
    ast.LiteralBoolean,
    ast.LiteralRegularExpression,
    ast.LiteralList,
    ast.LiteralHash,
    ast.ConcatenatedString,
    ast.HeredocExpression,
    ast.QualifiedReference,
    ast.UnaryMinusExpression,
)
"""What values begin with that certainly are not undef."""
CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)


@style_issue()
def lookup_in_parameter(name: str) -> str:
    """`lookup` in the default of a parameter"""
    return f"`lookup` as the default of parameter `${name}`; Puppet looks up parameters of classes by itself"


@style_issue()
def optional_default(name: str) -> str:
    """Optional parameter with a default other than `undef`, or without one"""
    return f"parameter `${name}` is Optional, but its default is not `undef`"


@optional_default.variant()
def missing_default(name: str) -> str:
    return f"parameter `${name}` is Optional, but has no default"


@style_issue()
def params_not_optional_with_undef(name: str) -> str:
    """Parameter that is not Optional with `undef` as its default"""
    return f"parameter `${name}` has `undef` as its default, which its type does not accept"


@style_issue()
def params_empty_string_assignment(name: str) -> str:
    """String parameter with an empty string as its default"""
    return f"the default of parameter `${name}` is an empty string; expected an Optional type and `undef`"


@style_issue()
def parameter_types(name: str) -> str:
    """Parameter without a type"""
    return f"parameter `${name}` has no type"


@style(on=DEFINITIONS)
def check_parameters(definition: ast.NamedDefinition, file: StyleFile) -> Iterator[Diagnostic]:
    """Report each parameter whose type and default do not belong together."""
    for each in definition.parameters:
        start, end = each.name_span
        if each.type_expr is None:
            continue
        if _name(each.type_expr) == "optional":
            yield from _of_optional(each, definition, file)
        elif isinstance(each.value, ast.LiteralUndef):
            if not _accepts_undef(each.type_expr, file):
                yield params_not_optional_with_undef(each.name).at(start, end, fixes=_made_optional(each))
        elif _is_empty(each.value) and _name(each.type_expr) in ("string", "variant"):
            yield params_empty_string_assignment(each.name).at(start, end)


def _of_optional(parameter: ast.Parameter, definition: ast.NamedDefinition, file: StyleFile) -> Iterator[Diagnostic]:
    start, end = parameter.name_span
    if parameter.value is None and isinstance(definition, ast.ResourceTypeDefinition):
        fix = Fix("Use undef as the default", (Edit(end, end, " = undef"),))
        yield missing_default(parameter.name).at(start, end, fixes=(fix,))
    elif isinstance(_leftmost(parameter.value), LITERALS) and not any(isinstance(each, CALLS) for each in _all(parameter.value)):
        yield optional_default(parameter.name).at(start, end, fixes=_made_required(parameter, file))


def _leftmost(node: ast.Expression | None) -> ast.Expression | None:
    """What a value begins with."""
    while isinstance(node, ast.BinaryExpression | ast.AccessExpression):
        node = node.left_expr
    return node


def _all(node: ast.Expression | None) -> Iterator[ast.Node]:
    """A value and what it consists of."""
    return iter(()) if node is None else ast.walk(node)


def _made_optional(parameter: ast.Parameter) -> tuple[Fix, ...]:
    assert parameter.type_expr is not None
    start, end = parameter.type_expr.start, parameter.type_expr.end
    return (Fix("Make the type Optional", (Edit(start, start, "Optional["), Edit(end, end, "]"))),)


def _made_required(parameter: ast.Parameter, file: StyleFile) -> tuple[Fix, ...]:
    """The type without Optional. A caller may pass undef on purpose, so the fix is not safe."""
    type = parameter.type_expr
    if not isinstance(type, ast.AccessExpression) or len(type.keys) != 1 or isinstance(type.keys[0], ast.LiteralString):
        return ()
    return (Fix("Remove Optional", (Edit(type.start, type.end, file.source(type.keys[0])),)),)


@style(on=Tokens)
def check_types(tokens: Tokens, file: StyleFile) -> Iterator[Diagnostic]:
    """Report parameters without a type."""
    for definition in file.definitions:
        for each in definition.parameter_names():
            before = tokens.previous_code(each)
            if before is None or before.kind in ("(", ","):
                yield parameter_types(each.value).at(each.start, each.end)


@style(on=DEFINITIONS)
def check_lookups(definition: ast.NamedDefinition, file: StyleFile) -> Iterator[Diagnostic]:
    """Report calls of `lookup` in defaults."""
    for parameter in definition.parameters:
        for each in _all(parameter.value):
            if isinstance(each, ast.CallNamedFunctionExpression) and _name(each.functor_expr) == "lookup":
                yield lookup_in_parameter(parameter.name).at(each.functor_expr.start, each.functor_expr.end)


def _name(node: ast.Expression) -> str:
    """The name of a type, without its parameters, or of a function."""
    if isinstance(node, ast.AccessExpression):
        node = node.left_expr
    return node.value if isinstance(node, ast.QualifiedReference | ast.QualifiedName) else ""


def _is_empty(node: ast.Expression | None) -> bool:
    return isinstance(node, ast.LiteralString) and node.value == ""


def _accepts_undef(type: ast.Expression, file: StyleFile) -> bool:
    """Whether undef is a value of a type; also if the type is unknown."""
    return is_instance(type_from(file.source(type), file.known.external.type_named), None)
