"""The format `html`: one page that needs no network, with filters for nodes, resources, types and classes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from puppet_check.cli.diff.comparing import Result
from puppet_check.cli.diff.values import KINDS, change_lines, summary
from puppet_check.cli.terminal import Colours, printable
from puppet_check.features.catalog.changes import Change
from puppet_check.reading.files import read_text

PAGE = os.path.join(os.path.dirname(__file__), "report.html")
ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
"""What would end the script that has the data, or begin a comment in it."""


def render(result: Result, colours: Colours) -> Iterator[str]:
    """The page."""
    del colours  # A page has its own.
    made = {
        "before": printable(result.before),
        "after": printable(result.after),
        "summary": summary(result),
        "nodes": result.nodes,
        "groups": [{"nodes": each.nodes, "changes": [_change(change, result) for change in each.changes]} for each in result.groups],
        "failures": [
            {"nodes": each.nodes, "side": printable(result.label(each.failure.side)), "message": each.failure.message}
            for each in result.failures
        ],
    }
    before, _, after = read_text(PAGE).partition("DATA")
    yield f"{before}{json.dumps(made).translate(ESCAPED)}{after}"


def _change(change: Change, result: Result) -> dict[str, object]:
    return {
        "change": change.kind,
        "sign": KINDS[change.kind],
        "subject": change.subject,
        "type": "" if change.is_edge else change.subject.partition("[")[0],
        "class": change.within,
        "neighbours": result.neighbours.get(change, ()),
        "lines": [[*map(printable, change_lines(each))] for each in change.differences],
    }
