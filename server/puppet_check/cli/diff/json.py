"""The format `json`: all changes with all nodes that have them, as one object."""

from __future__ import annotations

import json
from collections.abc import Iterator

from puppet_check.cli.diff.comparing import Result
from puppet_check.cli.terminal import Colours
from puppet_check.features.catalog.changes import Change, Difference

Data = dict[str, object]


def render(result: Result, colours: Colours) -> Iterator[str]:
    """The report as a line."""
    del colours  # JSON has none.
    made = {
        "before": result.before,
        "after": result.after,
        "nodes": result.nodes,
        "groups": [{"nodes": each.nodes, "changes": [_change(change, result) for change in each.changes]} for each in result.groups],
        "failures": [{"nodes": each.nodes, "side": each.failure.side, "message": each.failure.message} for each in result.failures],
    }
    yield f"{json.dumps(made, ensure_ascii=False)}\n"


def _change(change: Change, result: Result) -> Data:
    kind = "edge" if change.is_edge else "resource"
    made: Data = {"change": change.kind, kind: change.subject}
    if not change.is_edge:
        if change.within:
            made["class"] = change.within
        made["parameters"] = [_difference(each) for each in change.differences]
        neighbours = result.neighbours.get(change)
        if neighbours:
            made["neighbours"] = neighbours
    return made


def _difference(difference: Difference) -> Data:
    made: Data = {"name": difference.name}
    for name, value in (("before", difference.before), ("after", difference.after)):
        if value is not None:
            made[name] = json.loads(value)
    if difference.is_unknown:
        made["unknown"] = True
    return made
