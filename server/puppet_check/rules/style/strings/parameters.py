"""Documentation of parameters that differs from their declaration, as puppet-strings reads both."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puppet_check.rules.style.rule import StyleFile, style, style_issue
from puppet_grammar import ast
from puppet_grammar.comments import ParameterTag, documentation, parameter_tags
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.types import model
from puppet_typesys.types.relate import is_assignable

DEFINITIONS = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition)
FUNCTIONS = (ast.FunctionDefinition, ast.PlanDefinition)
LONGEST = 2000
"""The number of characters of a type in a comment that is compared."""


@style_issue()
def documented_type(name: str, documented: str, declared: str) -> str:
    """Type in the documentation of a parameter that is not its declared one"""
    return f"parameter `${name}` is documented as {documented}, but declared as {declared}"


@style_issue()
def function_documentation(name: str) -> str:
    """Parameter of a function or plan without documentation, or documentation without a parameter"""
    return f"parameter `${name}` is not documented"


@function_documentation.variant()
def unknown_function_parameter(name: str) -> str:
    return f"there is no parameter `${name}`"


@style(on=DEFINITIONS)
def check_types(definition: ast.NamedDefinition, file: StyleFile) -> Iterator[Diagnostic]:
    """Compare the types that comments name with those that are declared."""
    declared = {each.name: each for each in definition.parameters}
    for tag in _tags(definition, file):
        parameter = declared.get(tag.name)
        if parameter is None or tag.type is None or tag.type_span is None:
            continue
        text = "Any" if parameter.type_expr is None else re.sub(r"\s+", " ", file.source(parameter.type_expr))
        if parameter.type_expr is not None and not _is_same(tag.type, text, file):
            fix = Fix(f"Change to {text}", (Edit(*tag.type_span, text),), "safe", "tree")
            yield documented_type(tag.name, tag.type, text).at(*tag.type_span, fixes=(fix,))


@style(on=FUNCTIONS)
def check_functions(definition: ast.NamedDefinition, file: StyleFile) -> Iterator[Diagnostic]:
    """Compare the parameters of a function or plan with those that the comments above it document."""
    tags = {each.name: each for each in _tags(definition, file)}
    declared = {each.name for each in definition.parameters}
    for tag in tags.values():
        if tag.name not in declared:
            yield unknown_function_parameter(tag.name).at(*tag.span)
    for each in definition.parameters:
        if each.name not in tags:
            yield function_documentation(each.name).at(*each.name_span, fixes=_skeleton(each.name, definition, file))


def _tags(definition: ast.NamedDefinition, file: StyleFile) -> Iterator[ParameterTag]:
    return parameter_tags(documentation(definition, file.program, file.text))


def _is_same(documented: str, declared: str, file: StyleFile) -> bool:
    """Whether two types have the same values, which is also so if one of them is unknown; documentation may list several types."""
    if documented == declared or len(documented) > LONGEST:
        return True
    type_named = file.known.external.type_named
    meant, type = type_from(f"Variant[{documented}]", type_named), type_from(declared, type_named)
    if model.ANY in (meant, type):
        return True
    return is_assignable(meant, type) and is_assignable(type, meant)


def _skeleton(name: str, definition: ast.NamedDefinition, file: StyleFile) -> tuple[Fix, ...]:
    """A tag without a description, which somebody has to write."""
    start = file.text.line_starts[file.text.line_of(definition.start)]
    indent = file.text.slice(start, definition.start)
    if indent.strip():
        return ()
    return (Fix(f"Add @param {name}", (Edit(start, start, f"{indent}# @param {name}\n"),)),)
