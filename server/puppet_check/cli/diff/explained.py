"""Why the catalogs of nodes were compiled, or not, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puppet_check.cli.diff.reduced import Reason
from puppet_check.cli.diff.values import node_names
from puppet_check.cli.terminal import printable
from puppet_check.fleet.trace.questions import shown

ALL_COMPILED = "all nodes: compiled, as --full asks for"
IN_PARTS = "the nodes of each part were compiled in a process of their own, where they have to be"


def explained(reasons: Mapping[int, Reason], names: Sequence[str]) -> Iterator[str]:
    """A line for each reason, with the nodes that it holds for."""
    by_text: dict[str, list[str]] = {}
    for number in sorted(reasons):
        by_text.setdefault(_text(reasons[number], names), []).append(names[number])
    for text, nodes in by_text.items():
        yield printable(f"{node_names(nodes, len(names))}: {text}")


def _text(reason: Reason, names: Sequence[str]) -> str:
    read = ", ".join(map(shown, reason.questions))
    match reason.kind:
        case "changed":
            return f"compiled, as what they read has changed: {read}"
        case "first" if read:
            return f"compiled, as no other node has the same: {read}"
        case "first":
            return "compiled, as the first of its kind"
        case "like" if reason.like >= 0:
            return f"not compiled, as all that they read is the same as for {names[reason.like]}"
        case "like":
            return "not compiled, as all that they read is the same as in an earlier run"
        case "exporting":
            return "compiled for what they export; nothing that they read has changed"
    return "not compiled, as nothing that they read has changed"
