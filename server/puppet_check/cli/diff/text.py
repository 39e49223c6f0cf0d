"""The format `text`: changes with the nodes that have them, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.cli.diff.comparing import Result
from puppet_check.cli.diff.values import KINDS, in_both, node_names, summary, text_diff, value_text
from puppet_check.cli.terminal import Colours, printable
from puppet_check.features.catalog.changes import Change, Difference

COLOURS = {"+": "32", "-": "31", "~": "33", "?": "36", "!": "31"}


def render(result: Result, colours: Colours) -> Iterator[str]:
    """The report in pieces that end with a line feed."""
    for failed in result.failures:
        yield f"{colours.bold(printable(node_names(failed.nodes, len(result.nodes))))}\n"
        yield f"  cannot be compiled in {printable(result.label(failed.failure.side))}:\n"
        yield from (f"    {printable(line)}\n" for line in failed.failure.message.splitlines())
        yield "\n"
    for group in result.groups:
        yield f"{colours.bold(printable(node_names(group.nodes, len(result.nodes))))}\n"
        for change in group.changes:
            yield from (f"  {line}\n" for line in _lines(change, colours))
        yield "\n"
    yield f"{summary(result)}\n"


def _lines(change: Change, colours: Colours) -> Iterator[str]:
    yield _coloured(f"{KINDS[change.kind]} {printable(change.subject)}", colours)
    width = max((len(each.name) for each in change.differences if None in (each.before, each.after)), default=0)
    for each in change.differences:
        if each.before is not None and each.after is not None:
            yield from _changed(each, colours)
        else:
            value = each.after or each.before or ""
            sign = "? " if each.is_unknown else "" if change.kind in ("added", "removed") else "+ " if each.before is None else "- "
            yield f"    {sign}{each.name:{width}} => {printable(value_text(value))}"


def _changed(difference: Difference, colours: Colours) -> Iterator[str]:
    lines = text_diff(difference)
    if lines is None:
        yield f"    {'? ' if difference.is_unknown else ''}{difference.name}: {printable(in_both(difference))}"
        return
    yield f"    {difference.name}:"
    for line in lines:
        yield "      " + _coloured(printable(line), colours)


def _coloured(line: str, colours: Colours) -> str:
    return colours.styled(COLOURS[line[0]], line) if line[:1] in COLOURS else line
