"""`puppet-check --explain CODE` prints a manual page."""

import pytest

from tests.cli.command import run


@pytest.mark.parametrize("code", ["duplicate-parameter", "syntax-error", "unreadable-file", "internal-error"])
def test_each_code_has_its_page(code: str) -> None:
    answer = run("puppet-check", "--explain", code)
    assert answer.code == 0
    assert answer.out.startswith(f"# {code}\n")


def test_a_mistyped_code_gets_a_suggestion() -> None:
    assert "did you mean 'duplicate-parameter'" in run("puppet-check", "--explain", "duplicate-paramter").err
