"""Every rule has a manual page, and the page's examples are true."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from puppet_check.rules.run import RULES
from puppet_typesys.diagnostics import Issue
from tests.rules.places import example, findings
from tests.workspace.project_places import expected


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_the_page_opens_with_the_code_and_the_summary(rule: Issue) -> None:
    assert page(rule).startswith(f"# {rule.code}\n\n{rule.summary}\n")


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_the_wrong_example_gives_what_it_promises(rule: Issue, tmp_path: Path) -> None:
    wrong = example(page(rule).partition("## Wrong")[2].partition("## Right")[0])
    promised = sorted(expected(wrong))
    assert (rule.severity.text, rule.code) in {(each.severity, each.code) for each in promised}
    assert findings(tmp_path, wrong) == promised


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_the_right_example_gives_nothing(rule: Issue, tmp_path: Path) -> None:
    right = example(page(rule).partition("## Right")[2])
    assert right
    assert findings(tmp_path, right) == []


def test_no_page_is_left_without_a_rule() -> None:
    pages = {file.name for file in (files("puppet_check.rules") / "pages").iterdir()}
    assert {name.removesuffix(".md") for name in pages if name.endswith(".md")} == set(RULES)


def page(rule: Issue) -> str:
    return (files(rule.page.package) / rule.page.file).read_text(encoding="utf-8")
