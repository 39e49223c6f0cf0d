"""The command `puppet-eval merge`: one report of the parts that `puppet-eval diff --shard` has made as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from puppet_check.cli.arguments import parsed
from puppet_check.cli.diff.comparing import Failure, FailureGroup, Group, NodeChanges, Result, first_neighbours, grouped
from puppet_check.cli.diff.printing import add_format, printed
from puppet_check.cli.diff.values import KINDS
from puppet_check.config.error import ConfigError
from puppet_check.features.catalog.changes import Change, Difference
from puppet_check.fleet.trace.kept import neighbours_in
from puppet_check.reading.files import read_text
from puppet_check.reading.json_data import loads
from puppet_check.usage import Parser

Data = Mapping[str, Any]
"""A part of a report; what has another shape raises an exception of Python's when it is read."""
LARGEST = 1 << 30
"""The maximum number of bytes of a part."""


class Command(NamedTuple):
    """What `puppet-eval merge` is asked to do."""

    files: tuple[str, ...]
    format: str
    link: str | None
    color: str


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(
        prog="puppet-eval merge",
        description="Print one report of the parts that `puppet-eval diff --shard N/M --format json` has made.",
        epilog="Exit code: that of `puppet-eval diff` for all nodes; 2 if the parts do not belong together.",
    )
    made.add_argument("files", metavar="FILE", nargs="+", help="a report in JSON")
    add_format(made)
    return made


def merge(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code. Raises ConfigError."""
    options = parsed(Command, parser(), arguments)
    parts = [_read(each) for each in options.files]
    compared = {(part.before, part.after) for part in parts}
    if len(compared) > 1:
        raise ConfigError(f"the parts compare other revisions: {', '.join(sorted(f'{one} and {two}' for one, two in compared))}")
    numbers: dict[str, int] = {}
    for part in parts:
        for name in part.nodes:
            if name in numbers:
                raise ConfigError(f"the node {name} is in several parts")
            numbers[name] = len(numbers)
    found = sorted((each for part in parts for each in _of_nodes(part, numbers)), key=lambda each: each.node)
    ((before, after),) = compared
    result = Result(before, after, tuple(numbers), *grouped([*numbers], found), first_neighbours(found), options.link or "")
    return printed(result, options.format, options.color)


def _of_nodes(part: Result, numbers: dict[str, int]) -> Iterator[NodeChanges]:
    """What a part says of each of its nodes."""
    changes: dict[str, list[Change]] = {}
    failures: dict[str, list[Failure]] = {}
    for group in part.groups:
        for name in group.nodes:
            changes.setdefault(name, []).extend(group.changes)
    for failed in part.failures:
        for name in failed.nodes:
            failures.setdefault(name, []).append(failed.failure)
    for name in part.nodes:
        own = tuple(changes.get(name, ()))
        neighbours = tuple(part.neighbours.get(each, ()) for each in own)
        yield NodeChanges(numbers[name], own, tuple(failures.get(name, ())), neighbours)


def _read(path: str) -> Result:
    try:
        return _result(cast("Data", loads(read_text(path, LARGEST))))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise ConfigError(f"{path}: expected a report of `puppet-eval diff --format json`") from None


def _result(data: Data) -> Result:
    """A report as `json.py` writes it. Raises an exception of Python's for another shape."""
    groups = tuple(Group(tuple(map(str, each["nodes"])), tuple(map(_change, each["changes"]))) for each in data["groups"])
    failures = tuple(
        FailureGroup(tuple(map(str, each["nodes"])), Failure(str(each["side"]), str(each["message"]))) for each in data["failures"]
    )
    rows = (each for group in data["groups"] for each in group["changes"])
    neighbours = {change: neighbours_in(each["neighbours"]) for change, each in _with(groups, rows) if "neighbours" in each}
    return Result(str(data["before"]), str(data["after"]), tuple(map(str, data["nodes"])), groups, failures, neighbours)


def _with(groups: Sequence[Group], rows: Iterator[Data]) -> Iterator[tuple[Change, Data]]:
    """The changes of groups, each with what a report says of it."""
    return zip((change for group in groups for change in group.changes), rows, strict=True)


def _change(data: Data) -> Change:
    kind = str(data["change"])
    if kind not in KINDS:
        raise ValueError(kind)
    if "edge" in data:
        return Change(kind, str(data["edge"]), is_edge=True)
    differences = tuple(map(_difference, data["parameters"]))
    return Change(kind, str(data["resource"]), differences, within=str(data.get("class", "")))


def _difference(data: Data) -> Difference:
    before, after = (json.dumps(data[side], ensure_ascii=False) if side in data else None for side in ("before", "after"))
    return Difference(str(data["name"]), before, after, bool(data.get("unknown")))
