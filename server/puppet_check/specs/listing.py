"""The groups and examples of spec files as data, without running an example."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from puppet_check.specs.catalogs.compiling import Catalogs
from puppet_check.specs.configuration import reason_text
from puppet_check.specs.groups import Example, Group
from puppet_check.specs.machine import Options, SpecMachine
from puppet_check.specs.running import is_run, loaded, text_of
from puppet_check.specs.subjects import OF_CATALOGS, type_of
from puppet_check.specs.suite import KINDS, SpecFile, not_run
from puppet_typesys.ruby.objects import String

MOST = 20_000
"""The number of groups and examples of a file that are listed."""


class Item(NamedTuple):
    """A group or an example."""

    id: str
    """As RSpec gives it."""
    label: str
    """Its own description; for an example without one, its code."""
    file: str
    """The absolute path of the file that declares it, which may be that of shared examples."""
    line: int
    """From 1."""
    has_catalog: bool
    """Whether it looks at a catalog."""
    children: tuple[Item, ...] | None = None
    """Of a group; None for an example."""


class Listed(NamedTuple):
    """The groups and examples of a file."""

    file: SpecFile
    items: tuple[Item, ...]
    problem: str = ""
    """Why these may not be all."""


class Listing(NamedTuple):
    """The listing of spec files, as the `Work` of processes (`reports/forks.py`)."""

    options: Options

    def started(self) -> Callable[[SpecFile], Listed]:
        """The function that lists a spec file."""

        def listed(file: SpecFile) -> Listed:
            with loaded(file.path, file.folder, Catalogs(file.folder, self.options.unsaved), self.options) as (machine, broken):
                found = _Tree(machine)
                items = tuple(found.of_group(each) for each in machine.groups)
                problems = [] if broken is None else [f"line {broken[0]}: {broken[1]}"]
                return Listed(file, items, "; ".join((*problems, *machine.doubts, *found.problems)))

        return listed

    def ended(self, item: SpecFile, reason: str, *, is_slow: bool) -> Listed:
        """What stands for a file with which a process ended."""
        return Listed(item, (), f"its listing was given up: {reason}")


def refusal(file: SpecFile) -> str:
    """Why the examples of a file cannot be listed and run; empty if they can be."""
    return "" if file.kind in KINDS else not_run(file, f"specs in spec/{file.kind} are not run").message


class _Tree:
    """Makes items of the groups of a machine. Owns the number of those that may still be made."""

    def __init__(self, machine: SpecMachine) -> None:
        self._machine = machine
        self._left = MOST
        self._texts: dict[str, list[str]] = {}
        self.problems: list[str] = []
        """Why items are missing."""

    def of_group(self, group: Group) -> Item:
        """A group with what is in it."""
        children = tuple(self._children(group))
        if group.failed is not None:
            self.problems.append(f"{group.description}: {reason_text(group.failed)}")
        above = group.above
        own = group.description if above is None else group.description.removeprefix(above.description).strip()
        return Item(group.id, own or self._code(group.place), *group.place, type_of(group) in OF_CATALOGS, children)

    def _children(self, group: Group) -> Iterator[Item]:
        for each in group.children:
            if not self._left:
                self.problems.append(f"only {MOST} groups and examples are listed")
                self._left = -1
            if self._left < 0:
                return
            if isinstance(each, Group):
                self._left -= 1
                yield self.of_group(each)
            elif is_run(self._machine, each):
                self._left -= 1
                yield self._of_example(each)

    def _of_example(self, example: Example) -> Item:
        skip = example.tags.get("skip")
        label = example.description or self._code(example.place)
        has_catalog = skip in (None, False) and type_of(example.group) in OF_CATALOGS
        reason = f" ({skip.text})" if isinstance(skip, String) and skip.text else ""
        return Item(example.id, label + reason, *example.place, has_catalog)

    def _code(self, place: tuple[str, int]) -> str:
        """The line of code at a place."""
        path, line = place
        if path not in self._texts:
            try:
                self._texts[path] = text_of(path, self._machine.options).split("\n")
            except OSError:
                self._texts[path] = []
        lines = self._texts[path]
        return lines[line - 1].strip() if 0 < line <= len(lines) else os.path.basename(path)
