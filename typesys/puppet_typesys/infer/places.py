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
            return _part(text, node, parameter)
    where = error.text if error.text is not None else text
    if resource is not None and resource.place is not None and not (error.span and error.text is not resource.place.text):
        given = None if parameter is None else resource.parameters.get(parameter)
        place = given.place if given is not None and _is_to_blame(given, error) else resource.place
        place = place or resource.place
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


def _part(text: Text, node: ast.Node, parameter: str | None) -> Spot:
    """Return the span of the attribute with a name in a resource, otherwise of the node, and of the head only if that is a block."""
    found = attribute(node, parameter) if parameter is not None and isinstance(node, Attributed) else None
    if found is not None:
        return Spot(text, found.start, found.end, found)
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


def attribute(node: Attributed, name: str) -> ast.AttributeOperation | None:
    """The last attribute with a name."""
    bodies = node.bodies if isinstance(node, ast.ResourceExpression) else (node,)
    operations = [each for body in bodies for each in body.operations]
    found = [each for each in operations if isinstance(each, ast.AttributeOperation) and each.attribute_name == name]
    return found[-1] if found else None


def _word(text: Text, offset: int) -> tuple[int, int]:
    """The span from an offset to the end of the word there."""
    found = re.compile(rb"[\w:$'\"-]+|.").match(text.source, offset)
    return offset, found.end() if found else offset


def line_part(text: Text, offset: int) -> int:
    """The end of the attribute or expression that begins at an offset, or of the line."""
    found = re.compile(rb"[^\n,;}#]*").match(text.source, offset)
    end = offset + len(found[0].rstrip()) if found else offset
    return end if end > offset else _word(text, offset)[1]
