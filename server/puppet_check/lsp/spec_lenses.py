"""Code lenses of spec files: `Run` and `Debug` in the lines of groups and examples."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from lsprotocol import types

from puppet_check.lsp.context import Context
from puppet_check.lsp.convert import Data
from puppet_check.lsp.spec_results import Item
from puppet_check.lsp.specs import line_range
from puppet_check.lsp.uris import uri_of

RUN = "puppetCheck.runSpecs"
DEBUG = "puppetCheck.debugExample"
"""A command of the client, which gets the configurations of a debugger from which the user chooses."""
MOST_CHOICES = 100
"""The number of examples from which the user may choose, of those that one line makes."""


async def spec_lenses(context: Context, path: str) -> list[types.CodeLens]:
    """The lenses of a spec file. A line that makes many groups or examples has them once."""
    wanted = context.settings.lenses
    if not wanted:
        return []
    listing = await context.specs.listing(path)
    context.documents.refuse_outdated(path)
    by_line: dict[int, list[Item]] = {}
    for each in listing.every():
        if each.place.path == path:
            by_line.setdefault(each.place.line, []).append(each)
    text = context.specs.text(path)
    return [
        types.CodeLens(line_range(text, line, context.encoding), command)
        for line, items in sorted(by_line.items())
        for command in _commands(path, line, items, wanted)
    ]


def _commands(path: str, line: int, items: Sequence[Item], wanted: frozenset[str]) -> Iterator[types.Command]:
    if "run" in wanted:
        yield types.Command("Run", RUN, arguments=[{"targets": [{"uri": uri_of(path), "line": line}]}])
    choices = [example for each in items for example in each.examples() if example.has_catalog]
    if "debug" in wanted and choices:
        yield types.Command("Debug", DEBUG, arguments=[debug_configuration(path, each) for each in choices[:MOST_CHOICES]])


def debug_configuration(path: str, example: Item) -> Data:
    """What starts the debugger for the catalog of an example."""
    name = f"{os.path.basename(path)}{example.id[example.id.rfind('[') :]} {example.label}"
    return {"type": "puppet", "request": "launch", "name": name, "spec": path, "example": example.id}
