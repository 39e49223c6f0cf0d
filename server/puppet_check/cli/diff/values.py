"""Values of parameters, and the differences of texts, as lines."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence

from puppet_check.cli.diff.comparing import Group, Result
from puppet_check.features.catalog.changes import Change, Difference, is_unknown
from puppet_typesys.values.quoting import single_quote

KINDS = {"added": "+", "removed": "-", "changed": "~", "unknown": "?", "unordered": "!"}
NAMES = 5
"""The number of nodes whose names are listed."""


def value_text(text: str) -> str:
    """A value as Puppet code, given as JSON."""
    return _shown(json.loads(text))


def _shown(value: object) -> str:
    match value:
        case None:
            return "undef"
        case bool():
            return "true" if value else "false"
        case str() if not value.isprintable():
            return json.dumps(value, ensure_ascii=False).replace("$", "\\$")
        case str():
            return single_quote(value)
        case list():
            return "[" + ", ".join(map(_shown, value)) + "]"
        case dict() if is_unknown(value):
            return "unknown"
        case {"__ptype": "Type" | "Deferred", "__pvalue": str() as name}:
            return name
        case {"__ptype": "Sensitive"}:
            return "[sensitive]"
        case {"__ptype": "Default"}:
            return "default"
        case dict():
            return "{" + ", ".join(f"{_shown(key)} => {_shown(each)}" for key, each in value.items()) + "}"
    return str(value)


def text_diff(difference: Difference) -> list[str] | None:
    """The unified diff of two texts of which one has several lines, without a header; None for other values."""
    if difference.before is None or difference.after is None:
        return None
    before, after = json.loads(difference.before), json.loads(difference.after)
    if not isinstance(before, str) or not isinstance(after, str) or "\n" not in before.rstrip("\n") + after.rstrip("\n"):
        return None
    lines = difflib.unified_diff(_lines(before), _lines(after), n=2, lineterm="")
    return list(lines)[2:]


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1] == "":
        return lines[:-1]
    return [*lines[:-1], f"{lines[-1]} (no newline at the end)"]


def change_lines(difference: Difference) -> Iterator[str]:
    """How a parameter changes: the diff of a text below its name, or its values, each after a sign."""
    lines = text_diff(difference)
    if lines is not None:
        yield f"    {difference.name}:"
        yield from lines
        return
    for sign, value in (("-", difference.before), ("+", difference.after)):
        if value is not None:
            yield f"{'?' if difference.is_unknown else sign}   {difference.name} => {value_text(value)}"


def in_both(difference: Difference) -> str:
    """How a value changes, on one line."""
    before, after = (None if each is None else value_text(each) for each in (difference.before, difference.after))
    if before == after:
        return f"{before} with another value"
    return f"{'not set' if before is None else before} -> {'not set' if after is None else after}"


def node_names(nodes: Sequence[str], total: int) -> str:
    """Nodes by their names, and how many there are."""
    names = ", ".join(nodes[:NAMES]) + (f" and {len(nodes) - NAMES} more" if len(nodes) > NAMES else "")
    return f"{names} ({len(nodes)} of {total} nodes)" if total > 1 else names


def counts(changes: Sequence[Change]) -> str:
    """The number of changes by their kinds."""
    found = []
    for kind in ("added", "removed", "changed"):
        number = sum(each.kind == kind and not each.is_edge for each in changes)
        found += [f"{number} {'resource' if number == 1 else 'resources'} {kind}"] if number else []
    edges = sum(each.is_edge and each.kind not in ("unknown", "unordered") for each in changes)
    found += [f"{edges} {'edge' if edges == 1 else 'edges'} changed"] if edges else []
    lost = sum(each.kind == "unordered" for each in changes)
    found += [f"{lost} {'order' if lost == 1 else 'orders'} lost"] if lost else []
    unknown = sum(each.kind == "unknown" for each in changes)
    return ", ".join([*found, *([f"{unknown} unknown"] if unknown else [])])


def summary(result: Result) -> str:
    """The outcome in a sentence."""
    total = len(result.nodes)
    changing = {node for group in result.groups if any(each.kind != "unknown" for each in group.changes) for node in group.nodes}
    failing = {node for group in result.failures for node in group.nodes}
    nodes = "node" if total == 1 else "nodes"
    made = f"{len(changing)} of {total} {nodes} {'changes' if 1 in (len(changing), total) else 'change'}"
    found = counts(list(changes_of(result.groups)))
    made += f": {found}" if found else ""
    return made + (f"; {len(failing)} cannot be compiled" if failing else "")


def changes_of(groups: Sequence[Group]) -> Iterator[Change]:
    """The changes of all groups."""
    for group in groups:
        yield from group.changes
