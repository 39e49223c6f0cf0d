"""Every code has a manual page, and `puppet-check` reports what the page's examples promise: the test of all rules."""

from __future__ import annotations

from collections import Counter

import pytest

from puppet_check.cli.codes import all_issues
from puppet_check.config.codes import pages
from tests.cases.pages import WITHOUT_EXAMPLES, Example, Expected, examples, text_of
from tests.cli.command import write
from tests.cli.in_process import findings

WITH_EXAMPLES = sorted(pages().keys() - WITHOUT_EXAMPLES)
Reported = dict[str, list[tuple[Example, Counter[Expected]]]]
"""The examples of each page, with the findings reported for them."""


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """The findings of one run over the examples of all pages, by the code of the page."""
    folder = tmp_path_factory.mktemp("pages")
    made: Reported = {}
    for code in WITH_EXAMPLES:
        for number, example in enumerate(examples(code)):
            write(folder / code / str(number), example.files)
            made.setdefault(code, []).append((example, Counter()))
    for path, line, severity, found, _ in findings(folder):
        page, number, inner = path.split("/", 2)
        made[page][int(number)][1][Expected(inner, line, severity, found)] += 1
    return made


def test_every_code_of_a_rule_has_a_page_and_every_page_a_rule() -> None:
    assert set(all_issues()) == set(pages())


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_the_page_opens_with_the_code_and_the_summary(code: str) -> None:
    assert text_of(code).startswith(f"# {code}\n\n{all_issues()[code].summary}\n")


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_there_is_a_wrong_example_and_a_right_one(code: str) -> None:
    shown = [*examples(code)]
    usual = all_issues()[code].severity.text
    assert any(each.is_wrong and (severity, found) == (usual, code) for each in shown for _, _, severity, found in each.expected)
    assert any(not each.is_wrong for each in shown)


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_wrong_examples_give_what_they_promise(code: str, reported: Reported) -> None:
    for example, found in reported[code]:
        if example.is_wrong:
            assert example.expected - found == Counter(), example.shown
            assert {each for each in found if each.code == code} <= example.expected.keys(), example.shown


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_right_examples_give_no_errors_and_nothing_of_the_code(code: str, reported: Reported) -> None:
    for example, found in reported[code]:
        if not example.is_wrong:
            assert not example.expected
            assert [each for each in found if each.severity == "error" or each.code == code] == [], example.shown
