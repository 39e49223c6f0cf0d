"""The definitions of a Puppet file as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puppet_check.workspace.body_nodes import BodyNodes
from puppet_check.workspace.deprecated_parameters import deprecated_parameters
from puppet_check.workspace.dynamic_scope import dynamic_definitions
from puppet_check.workspace.forwarding import filled_templates, forwarded_parameters
from puppet_check.workspace.guards import guards_of
from puppet_check.workspace.literal_types import literal_types, result_type
from puppet_check.workspace.unset import unset_in_one_branch
from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.infer.resolution import names_assigned_by
from puppet_typesys.loader import (
    CLASS,
    DEFINE,
    FUNCTION,
    NODE,
    PLAN,
    TYPE,
    Definition,
    Forwarded,
    Parameter,
    Place,
    Signature,
)

WITH_PARAMETERS = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
"""Definitions whose parameters may be forwarded."""
LONGEST_FUNCTION = 20_000
"""The length in bytes of a function past which others see its declared types alone."""


def definitions(path: str, program: ast.Program, text: Text, nodes: ast.ByClass | None = None) -> tuple[Definition, ...]:
    """The definitions of a file, in order. `nodes` are those of the program, if they are known."""
    nodes = ast.by_class(program) if nodes is None else nodes
    docs = _documentation(program, text)
    found = []
    for each in program.definitions:
        body = BodyNodes(program, nodes, each.body) if isinstance(each, WITH_PARAMETERS) and each.body is not None else None
        made = _definition(path, each, body, text, docs.get(each.start, ""))
        if made is not None:
            found.append(made)
    return (*found, *dynamic_definitions(path, program, text, nodes))


def _definition(path: str, node: ast.Definition, body: BodyNodes | None, text: Text, doc: str) -> Definition | None:
    match node:
        case ast.HostClassDefinition():
            assignments = [] if body is None else body.of_class(ast.AssignmentExpression)
            return Definition(
                CLASS,
                node.name,
                _place(path, node),
                _parameters(node.parameters, text, forwarded_parameters(node, body), deprecated_parameters(doc)),
                parent=node.parent_class,
                variables=tuple(sorted(names_assigned_by(assignments))),
                variable_types=literal_types(node.body, assignments) if node.body is not None else (),
                forgotten_variables=unset_in_one_branch(node.body) if node.body is not None else (),
                doc=doc,
                is_private="@api private" in doc,
                deprecated=_deprecated(doc),
                templates=filled_templates(node, body),
            )
        case ast.ResourceTypeDefinition():
            place = _place(path, node)
            parameters = _parameters(node.parameters, text, forwarded_parameters(node, body), deprecated_parameters(doc))
            guards = guards_of(node, text)
            templates = filled_templates(node, body)
            return Definition(
                DEFINE, node.name, place, parameters, doc=doc, deprecated=_deprecated(doc), guards=guards, templates=templates
            )
        case ast.FunctionDefinition():
            parameters = _parameters(node.parameters, text)
            returns = _source(node.return_type, text)
            inferred = result_type(node, _declared(parameters)) if returns is None else None
            signatures = (Signature(parameters, returns=returns or inferred, is_inferred=inferred is not None),)
            return Definition(
                FUNCTION,
                node.name,
                _place(path, node),
                parameters,
                signatures=signatures,
                returns=returns,
                doc=doc,
                deprecated=_deprecated(doc),
                code=_source(node, text) if node.end - node.start <= LONGEST_FUNCTION else None,
            )
        case ast.PlanDefinition():
            return Definition(PLAN, node.name, _place(path, node), _parameters(node.parameters, text), doc=doc)
        case ast.TypeAlias():
            return Definition(TYPE, node.name, _place(path, node), text=_source(node.type_expr, text), doc=doc)
        case ast.NodeDefinition():
            return Definition(NODE, "node", Place(path, node.start, node.end), doc=doc)
    return None


def _declared(parameters: tuple[Parameter, ...]) -> dict[str, str]:
    return {each.name: each.type for each in parameters if each.type is not None and not each.captures_rest}


def _place(path: str, node: ast.Node) -> Place:
    span = getattr(node, "name_span", None)
    return Place(path, node.start, node.end) if span is None else Place(path, span.start, span.end)


def _parameters(
    given: tuple[ast.Parameter, ...],
    text: Text,
    forwarded: Mapping[str, tuple[Forwarded, ...]] = MappingProxyType({}),
    deprecated: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(
            each.name,
            _source(each.type_expr, text),
            _source(each.value, text),
            each.captures_rest,
            start=each.name_start,
            end=each.name_start + 1 + len(each.name),
            forwarded=forwarded.get(each.name, ()),
            deprecated=deprecated.get(each.name),
        )
        for each in given
    )


def _source(node: ast.Node | None, text: Text) -> str | None:
    return None if node is None else text.slice(node.start, node.end)


def _deprecated(doc: str) -> str | None:
    for line in doc.splitlines():
        if line.startswith("@deprecated"):
            return line.removeprefix("@deprecated").strip()
    return None


def _documentation(program: ast.Program, text: Text) -> dict[int, str]:
    """The comment directly above each definition, by the definition's offset."""
    if not program.definitions:
        return {}
    lines: dict[int, str] = {}
    last = max(each.start for each in program.definitions)
    for comment in program.comments:
        if comment.start > last:
            break
        if comment.text.startswith("#"):
            lines[text.line_of(comment.start)] = comment.text.lstrip("#").removeprefix(" ")
    result = {}
    for each in program.definitions:
        line = text.line_of(each.start) - 1
        block = []
        while line in lines:
            block.append(lines[line])
            line -= 1
        if block:
            result[each.start] = "\n".join(reversed(block))
    return result
