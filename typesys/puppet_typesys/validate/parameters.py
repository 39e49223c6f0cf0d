"""Rules about parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_typesys.diagnostics import Related, Severity
from puppet_typesys.issues import language as issues
from puppet_typesys.issues.labels import label
from puppet_typesys.validate.file import File
from puppet_typesys.validate.literal import is_literal
from puppet_typesys.validate.rule import Finding, rule

_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*").fullmatch
_NUMERIC = re.compile(r"(?:0x)?[0-9]+").fullmatch
_RESERVED = frozenset({"name", "title"})

Parameters = ast.NamedDefinition | ast.LambdaExpression


@rule(on=ast.LambdaExpression)
def captures_rest_not_last(function: ast.LambdaExpression, file: File) -> Iterator[Finding]:
    """A parameter that takes all further arguments is not the last one."""
    if _is_template(function):
        return
    for parameter in function.parameters[:-1]:
        if parameter.captures_rest:
            yield Finding(*parameter.name_span, issues.captures_rest_not_last(parameter.name))


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.LambdaExpression))
def captures_rest_not_supported(definition: Parameters, file: File) -> Iterator[Finding]:
    """A class, define or template has a parameter that takes all further arguments."""
    template = isinstance(definition, ast.LambdaExpression)
    if template and not _is_template(definition):
        return
    for parameter in definition.parameters:
        if parameter.captures_rest:
            container = "Epp Template" if template else label(definition)
            yield Finding(*parameter.name_span, issues.captures_rest_not_supported(parameter.name, container))


@rule(on=(ast.FunctionDefinition, ast.LambdaExpression))
def required_parameter_after_optional(function: Parameters, file: File) -> Iterator[Finding]:
    """A parameter without a default follows one that may be left out."""
    if _is_template(function):
        # Templates get their arguments by name.
        return
    optional = False
    for parameter in function.parameters:
        if optional and parameter.value is None and not parameter.captures_rest:
            yield Finding(*parameter.name_span, issues.required_parameter_after_optional(parameter.name))
        optional = optional or parameter.value is not None or (parameter.captures_rest and isinstance(function, ast.FunctionDefinition))


@rule(on=(ast.NamedDefinition, ast.LambdaExpression))
def duplicate_parameter(definition: Parameters, file: File) -> Iterable[Finding]:
    """A parameter list has the same name twice."""
    parameters = definition.parameters
    if len(parameters) < 2 or (isinstance(definition, ast.LambdaExpression) and not _is_template(definition)):
        # A lambda may ignore arguments by giving them the same name.
        return ()
    first: dict[str, ast.Parameter] = {}
    return [
        Finding(
            *parameter.name_span,
            issues.duplicate_parameter(parameter.name),
            (Related(*first[parameter.name].name_span, "first declared here"),),
        )
        for parameter in parameters
        if first.setdefault(parameter.name, parameter) is not parameter
    ]


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition))
def reserved_parameter(definition: ast.NamedDefinition, file: File) -> Iterator[Finding]:
    """A class or define has a parameter `$name` or `$title`, which it has anyway."""
    for parameter in definition.parameters:
        if parameter.name in _RESERVED:
            yield Finding(*parameter.name_span, issues.reserved_parameter(parameter.name, label(definition)))


@rule(on=ast.Parameter)
def illegal_numeric_parameter(parameter: ast.Parameter, file: File) -> Iterable[Finding]:
    """A parameter's name is a number."""
    if not parameter.name[:1].isdigit() or not _NUMERIC(parameter.name):
        return ()
    return (Finding(*parameter.name_span, issues.illegal_numeric_parameter(parameter.name)),)


@rule(on=ast.Parameter)
def illegal_param_name(parameter: ast.Parameter, file: File) -> Iterable[Finding]:
    """A parameter's name breaks the rules for names of parameters."""
    if _NAME(parameter.name) or not (parameter.name or file.whole):
        return ()
    return (Finding(*parameter.name_span, issues.illegal_param_name(parameter.name)),)


@rule(on=ast.HostClassDefinition, severity=Severity.WARNING)
def illegal_nonliteral_parameter_type(definition: ast.HostClassDefinition, file: File) -> Iterator[Finding]:
    """The type of a class parameter has to be computed."""
    for parameter in definition.parameters:
        used = parameter.type_expr
        if used is None or isinstance(used, ast.QualifiedReference) or is_literal(used) or _has_error(used):
            continue
        # The reference names its own class here.
        kind = f"Puppet::Pops::Model::{type(used).__name__}"
        yield Finding(*parameter.name_span, issues.illegal_nonliteral_parameter_type(parameter.name, kind))


def _is_template(definition: Parameters) -> bool:
    return isinstance(definition, ast.LambdaExpression) and isinstance(definition.body, ast.EppExpression)


def _has_error(node: ast.Node) -> bool:
    return any(isinstance(part, ast.ErrorNode) for part in ast.walk(node))
