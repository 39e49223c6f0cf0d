"""Code that follows a call of `assert_type` whose block may leave it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import messages


@pytest.mark.parametrize("value", ["$x", "split($x, '-')[0]", "$facts['x']"])
def test_a_block_that_fails_does_not_end_the_check_of_a_body(tmp_path: Path, value: str) -> None:
    code = f"define a::b ($x) {{\n  assert_type(Pattern[/a/], {value}) |$e, $g| {{\n    fail('no')\n  }}\n  notice($unset)\n}}\n"
    assert messages(tmp_path, "unknown-variable", code) == ["Unknown variable: 'unset'."]
