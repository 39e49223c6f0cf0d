"""Generated files are up to date, and what pages refer to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.generate import FILES, HERE, rules
from docs.rule_families import FAMILIES

from puppet_check.config.codes import pages

CHECKOUT = HERE.parent
INSTALLING = re.compile(r"(?:pip|pipx|uv tool) install (?:-\S+ )*[\"']?puppet-check\b")
"""A command that asks an index for the package."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_generated_file_is_current(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == FILES[file](), "run `python -m docs.generate`"


def test_every_code_is_listed_once() -> None:
    assert sorted(re.findall(r"^\| \[`([\w-]+)`\]", rules(), re.MULTILINE)) == list(pages())
    assert len({folder for folders in FAMILIES.values() for folder in folders}) == sum(map(len, FAMILIES.values()))


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{each.name}" for each in sorted(HERE.glob("*.md")))])
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    source = HERE.parent / page
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", source.read_text(encoding="utf-8"))
    assert [each for each in links if not (source.parent / each).exists()] == []


def test_no_page_asks_an_index_for_what_is_not_there_yet() -> None:
    """The pages lead to `docs/installation.md`, which changes with the first release; the owner's page says how."""
    folders = ("docs", "ci", "vscode-client/src", "vscode-client/walkthrough")
    pages = [
        *CHECKOUT.glob("*.*"),
        *CHECKOUT.glob("vscode-client/*.*"),
        *(each for name in folders for each in (CHECKOUT / name).rglob("*.*")),
    ]
    texts = (each for each in pages if each.suffix in (".md", ".yml", ".json", ".ts") and INSTALLING.search(each.read_text("utf-8")))
    assert {each.relative_to(CHECKOUT).as_posix() for each in texts} == {"PUBLISHING.md"}
