"""The command line of puppet-lint: its options in the words of `puppet-check`, each with a hint to the new spelling."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from puppet_check.config.puppet_lint import CHECK

NAME = "puppet-lint"
"""A link of this name to `puppet-check` prints findings as puppet-lint does, and gives no hints."""
USUAL = "%{path} - %{KIND}: %{message} on line %{line} (check: %{check})"
"""The format of puppet-lint."""
NEW: dict[str, Callable[[str], list[str]]] = {
    "--only-checks": lambda value: ["--select", value],
    "--ignore-paths": lambda value: ["--exclude", value],
    "--json": lambda _: ["--format", "json"],
    "--sarif": lambda _: ["--format", "sarif"],
    "-f": lambda _: ["--fix"],
    "-c": lambda value: ["--config", value],
    "-v": lambda _: ["--version"],
    "--relative": lambda _: [],
    "--with-filename": lambda _: [],
    "--no-with-filename": lambda _: [],
    "--with-context": lambda _: [],
    "--show-ignored": lambda _: [],
    "--error-level": lambda value: ["--profile", "errors"] if value == "error" else [],
    "-l": lambda _: [],
    "--load": lambda _: [],
    "--load-from-gem": lambda _: [],
}
"""What stands for an option of puppet-lint; nothing stands for plugins in Ruby, and for what is always so."""
WITH_VALUE = frozenset(("--only-checks", "--ignore-paths", "--error-level", "-l", "--load", "--load-from-gem", "-c"))


def translated(arguments: Sequence[str], program: str) -> list[str]:
    """The arguments with options of puppet-lint replaced; hints are printed on the standard error."""
    is_link = os.path.basename(program).removesuffix(".exe") == NAME
    made: list[str] = []
    is_other = False
    options = [*takewhile(lambda each: each != "--", arguments)]
    for option, value, words in _options(options):
        new = _new(option, value)
        if new is None:
            made += words
            continue
        is_other = True
        made += new
        if not is_link:
            told = f"use {' '.join(new)}" if new else "puppet-check does not need it"
            print(f"puppet-check: {' '.join(words)} is an option of puppet-lint: {told}", file=sys.stderr)
    if (is_link or is_other) and not {"--profile", "--select"} & {each.partition("=")[0] for each in made}:
        made = ["--profile", NAME, *made]
    if is_link and not any(each.startswith(("--log-format", "--format")) for each in made):
        made = ["--log-format", USUAL, *made]
    return [*made, *arguments[len(options) :]]


def _options(arguments: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Each option with its value and its words; other arguments alone."""
    waiting = [*arguments]
    while waiting:
        word = waiting.pop(0)
        option, equals, value = word.partition("=")
        if option in WITH_VALUE and not equals and waiting:
            value = waiting.pop(0)
            yield option, value, [word, value]
        else:
            yield option, value, [word]


def _new(option: str, value: str) -> list[str] | None:
    """What stands for an option of puppet-lint; None if it is not one."""
    check = CHECK.fullmatch(option) if option.endswith("-check") else None
    if check is not None:
        return ["--ignore" if check["no"] else "--extend-select", check["check"]]
    return NEW[option](value) if option in NEW else None
