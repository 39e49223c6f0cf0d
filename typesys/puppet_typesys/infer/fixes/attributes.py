"""Fixes that add parameters to a resource, or remove an attribute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.edits import indentation, removal
from puppet_typesys.infer.fixes.context import Context
from puppet_typesys.infer.fixes.placeholders import placeholder
from puppet_typesys.types.mismatches import MissingParameter


def removed(context: Context) -> Iterator[Fix]:
    """Remove the attribute from the resource."""
    node = context.node
    if isinstance(node, ast.AttributeOperation):
        yield Fix(f"Remove {node.attribute_name}", (removal(context.text, node.start, node.end),))


def added(context: Context) -> Iterator[Fix]:
    """Add all missing required parameters to the resource."""
    details = context.message.arguments.get("details")
    missing = [each for each in details if isinstance(each, MissingParameter)] if isinstance(details, tuple) else []
    values = {each.key: "undef" if each.expected is None else placeholder(each.expected) for each in missing}
    given = {name: value for name, value in values.items() if value is not None}
    if values and len(given) == len(values) and isinstance(context.node, ast.ResourceExpression | ast.ResourceBody):
        bodies = context.node.bodies if isinstance(context.node, ast.ResourceExpression) else (context.node,)
        body = next((each for each in bodies if not _given(each) & given.keys()), None)
        if body is not None:
            yield Fix(f"Add {', '.join(given)}", (added_to(context.text, body, given),))


def _given(body: ast.ResourceBody) -> set[str]:
    return {each.attribute_name for each in body.operations if isinstance(each, ast.AttributeOperation)}


def added_to(text: Text, body: ast.ResourceBody, values: Mapping[str, str]) -> Edit:
    """Add attributes to a resource."""
    width = max(map(len, values))
    if body.operations:
        last = body.operations[-1]
        indent, at, before = indentation(text, last.start), last.end, ","
        operators = [each for each in body.operations if isinstance(each, ast.AttributeOperation)]
        if operators:
            width = max(width, operators[-1].operator_start - operators[-1].start - 1)
        if text.source[at : at + 1] == b",":
            at, before = at + 1, ""
    else:
        indent = indentation(text, body.start) + "  "
        colon = text.source.find(b":", body.title.end)
        at, before = (colon + 1, "") if colon >= 0 else (body.end, ":")
    made, places = before, []
    for name, value in values.items():
        made += f"\n{indent}{name.ljust(width)} => "
        # The cursor goes between quotes.
        inner = 1 if value.startswith("'") else 0
        places.append((len(made) + inner, len(made) + len(value) - inner))
        made += f"{value},"
    return Edit(at, at, made, placeholders=tuple(places))
