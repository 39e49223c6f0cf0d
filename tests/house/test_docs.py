"""The generated pages are current, and what pages name is there."""

from __future__ import annotations

import re

import pytest
from docs.generate import FAMILIES, HERE, written

from puppet_check.config.codes import pages


@pytest.mark.parametrize("name", written())
def test_the_page_is_current(name: str) -> None:
    assert (HERE / name).read_text(encoding="utf-8") == written()[name], "run `python -m docs.generate`"


def test_every_code_is_listed_once() -> None:
    assert sorted(re.findall(r"^\| \[`([\w-]+)`\]", written()["rules.md"], re.MULTILINE)) == list(pages())
    assert len({folder for folders in FAMILIES.values() for folder in folders}) == sum(map(len, FAMILIES.values()))


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{each.name}" for each in sorted(HERE.glob("*.md")))])
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    source = HERE.parent / page
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", source.read_text(encoding="utf-8"))
    assert [each for each in links if not (source.parent / each).exists()] == []
