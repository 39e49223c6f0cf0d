"""Where the secrets of an evaluation end: in parameters and titles of resources and messages of the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from puppet_grammar import ast
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.parameter import Parameter, Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.node_catalogs.node import NodeCompiler
from puppet_typesys.secrets.marking import MarkingObservation
from puppet_typesys.secrets.marks import REDACTED, Marks, Origin, Span, all_texts, plain_texts
from puppet_typesys.secrets.partial_texts import is_redacted_later
from puppet_typesys.values.sensitive import Sensitive

TITLE = "title"
State = Literal["plain", "sensitive", "redacted", "may be redacted"]
"""What a value holds: a secret as plain text, one under Sensitive, or the text of a Sensitive, perhaps only if one is passed."""


class Flow(NamedTuple):
    """A secret that ends somewhere."""

    origin: Origin | None
    """Where it comes from; None for the text that stands for a Sensitive."""
    state: State
    span: Span | None
    resource: Resource | None = None
    """None for a message of the log."""
    name: str = ""
    """The parameter, or `title`; for a message the function."""
    shown_resource: str = ""
    """The resource, without a secret in its title."""


def flows(compiler: NodeCompiler, observation: MarkingObservation) -> Iterator[Flow]:
    """The ends of all secrets in a catalog that was compiled with marks, each where it first leaves its Sensitive."""
    marks = observation.marks
    catalog = compiler.catalog
    for resource in (*catalog.table.values(), *catalog.uncertain):
        yield from _of_resource(resource, marks)
    for each in observation.logged:
        name = each.name
        yield Flow(each.origin, "plain", Span(each.text, each.node.start, each.node.end), None, name)


def _of_resource(resource: Resource, marks: Marks) -> Iterator[Flow]:
    in_title = dict.fromkeys(marks.found_in(resource.title))
    shown = resource.type if in_title else str(resource)
    for origin in in_title:
        if not _is_inner(resource, origin, marks):
            yield Flow(origin, "plain", title_span(resource), resource, TITLE, shown)
    if REDACTED in resource.title and _is_lost(resource, title_span(resource)):
        yield Flow(None, "redacted", title_span(resource), resource, TITLE, shown)
    for each in resource.parameters.values():
        yield from _of_parameter(each, resource, shown, marks)


def _of_parameter(parameter: Parameter, resource: Resource, shown: str, marks: Marks) -> Iterator[Flow]:
    name, value, span = parameter.name, parameter.value, span_of(parameter, resource)
    if name in resource.sensitive or isinstance(value, Sensitive):
        for origin in dict.fromkeys(marks.found_in(tuple(all_texts(value)))):
            yield Flow(origin, "sensitive", span, resource, name, shown)
    else:
        # The server sends the texts of an array as they are, unless all of it is Sensitive.
        held = tuple(all_texts(value)) if name == "environment" else value
        for origin in dict.fromkeys(marks.found_in(held)):
            if not _is_inner(resource, origin, marks):
                yield Flow(origin, "plain", span, resource, name, shown)
    is_redacted = any(REDACTED in text for text in all_texts(value)) or is_redacted_later(value)
    if is_redacted and _is_lost(resource, span):
        yield Flow(None, "redacted", span, resource, name, shown)


def _container(resource: Resource) -> Resource | None:
    """The define or class that declares a resource."""
    found = resource.scope.resource
    return found if isinstance(found, Resource) and found is not resource else None


def _is_inner(resource: Resource, origin: Origin, marks: Marks) -> bool:
    """Whether a define or class around a resource has got the same secret as plain text already."""
    around = _container(resource)
    if around is None or not origin.is_sensitive:
        return False
    values = [
        each.value for name, each in around.parameters.items() if name not in around.sensitive and not isinstance(each.value, Sensitive)
    ]
    return any(origin in marks.found_in(each) for each in (*values, around.title)) or _is_inner(around, origin, marks)


def _is_lost(resource: Resource, span: Span | None) -> bool:
    """Whether a text that stands for a Sensitive is in place of it: not in a message, as the code has it, nor from a define."""
    if resource.type == "Notify" or (span is not None and REDACTED.encode() in span.text.source[span.start : span.end]):
        return False
    return not _has_redacted(_container(resource))


def _has_redacted(around: Resource | None) -> bool:
    if around is None:
        return False
    texts = (text for each in around.parameters.values() for text in plain_texts(each.value))
    return any(REDACTED in text for text in texts) or _has_redacted(_container(around))


def span_of(parameter: Parameter, resource: Resource) -> Span | None:
    """Where a parameter is set: its value in a resource body, or its default."""
    place = parameter.place
    if place is not None:
        entry = _entry(place, parameter.name, resource.title)
        return _of_place(place) if entry is None else Span(place.text, entry.start, entry.end)
    kind = resource.kind
    if isinstance(kind, Definition) and kind.ev is not None:
        for each in kind.parameters:
            if each.name == parameter.name:
                return Span(kind.ev.text, each.start, each.end)
    if resource.place is None:
        return None
    entry = _entry(resource.place, parameter.name, resource.title)
    return _of_place(resource.place) if entry is None else Span(resource.place.text, entry.start, entry.end)


def _entry(place: Place, name: str, title: str) -> ast.KeyedEntry | None:
    """The entry of a Hash that sets a parameter, if what declares the resource contains only one that may do so."""
    node = place.node
    if node is None or isinstance(node, ast.AttributeOperation):
        return None
    entries = [each for each in ast.walk(node) if isinstance(each, ast.KeyedEntry)]
    found = [each for each in entries if _key(each) == name]
    outer = [each for each in entries if _key(each) == title]
    inside = [each for each in found if any(of.start <= each.start and each.end <= of.end for of in outer)]
    several = inside or found
    return several[0] if len(several) == 1 else None


def _key(entry: ast.KeyedEntry) -> str:
    return entry.key.value if isinstance(entry.key, ast.LiteralString | ast.QualifiedName) else ""


def _of_place(place: Place) -> Span:
    node = place.node
    if isinstance(node, ast.AttributeOperation):
        return Span(place.text, node.start, node.value_expr.end)
    if isinstance(node, ast.CallNamedFunctionExpression | ast.CallMethodExpression):
        return Span(place.text, place.offset, place.offset)
    return Span(place.text, place.offset, place.offset if node is None else node.end)


def title_span(resource: Resource) -> Span | None:
    """The title of a resource in its expression: the first one that is computed, if it has several."""
    place = resource.place
    if place is None:
        return None
    node = place.node
    if not isinstance(node, ast.ResourceExpression):
        return _of_place(place)
    computed = [each.title for each in node.bodies if not isinstance(each.title, ast.LiteralString)]
    title = computed[0] if computed else node.bodies[0].title
    return Span(place.text, title.start, title.end)
