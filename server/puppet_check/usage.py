"""The parsers of the command lines: what is wrong is said in one line, with what was probably meant."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from puppet_typesys.spelling import MEANT, closest, hint

SIMILAR = 0.5
"""The required similarity of the names of options without their dashes, of which there are few."""
WIDTH = 80
"""The columns of a terminal that does not tell them."""
LONG = 3
"""How long names of options are that resemble each other by more than chance."""


class Formatter(argparse.HelpFormatter):
    """The layout of the help. The standard one asks a module for the width of the terminal that takes 2 ms to import."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_width() - 2)


class Parser(argparse.ArgumentParser):
    """A parser that names the option or value that was probably meant, and `--help` in place of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End the process with exit code 2 and a message."""
        self.exit(2, f"{self.prog}: error: {message}\n(`{self.prog} --help` lists the options)\n")

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """End the process because of arguments that have no meaning here."""
        self.error("; ".join(self._refusal(each) for each in unknown))

    def _refusal(self, argument: str) -> str:
        if argument == "-" or not argument.startswith("-"):
            return f"unexpected argument: {argument}"
        name = argument.partition("=")[0]
        known = {word for each in self._option_string_actions if len(word := each.lstrip("-")) >= LONG}
        likely = closest(word, known, SIMILAR) if len(word := name.lstrip("-")) >= LONG else None
        return f"unknown option: {name}" + ("" if likely is None else f"{MEANT}'--{likely}'?")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse a value that is none of the choices; `argparse` repeats all of them, and leaves the search to the reader."""
        if action.choices is None or value in action.choices:
            return
        words = [str(each) for each in action.choices]
        expected = f"{'one of ' if len(words) > 1 else ''}{', '.join(words)}"
        raise argparse.ArgumentError(action, f"'{value}' is not valid; expected {expected}{hint(str(value), words)}")


def _width() -> int:
    """The columns of the terminal, as `shutil.get_terminal_size` finds them."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or WIDTH  # type: ignore[union-attr]  # as below
    except (AttributeError, ValueError, OSError):  # There is no standard output, or it is no terminal.
        return WIDTH


def add_color(made: argparse._ActionsContainer) -> None:
    """Add the option that says whether the output has colours."""
    made.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours and links (default: auto, on terminals)"
    )


def number(text: str) -> int:
    """The number of a setting that counts: of worker processes, of megabytes, of columns."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not valid; expected 0, 1, 2 or more")
    return int(text)
