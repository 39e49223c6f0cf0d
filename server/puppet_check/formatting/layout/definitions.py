"""Classes, defined types, functions, plans, nodes, type aliases, and parameters in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from puppet_check.formatting.columns import Cell, columns, in_sections
from puppet_check.formatting.document import Doc, width
from puppet_check.formatting.layout.conditionals import whole
from puppet_check.formatting.layout.lists import after, commas, elements, joined, last_line, one_per_line
from puppet_check.formatting.layout.registry import broken, flat
from puppet_check.formatting.nodes import Node
from puppet_check.formatting.source import Source

_DEFINITIONS = (
    "class_definition",
    "resource_type_definition",
    "plan_definition",
    "function_definition",
    "node_definition",
    "type_definition",
)


@flat(*_DEFINITIONS, "node_parent", "type_alias")
def flat_definition(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    made = forms[0]
    for each, form in zip(kids[1:], forms[1:], strict=True):
        made += form if each.kind == "," or _is_tight(each, kids[0].kind, source) else f" {form}"
    return made


def _is_tight(node: Node, definition: str, source: Source) -> bool:
    """Whether parameters follow a name without a space, as in calls, unless their author put one there."""
    is_callable = node.kind == "parameters" and definition.partition("_")[0] in ("function", "plan")
    return is_callable and source.text[node.start - 1 : node.start] != " "


@broken(*_DEFINITIONS)
def definition(node: Node, source: Source) -> Doc:
    *head, body = node.kids
    docs: list[Doc] = []
    for each in head:
        docs += (each,) if each.kind == "," or not docs or _is_tight(each, node.kind, source) else (" ", each)
    return (*docs, " ", whole(body, source))


@broken("node_parent", "type_alias")
def type_alias(node: Node, source: Source) -> Doc:
    *head, sign, value = node.kids
    return (joined((*head, sign), " "), after(sign, value, source))


@flat("parameters", "template_parameters")
def flat_parameters(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    if len(kids) > 2 and source.is_broken(kids[0].end, kids[-2].start):
        return None
    inside = commas(forms[1:-1])
    # The bars of a template have a space next to them.
    return f"| {inside} |" if forms[0] == "|" and inside else f"{forms[0]}{inside}{forms[-1]}"


@broken("parameters", "template_parameters")
def parameters(node: Node, source: Source) -> Doc:
    opening, *kids, closing = node.kids
    items, has_comma = elements(kids, closing)
    if not items and not closing.lead and opening.trail is None:
        return (opening, closing)
    comma = bool(items) and (has_comma or source.style.trailing_comma)
    return one_per_line(opening, items, closing, source, comma=comma, form=_columns(items, source))


@flat("parameter")
def flat_parameter(kids: Sequence[Node], forms: list[str], source: Source) -> str | None:
    return " ".join(forms).replace("* $", "*$", 1)


@broken("parameter")
def parameter(node: Node, source: Source) -> Doc:
    parts = _parts(node, source)
    start = parts.type_width + 1 if parts.type_ else 0
    return _in_columns(node, parts, start, start + parts.name_width + 1, source)


def _columns(items: Sequence[Node], source: Source) -> Callable[[Node], Doc]:
    """The form of each parameter of a list: names and defaults are in columns if they were."""
    parts = [_parts(each, source) for each in items]
    first = [bool(each.lead) or source.is_spaced(each.first) for each in items]
    names = columns(in_sections([_name_cell(each, source) for each in parts], first))
    starts = [column or each.type_width + 1 if each.type_ else 0 for each, column in zip(parts, names, strict=True)]
    ends = [start + each.name_width for each, start in zip(parts, starts, strict=True)]
    equals = columns(in_sections([_default_cell(each, end, source) for each, end in zip(parts, ends, strict=True)], first))
    forms = {
        id(item): _in_columns(item, each, start, max(column, end + 1), source)
        for item, each, start, end, column in zip(items, parts, starts, ends, equals, strict=True)
    }
    return lambda each: forms[id(each)]


class _Parts(NamedTuple):
    """The parts of a parameter."""

    nodes: Sequence[Node]
    """Its type, if it has one, the star, if it has one, and its name."""
    default: Sequence[Node]
    """The equals sign and its default, if it has one."""
    type_: str
    """The type on one line, or what of it is on the last one; empty without a type."""
    name: str
    """The name, with the star."""
    type_width: int
    name_width: int


def _parts(node: Node, source: Source) -> _Parts:
    end = len(node.kids) - (2 if len(node.kids) > 2 and node.kids[-2].kind == "=" else 0)
    nodes = node.kids[:end]
    has_type = nodes[0].kind not in ("variable", "*")
    type_ = (nodes[0].flat or last_line(nodes[0], source)) if has_type else ""
    name = nodes[-1].flat or ""
    if len(nodes) > 1 + has_type:
        name = f"*{name}"
    return _Parts(nodes, node.kids[end:], type_, name, width(type_), width(name))


def _name_cell(parts: _Parts, source: Source) -> Cell | None:
    return source.cell(parts.nodes[0].start, parts.nodes[0].end, parts.nodes[1].start, parts.type_width) if parts.type_ else None


def _default_cell(parts: _Parts, end: int, source: Source) -> Cell | None:
    if not parts.default or any(each.lead or each.trail for each in parts.nodes):
        return None
    return source.cell(parts.nodes[0].start, parts.nodes[-1].end, parts.default[0].start, end)


def _in_columns(node: Node, parts: _Parts, start: int, equal: int, source: Source) -> Doc:
    """A parameter whose name and equals sign are in columns."""
    if node.flat is not None and source.is_short(start + equal + len(node.flat)):
        text = f"{parts.type_}{' ' * (start - parts.type_width)}{parts.name}"
        return f"{text}{' ' * (equal - start - parts.name_width)}= {parts.default[1].flat}" if parts.default else text
    *before, name = parts.nodes
    docs: list[Doc] = []
    if parts.type_:
        docs += (before.pop(0), " " * (start - parts.type_width))
    docs += (*before, name)
    if parts.default:
        sign, value = parts.default
        docs += (" " * (equal - start - parts.name_width), sign)
        docs.append(after(sign, value, source))
    return tuple(docs)
