"""Fixes that add an edge to the relationship graph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Edit, Fix
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.infer.fixes.attributes import added_to
from puppet_typesys.ordering.inclusion import Uncontained
from puppet_typesys.ordering.references import reference_to

COMMA = lazy_pattern(rb"[ \t]*,")
INCLUDE = lazy_pattern(rb"include[ \t]*\(?[ \t]*['\"]?((?:::)?\w+(?:::\w+)*)['\"]?[ \t]*\)?[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
"""The inclusion of a single class."""


def body_of(resource: Resource) -> ast.ResourceBody | None:
    """The body that declares a resource, if it declares no other."""
    node = None if resource.place is None else resource.place.node
    if not isinstance(node, ast.ResourceExpression):
        return None
    if len(node.bodies) == 1:
        return node.bodies[0]
    return next((each for each in node.bodies if isinstance(each.title, ast.LiteralString) and each.title.value == resource.title), None)


def declared_by(catalog: Catalog) -> Counter[int]:
    """How many resources each expression declares, by its identity."""
    return Counter(id(each.place.node) for each in catalog.resources if each.place is not None)


def related_by(declared: Counter[int], resource: Resource, name: str, other: Resource) -> Iterator[Fix]:
    """Relate a resource to another one by a metaparameter, if its body declares nothing else; `declared` counts by expression."""
    body, place = body_of(resource), resource.place
    if body is None or place is None or not isinstance(body.title, ast.LiteralString | ast.ConcatenatedString | ast.VariableExpression):
        return
    if declared[id(place.node)] > len(getattr(place.node, "bodies", ())):
        return
    reference = reference_to(other)
    given = next((each for each in body.operations if isinstance(each, ast.AttributeOperation) and each.attribute_name == name), None)
    if any(isinstance(each, ast.AttributesOperation) for each in body.operations):
        return
    edit = _added(place.text, body, name, reference) if given is None else _extended(place.text, given, reference)
    yield Fix(f"Add {name} => {reference}", (edit,))


def contained(around: Uncontained) -> Iterator[Fix]:
    """Contain a class that another one includes; the edit is in the text of the place where it does so."""
    source, start = around.place.text.source, around.place.offset
    call = INCLUDE.match(source, start)
    if call is not None and call[1].decode().removeprefix("::").lower() == around.inner.title.lower():
        yield Fix(f"Contain `{around.inner}`", (Edit(start, start + len("include"), "contain"),))


def _added(text: Text, body: ast.ResourceBody, name: str, reference: str) -> Edit:
    """A new attribute: on the line of the others, if all are on one line."""
    last = body.operations[-1].end if body.operations else 0
    if not last or text.position(body.start).line != text.position(last).line:
        return added_to(text, body, {name: reference})._replace(placeholders=())
    comma = COMMA.match(text.source, last)
    return Edit(last, last, f", {name} => {reference}") if comma is None else Edit(comma.end(), comma.end(), f" {name} => {reference},")


def _extended(text: Text, given: ast.AttributeOperation, reference: str) -> Edit:
    value = given.value_expr
    if isinstance(value, ast.LiteralList):
        last = value.values[-1].end if value.values else value.start + 1
        return Edit(last, last, f", {reference}" if value.values else reference)
    written = text.slice(value.start, value.end)
    return Edit(value.start, value.end, f"[{written}, {reference}]")
