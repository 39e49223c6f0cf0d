"""Rules about parameters of definitions and lambdas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Related, Severity, issue
from puppet_typesys.issues.labels import label, with_article
from puppet_typesys.validate.file import File
from puppet_typesys.validate.literal import is_literal
from puppet_typesys.validate.table import rule

_NAME = lazy_pattern(r"[a-z_][A-Za-z0-9_]*").fullmatch
_NUMERIC = lazy_pattern(r"(?:0x)?[0-9]+").fullmatch
_RESERVED = frozenset({"name", "title"})

Parameters = ast.NamedDefinition | ast.LambdaExpression


@issue(Severity.ERROR)
def captures_rest_not_last(name: str) -> str:
    """Captures-rest parameter is not the last one"""
    return f"Parameter ${name} is not last, and has 'captures rest'"


@rule(on=ast.LambdaExpression)
def check_captures_rest_not_last(function: ast.LambdaExpression, file: File) -> Iterator[Diagnostic]:
    if _is_template(function):
        return
    for parameter in function.parameters[:-1]:
        if parameter.captures_rest:
            yield captures_rest_not_last(parameter.name).at(*parameter.name_span)


@issue(Severity.ERROR)
def captures_rest_not_supported(name: str, container: str) -> str:
    """Captures-rest parameter in a class, define or template"""
    return f"Parameter ${name} has 'captures rest' - not supported in {with_article(container)}"


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.LambdaExpression))
def check_captures_rest_not_supported(definition: Parameters, file: File) -> Iterator[Diagnostic]:
    template = isinstance(definition, ast.LambdaExpression)
    if template and not _is_template(definition):
        return
    for parameter in definition.parameters:
        if parameter.captures_rest:
            container = "Epp Template" if template else label(definition)
            yield captures_rest_not_supported(parameter.name, container).at(*parameter.name_span)


@issue(Severity.ERROR)
def required_parameter_after_optional(name: str) -> str:
    """Required parameter after an optional one"""
    return f"Parameter ${name} is required but appears after optional parameters"


@rule(on=(ast.FunctionDefinition, ast.LambdaExpression))
def check_required_parameter_after_optional(function: Parameters, file: File) -> Iterator[Diagnostic]:
    if _is_template(function):
        # Templates receive their arguments by name.
        return
    optional = False
    for parameter in function.parameters:
        if optional and parameter.value is None and not parameter.captures_rest:
            yield required_parameter_after_optional(parameter.name).at(*parameter.name_span)
        optional = optional or parameter.value is not None or (parameter.captures_rest and isinstance(function, ast.FunctionDefinition))


@issue(Severity.ERROR)
def duplicate_parameter(name: str) -> str:
    """Duplicate parameter name"""
    return f"The parameter '{name}' is declared more than once in the parameter list"


@rule(on=(ast.NamedDefinition, ast.LambdaExpression))
def check_duplicate_parameter(definition: Parameters, file: File) -> Iterable[Diagnostic]:
    parameters = definition.parameters
    if len(parameters) < 2 or (isinstance(definition, ast.LambdaExpression) and not _is_template(definition)):
        # A lambda may ignore arguments by giving them the same name.
        return ()
    first: dict[str, ast.Parameter] = {}
    return [
        duplicate_parameter(parameter.name).at(
            *parameter.name_span, related=(Related(*first[parameter.name].name_span, "first declared here"),)
        )
        for parameter in parameters
        if first.setdefault(parameter.name, parameter) is not parameter
    ]


@issue(Severity.ERROR)
def reserved_parameter(name: str, container: str) -> str:
    """Parameter named `$name` or `$title`"""
    return f"The parameter ${name} redefines a built in parameter in the {container}"


@rule(on=(ast.HostClassDefinition, ast.ResourceTypeDefinition))
def check_reserved_parameter(definition: ast.NamedDefinition, file: File) -> Iterator[Diagnostic]:
    for parameter in definition.parameters:
        if parameter.name in _RESERVED:
            yield reserved_parameter(parameter.name, label(definition)).at(*parameter.name_span)


@issue(Severity.ERROR)
def illegal_numeric_parameter(name: str) -> str:
    """Number as the name of a parameter"""
    return f"The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)"


@rule(on=ast.Parameter)
def check_illegal_numeric_parameter(parameter: ast.Parameter, file: File) -> Iterable[Diagnostic]:
    if not parameter.name[:1].isdigit() or not _NUMERIC(parameter.name):
        return ()
    return (illegal_numeric_parameter(parameter.name).at(*parameter.name_span),)


@issue(Severity.ERROR)
def illegal_param_name(name: str) -> str:
    """Invalid parameter name"""
    return f"Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/"


@rule(on=ast.Parameter)
def check_illegal_param_name(parameter: ast.Parameter, file: File) -> Iterable[Diagnostic]:
    if _NAME(parameter.name) or not (parameter.name or file.whole):
        return ()
    return (illegal_param_name(parameter.name).at(*parameter.name_span),)


@issue(Severity.WARNING)
def illegal_nonliteral_parameter_type(name: str, kind: str) -> str:
    """Computed type of a class parameter"""
    return f"The parameter '${name}' must be a literal type, not {with_article(kind)}"


@rule(on=ast.HostClassDefinition)
def check_illegal_nonliteral_parameter_type(definition: ast.HostClassDefinition, file: File) -> Iterator[Diagnostic]:
    for parameter in definition.parameters if file.target.expects_literal_types else ():
        used = parameter.type_expr
        if used is None or isinstance(used, ast.QualifiedReference) or is_literal(used) or _has_error(used):
            continue
        # The reference shows the name of its own class here.
        kind = f"Puppet::Pops::Model::{type(used).__name__}"
        yield illegal_nonliteral_parameter_type(parameter.name, kind).at(*parameter.name_span)


def _is_template(definition: Parameters) -> bool:
    return isinstance(definition, ast.LambdaExpression) and isinstance(definition.body, ast.EppExpression)


def _has_error(node: ast.Node) -> bool:
    return any(isinstance(part, ast.ErrorNode) for part in ast.walk(node))
