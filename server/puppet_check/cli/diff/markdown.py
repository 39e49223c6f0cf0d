"""The format `markdown`: a comment for a pull request, in which the changes of each group of nodes unfold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from puppet_check.cli.diff.comparing import Result
from puppet_check.cli.diff.values import KINDS, change_lines, counts, node_names, summary
from puppet_check.cli.terminal import Colours, printable
from puppet_check.features.catalog.changes import Change

MOST_CHARACTERS = 60_000
"""The number of characters past which changes are counted only; hosts of repositories refuse comments that are a little longer."""
SIGNS = {"~": "!", "?": "?"}
"""How changes begin in code that is highlighted as a diff, where that differs from other formats."""


def render(result: Result, colours: Colours) -> Iterator[str]:
    """The report in pieces that end with a line feed."""
    del colours  # Markdown has none.
    heading = f"### Catalogs: {_code(result.before)} → {_code(result.after)}\n\n{summary(result)}\n"
    yield heading
    left, is_whole = MOST_CHARACTERS - len(heading), True
    for number, (title, lines, language) in enumerate(sections := [*_sections(result)]):
        section = _section(title, lines, language)
        if len(section) > left:
            section, is_whole = _section(title, [], language), False
        if len(section) > left:
            yield f"\n**{len(sections) - number} more** (too long to be shown)\n"
            break
        left -= len(section)
        yield section
    if not is_whole and result.link:
        yield f"\n[The whole report]({result.link})\n"


def _sections(result: Result) -> Iterator[tuple[str, list[str], str]]:
    """The titles, lines and languages of what is reported."""
    total = len(result.nodes)
    for failed in result.failures:
        title = f"{node_names(failed.nodes, total)}: cannot be compiled in {result.label(failed.failure.side)}"
        yield title, failed.failure.message.splitlines(), ""
    for group in result.groups:
        yield (
            f"{node_names(group.nodes, total)}: {counts(group.changes)}",
            [line for change in group.changes for line in _lines(change)],
            "diff",
        )


def _section(title: str, lines: list[str], language: str) -> str:
    """A title with lines that unfold; without lines it says that there would be too many."""
    if not lines:
        return f"\n**{escape(printable(title))}** (too long to be shown)\n"
    fence = "`" * max(3, *(len(each) + 1 for line in lines for each in re.findall("`+", line) or [""]))
    text = "\n".join(map(printable, lines))
    return f"\n<details><summary>{escape(printable(title))}</summary>\n\n{fence}{language}\n{text}\n{fence}\n\n</details>\n"


def _lines(change: Change) -> Iterator[str]:
    sign = KINDS[change.kind]
    yield f"{SIGNS.get(sign, sign)} {change.subject}"
    for each in change.differences:
        yield from change_lines(each)


def _code(text: str) -> str:
    return f"`{printable(text).replace('`', '')}`"
