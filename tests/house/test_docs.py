"""Generated files are up to date, and what pages refer to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.generate import FAMILIES, FILES, HERE, rules

from puppet_check.config.codes import pages


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
