"""`puppet-check rules`: the codes that can be reported, with their severities, and whether they have fixes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puppet_check.cli.arguments import parsed
from puppet_check.cli.codes import all_issues
from puppet_check.config.codes import pages
from puppet_check.config.fixable import fix_of
from puppet_check.config.profiles import is_on
from puppet_check.usage import Parser


class Row(NamedTuple):
    """What there is to know about a code."""

    code: str
    severity: str
    fix: str
    """Whether some findings have a fix: `safe`, `unsafe` or empty."""
    default: bool
    """Whether it is reported without any settings."""
    since: str
    """The first version that reports it."""
    summary: str


class Command(NamedTuple):
    """What `puppet-check rules` is asked to do."""

    format: str


def rules(arguments: Sequence[str]) -> Iterator[str]:
    """Run the command with the arguments after its name, and return what it prints."""
    options = parsed(Command, parser(), arguments)
    rows = [*rows_of_rules()]
    if options.format == "json":
        yield json.dumps([each._asdict() for each in rows], indent=2) + "\n"
        return
    widths = [max(len(str(row[index])) for row in (Row._fields, *_texts(rows))) for index in range(len(Row._fields) - 1)]
    for row in (Row._fields, *_texts(rows)):
        yield "  ".join((*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[-1])).rstrip() + "\n"


def rows_of_rules() -> Iterator[Row]:
    """The rows of all codes that have a manual page, by code."""
    for code, issue in all_issues().items():
        if code in pages():
            level = issue.severity.text
            yield Row(code, level, fix_of(code), is_on("default", code, level), "0.1.0", issue.summary)


def _texts(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    for row in rows:
        yield tuple("yes" if each is True else "" if each is False else str(each) for each in row)


def parser() -> Parser:
    """The parser of the command line."""
    made = Parser(prog="puppet-check rules", description="List the codes that can be reported.")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    return made
