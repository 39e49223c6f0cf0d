"""Every code of Hiera has a manual page, and the page's examples are true."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from puppet_check.workspace.hiera import HIERA
from puppet_typesys.diagnostics import Issue
from tests.cases.blocks import Block
from tests.workspace.hiera_places import findings

FENCE = re.compile(r"^```yaml\n# path: (\S+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("rule", HIERA.values(), ids=list(HIERA))
def test_the_page_opens_with_the_code_and_the_summary(rule: Issue) -> None:
    assert page(rule).startswith(f"# {rule.code}\n\n{rule.summary}\n")


@pytest.mark.parametrize("rule", HIERA.values(), ids=list(HIERA))
def test_the_wrong_example_gives_what_it_promises_and_the_right_one_nothing(rule: Issue, tmp_path: Path) -> None:
    promised = []
    for number, (path, code) in enumerate(FENCE.findall(page(rule))):
        expected = Block("yaml", "", code).expected
        found = findings(tmp_path / str(number), {path: code + "\n"})
        assert Counter((path, *each) for each in expected.elements()) == Counter(found)
        promised.append({each.code for each in expected})
    assert promised == [{rule.code}, set()]


def page(rule: Issue) -> str:
    return (files(rule.page.package) / rule.page.file).read_text(encoding="utf-8")
