"""Which part of which text an error is about, under which code, and in which words."""

from __future__ import annotations

import re
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.evaluate.resource import Parameter, Resource
from puppet_typesys.infer.codes import FINDINGS
from puppet_typesys.validate.run import RULES

PREFIX = re.compile(r"Evaluation Error: (?:Error while evaluating an? (?:[^,]|,(?= is))*?, )?", re.DOTALL)
INNER = re.compile(r" \(line: \d+(?:, column: \d+)?\)(?= on |$)")
CODES = (
    (r"Could not find (?:declared )?class |Could not find parent resource type", "unknown-class"),
    (r"Unknown resource type|Resource type \S+ doesn't exist|Invalid resource type", "unknown-resource-type"),
    (r"no parameter named|(?:\S+\[.*?\]:\s*)?has no parameter named", "unknown-parameter"),
    (r"(?:\S+\[.*?\]:\s*)?expects a value for parameter", "missing-parameter"),
    (r"\S+\[.*?\]:.*(?:parameter '|default expression)", "wrong-parameter"),
    (r"value returned from", "wrong-result"),
    (r".*(?:'from' must be less|is not a valid type specification|cannot be resolved to a real type)", "bad-type"),
    (r"\w+\(\) from context where this is illegal", "illegal-jump"),
    (r"'[\w:]+' (?:expects|parameter|block)|The function '|[\w:]+\(\): Wrong number|block", "wrong-argument"),
    (r"Duplicate declaration|Cannot alias", "duplicate-declaration"),
    (r".*(?:is already defined|Attempt to redefine)", "duplicate-definition"),
    (r"Could not find resource|Failed to realize|No title provided", "unknown-resource"),
    (r"the template '", "unknown-variable"),
    (r"Could not find (?:template|any files)|Could not find file", "unknown-file"),
)
NAMED = re.compile(r"(?:no parameter named|parameter|Parameter|attribute) '(\w+)'")


class Blame(NamedTuple):
    """A place in a text, a code and a message."""

    text: Text | None
    start: int
    end: int
    code: str
    message: str


def blame(error: EvaluationError, node: ast.Node | None, resource: Resource | None, text: Text | None) -> Blame:
    """The part of a text that an error is about."""
    message = PREFIX.sub("", error.message)
    message = INNER.sub("", message).removesuffix(" for None").replace("Could not find class ::", "Could not find class ")
    code = _code(error, message)
    if node is not None and text is not None and (error.text is not text or error.offset is None):
        # The error comes from a text that stands inside of this one, or has no place of its own.
        return Blame(text, *_part(node, message), code, message)
    if node is not None and text is not None and error.span == (node.start, node.end):
        return Blame(text, *_part(node, message), code, message)
    where = error.text if error.text is not None else text
    if resource is not None and resource.place is not None and not (error.span and error.text is not resource.place.text):
        named = NAMED.search(message)
        parameter = None if named is None else resource.parameters.get(named.group(1))
        place = parameter.place if parameter is not None and _is_to_blame(parameter, code) else resource.place
        place = place or resource.place
        return Blame(place.text, *_word(place.text, place.offset), code, message)
    if error.span is not None:
        return Blame(where, *error.span, code, message)
    if error.offset is not None and where is not None:
        return Blame(where, *_word(where, error.offset), code, message)
    return Blame(where, 0, 0, code, message)


def _is_to_blame(parameter: Parameter, code: str) -> bool:
    """Whether the statement that gave a parameter is to change: the resource's own, or a default that no resource can have."""
    return parameter.origin == "own" or (parameter.origin == "default" and code == "unknown-parameter")


def _code(error: EvaluationError, message: str) -> str:
    if error.code not in (None, "RUNTIME_ERROR"):
        code = str(error.code).lower().replace("_", "-")
        code = RENAMED.get(code, "bad-type" if code.startswith("bad-") else code)
        return code if code in FINDINGS or code in RULES else "evaluation-error"
    return next((code for pattern, code in CODES if re.match(pattern, message, re.DOTALL)), "evaluation-error")


RENAMED = {
    "unknown-resource-parameter": "unknown-parameter",
    "duplicate-attribue": "duplicate-attribute",
    "missing-title": "bad-title",
    "missing-title-at": "bad-title",
    "empty-string-title-at": "bad-title",
    "illegal-title-type-at": "bad-title",
    "illegal-multi-assignment-size": "illegal-multi-assignment",
    "missing-multi-assignment-key": "illegal-multi-assignment",
    "missing-multi-assignment-variable": "illegal-multi-assignment",
    "illegal-relationship-operand-type": "illegal-relationship",
    "not-catalog-type": "illegal-relationship",
    "operator-not-applicable-when": "operator-not-applicable",
    "unsupported-operator": "operator-not-applicable",
    "illegal-overridden-type": "illegal-resource-type",
    "illegal-resource-specialization": "bad-type",
    "illegal-classref": "bad-type",
    "illegal-hostclass-name": "bad-type",
    "illegal-name": "bad-type",
    "missing-required-parameter": "wrong-argument",
}


def _part(node: ast.Node, message: str) -> tuple[int, int]:
    """The attribute of a resource that a message names, else the whole node, of which long ones are shown by their beginning."""
    named = NAMED.search(message)
    if named is not None and isinstance(node, ast.ResourceExpression | ast.ResourceOverrideExpression | ast.ResourceDefaultsExpression):
        bodies = node.bodies if isinstance(node, ast.ResourceExpression) else (node,)
        operations = [each for body in bodies for each in body.operations]
        found = [each for each in operations if isinstance(each, ast.AttributeOperation) and each.attribute_name == named.group(1)]
        if found:
            return found[-1].start, found[-1].end
    match node:
        case ast.ResourceExpression(bodies=(body, *_)):
            return node.start, body.title.end
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if node.lambda_ is not None:
            return node.start, node.lambda_.start
        case ast.CaseExpression() | ast.IfExpression() | ast.UnlessExpression():
            return node.start, node.test.end
    return node.start, node.end


def _word(text: Text, offset: int) -> tuple[int, int]:
    """From a place to the end of the word there."""
    found = re.compile(rb"[\w:$'\"-]+|.").match(text.source, offset)
    return offset, found.end() if found else offset


def line_part(text: Text, offset: int) -> int:
    """Where the attribute or expression that begins at a place ends, or its line does."""
    found = re.compile(rb"[^\n]*?(?=\s*(?:[,;}#\n]|$))").match(text.source, offset)
    return found.end() if found and found.end() > offset else _word(text, offset)[1]
