"""Related places of a finding: where a resource was first declared, or where the parameters are defined."""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Message, Related
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.infer.external import ExternalDefinition
from puppet_typesys.infer.model import FileModel
from puppet_typesys.issues.evaluation.general import illegal_reassignment
from puppet_typesys.issues.evaluation.parameters import missing_parameter, unknown_parameter
from puppet_typesys.issues.evaluation.resources import duplicate_declaration


def related(catalog: Catalog, message: Message, text: Text | None, model: FileModel, offset: int) -> tuple[Related, ...]:
    """The places that are related to a message about an offset of a text, of which `model` is known."""
    if message.issue is illegal_reassignment.issue:
        return _assigned(model, str(message.arguments["variable"]), offset)
    if message.wording is duplicate_declaration:
        return _first(catalog, message, text)
    if message.issue in (unknown_parameter.issue, missing_parameter.issue):
        return _definition(catalog, message, text)
    return ()


def _assigned(model: FileModel, variable: str, offset: int) -> tuple[Related, ...]:
    """The parameter or the assignment that gives a variable its value before an offset."""
    program = model.program
    around = [each for each in program.definitions if isinstance(each, ast.NamedDefinition) and each.start <= offset < each.end]
    body = max(around, key=lambda each: each.start, default=program)
    for parameter in body.parameters if isinstance(body, ast.NamedDefinition) else ():
        if parameter.name == variable:
            return (Related(*parameter.name_span, "declared here as a parameter"),)
    assignments, lambdas = model.assignments
    # A lambda elsewhere has variables of its own.
    elsewhere = [each for each in lambdas if not _is_inside(each, offset)]
    before = (each for each in assignments if each.end <= offset and _is_inside(body, each.start))
    for node in before:
        target = node.left_expr
        is_same = isinstance(target, ast.VariableExpression) and target.name == variable
        if is_same and not any(_is_inside(each, node.start) for each in elsewhere):
            return (Related(target.start, target.end, "first assigned here"),)
    return ()


def _is_inside(node: ast.Node, offset: int) -> bool:
    return node.start <= offset < node.end


def _first(catalog: Catalog, message: Message, text: Text | None) -> tuple[Related, ...]:
    first = catalog.table.get((message.arguments["type"], message.arguments["title"]))
    if first is None or first.place is None or first.place.text is not text:
        return ()
    end = first.place.text.source.find(b"\n", first.place.offset)
    return (Related(first.place.offset, end if end >= 0 else len(first.place.text), "first declared here"),)


def _definition(catalog: Catalog, message: Message, text: Text | None) -> tuple[Related, ...]:
    owner = message.arguments.get("owner")
    if not isinstance(owner, str):
        return ()
    type, _, title = owner.removesuffix("]").partition("[")
    found = catalog.class_named(title.lower()) if type == "Class" else catalog.resource_type(type.lower())
    missing = message.arguments.get("parameter") if message.wording is missing_parameter else None
    if isinstance(found, ExternalDefinition):
        place = found.data.place
        parameter = found.data.parameter(missing) if isinstance(missing, str) else None
        if parameter is not None and parameter.end > parameter.start:
            return (Related(parameter.start, parameter.end, f"'{parameter.name}' is defined here", place.path),)
        return (Related(place.start, place.end, f"{found.data.name} is defined here", place.path),) if place.path else ()
    if (
        not isinstance(found, Definition)
        or found.ev is None
        or found.ev.text is not text
        or not isinstance(found.node, ast.NamedDefinition)
    ):
        return ()
    for each in found.parameters:
        if missing is not None and each.name == missing:
            return (Related(each.start, each.end, f"'{each.name}' is defined here"),)
    return (Related(*found.node.name_span, f"{found.name} is defined here"),)
