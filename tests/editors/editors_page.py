"""The snippets of docs/editors.md, so that tests use them as written."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "editors.md"


def snippet(heading: str, language: str) -> str:
    """The first block of code in a language below a heading."""
    found = re.search(rf"^```{language}\n(.*?)^```$", part(heading), re.MULTILINE | re.DOTALL)
    assert found is not None, f"{PAGE.name} has no {language} below '{heading}'"
    return found[1]


def settings_of(editor: str) -> str:
    """How to configure an editor: the first code of its row below 'Settings'."""
    found = re.search(rf"^\| {re.escape(editor)} \| `(.*?)`", part("Settings"), re.MULTILINE)
    assert found is not None, f"{PAGE.name} has no settings of {editor}"
    return found[1]


@cache
def part(heading: str) -> str:
    """The text below a heading, up to the next one of its level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n", text := PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, f"{PAGE.name} has no heading '{heading}'"
    rest = text[found.end() :]
    following = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start() if following else None]
