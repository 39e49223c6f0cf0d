"""The location of an error: a text and a span of bytes in it."""

from __future__ import annotations

import re

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_grammar.text import Text
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.parameter import Parameter
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.issues.evaluation.parameters import unknown_parameter

Attributed = ast.ResourceExpression | ast.ResourceOverrideExpression | ast.ResourceDefaultsExpression


class Spot(NamedTuple):
    """A span of a text in bytes; `text` is None if it is unknown."""

    text: Text | None
    start: int
    end: int
    node: ast.Node | None = None
    """The attribute or expression at the span, if it is known."""


def place_of(error: EvaluationError, node: ast.Node | None, resource: Resource | None, text: Text | None) -> Spot:
    """The span of the code that an error is about.

    `node` is the expression of `text` that was being evaluated, `resource` the resource that was being completed.
    """
    parameter = parameter_of(error)
    if node is not None and text is not None:
        elsewhere = error.text is not text or error.offset is None
        # An error in a text that is embedded in this one (such as a template) has no position of its own here.
        if elsewhere or error.span == (node.start, node.end):
            return _part(text, node, error)
    where = error.text if error.text is not None else text
    if resource is not None and resource.place is not None and not (error.span and error.text is not resource.place.text):
        given = None if parameter is None else resource.parameters.get(parameter)
        place = given.place if given is not None and _is_to_blame(given, error) else resource.place
        place = place or resource.place
        body = _later_body(place.node, error)
        if body is not None:
            return Spot(place.text, body.start, body.title.end, body)
        return Spot(place.text, *_word(place.text, place.offset), place.node)
    if error.span is not None:
        return Spot(where, *error.span, error.node)
    if error.offset is not None and where is not None:
        return Spot(where, *_word(where, error.offset))
    return Spot(where, 0, 0)


def parameter_of(error: EvaluationError) -> str | None:
    """The name of the parameter that an error is about."""
    found = error.message.arguments.get("parameter")
    return found if isinstance(found, str) else None


def _is_to_blame(parameter: Parameter, error: EvaluationError) -> bool:
    """Whether an error is reported at the statement that set a parameter.

    That is the resource's own statement, or a resource default that is always invalid.
    """
    return parameter.origin == "own" or (parameter.origin == "default" and error.message.issue is unknown_parameter.issue)


def _part(text: Text, node: ast.Node, error: EvaluationError) -> Spot:
    """Return the span of the attribute that an error names, otherwise of the body or node, and of the head only if that is a block."""
    parameter = parameter_of(error)
    found = attribute(node, parameter, error) if parameter is not None and isinstance(node, Attributed) else None
    if found is not None:
        return Spot(text, found.start, found.end, found)
    body = _later_body(node, error)
    if body is not None:
        return Spot(text, body.start, body.title.end, body)
    match node:
        case ast.ResourceExpression(bodies=(body, *_)):
            end = body.title.end if _is_one_line(text, node.start, body.title.end) else node.type_name.end
            return Spot(text, node.start, end, node)
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if not _is_one_line(text, node.start, node.end):
            return Spot(text, node.start, node.functor_expr.end, node)
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if node.lambda_ is not None:
            return Spot(text, node.start, node.lambda_.start, node)
        case ast.CaseExpression() | ast.IfExpression() | ast.UnlessExpression():
            return Spot(text, node.start, node.test.end, node)
    return Spot(text, node.start, node.end, node)


def _is_one_line(text: Text, start: int, end: int) -> bool:
    return text.source.find(b"\n", start, end) < 0


def attribute(node: Attributed, name: str, error: EvaluationError) -> ast.AttributeOperation | None:
    """The last attribute with a name, in the body that declares the resource of an error if that is known."""
    bodies = _bodies_of(node, error) if isinstance(node, ast.ResourceExpression) else (node,)
    operations = [each for body in bodies for each in body.operations]
    found = [each for each in operations if isinstance(each, ast.AttributeOperation) and each.attribute_name == name]
    return found[-1] if found else None


def _later_body(node: ast.Node | None, error: EvaluationError) -> ast.ResourceBody | None:
    """The body after the first one that declares the resource of an error."""
    found = _bodies_of(node, error) if isinstance(node, ast.ResourceExpression) and len(node.bodies) > 1 else ()
    return found[0] if len(found) == 1 and found[0] is not node.bodies[0] else None  # type: ignore[union-attr]  # it has bodies


def _bodies_of(node: ast.ResourceExpression, error: EvaluationError) -> tuple[ast.ResourceBody, ...]:
    """The body whose title is that of the resource of an error; all of them if none or several are."""
    named = error.message.arguments.get("owner", error.message.arguments.get("resource"))
    if not isinstance(named, str):
        return node.bodies
    named = named.removesuffix(":").lower()
    found = tuple(each for each in node.bodies if any(named.endswith(f"[{title}]") for title in _titles(each.title)))
    return found if len(found) == 1 else node.bodies


def _titles(title: ast.Expression) -> list[str]:
    """The titles that are literals, in lower case as a reference to a class has them."""
    parts = title.values if isinstance(title, ast.LiteralList) else (title,)
    return [each.value.removeprefix("::").lower() for each in parts if isinstance(each, ast.LiteralString | ast.QualifiedName)]


def _word(text: Text, offset: int) -> tuple[int, int]:
    """The span from an offset to the end of the word there."""
    found = re.compile(rb"[\w:$'\"-]+|.").match(text.source, offset)
    return offset, found.end() if found else offset


def line_part(text: Text, offset: int) -> int:
    """The end of the attribute or expression that begins at an offset, or of the line."""
    found = re.compile(rb"[^\n,;}#]*").match(text.source, offset)
    end = offset + len(found[0].rstrip()) if found else offset
    return end if end > offset else _word(text, offset)[1]
