"""Every code has a manual page, and the page's examples are true."""

from __future__ import annotations

from importlib.resources import files

import pytest

from puppet_typesys.diagnostics import Issue
from puppet_typesys.infer.codes import FINDINGS
from puppet_typesys.issues import PROBLEMS
from puppet_typesys.validate import RULES
from tests.cases.blocks import blocks

ALL = PROBLEMS | RULES | FINDINGS


@pytest.mark.parametrize("rule", ALL.values(), ids=list(ALL))
def test_the_page_opens_with_the_code_and_the_summary(rule: Issue) -> None:
    assert page(rule).startswith(f"# {rule.code}\n\n{rule.summary}\n")


@pytest.mark.parametrize("rule", ALL.values(), ids=list(ALL))
def test_the_examples_give_what_they_promise(rule: Issue) -> None:
    for block in blocks(page(rule)):
        found = block.found_in_full if rule.code in FINDINGS else block.found
        assert found == block.expected, block.code


@pytest.mark.parametrize("rule", ALL.values(), ids=list(ALL))
def test_there_is_a_wrong_example_and_a_right_one(rule: Issue) -> None:
    expected = [block.expected for block in blocks(page(rule))]
    assert any((finding.severity, finding.code) == (rule.severity.text, rule.code) for found in expected for finding in found)
    assert any(not found for found in expected)


def test_no_page_is_left_without_a_rule() -> None:
    pages = {file.name for package in {rule.page.package for rule in ALL.values()} for file in (files(package) / "pages").iterdir()}
    assert {name.removesuffix(".md") for name in pages if name.endswith(".md")} == set(ALL)


def page(rule: Issue) -> str:
    return (files(rule.page.package) / rule.page.file).read_text(encoding="utf-8")
