"""Prints a report of `puppet-eval diff`, in one of its formats."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from puppet_check.cli.diff.comparing import Result, exit_code
from puppet_check.cli.terminal import colours_for
from puppet_check.usage import Parser, add_color
from puppet_grammar.patterns import lazy_pattern

FORMATS = ("text", "json", "markdown", "html")
"""The formats, each a module of this package."""
LINK = lazy_pattern(r"https?://[^\s<>()\[\]\"'`]+")
"""What can be a link without escapes."""


def add_format(made: Parser) -> None:
    """Add the options that say how a report looks."""
    made.add_argument("--format", choices=FORMATS, default="text", help="the form of the report (default: %(default)s)")
    made.add_argument(
        "--link", metavar="URL", type=_link, help="where the whole report is, to which one in Markdown that is too long leads"
    )
    add_color(made)


def _link(text: str) -> str:
    if not LINK.fullmatch(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not an address; expected one such as https://ci/job/7/artifacts/diff.html")
    return text


def printed(result: Result, style: str, color: str) -> int:
    """Print a report and return the exit code of the command."""
    for each in import_module(f"puppet_check.cli.diff.{style}").render(result, colours_for(sys.stdout, color)):
        sys.stdout.write(each)
    sys.stdout.flush()
    return exit_code(result)
