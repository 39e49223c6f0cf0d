"""What readers of definitions take for the value of an expression is its value in the reference's runtime, or unknown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puppet_check.workspace.ruby.values import UNKNOWN
from tests.workspace.reading import constant

DATA = Path(__file__).parent.parent / "data/ruby/expressions.jsonl"
RECORDED = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
KNOWN = [each for each in RECORDED if constant(each["code"]) is not UNKNOWN]


@pytest.mark.parametrize("recorded", KNOWN, ids=[each["code"][:60] for each in KNOWN])
def test_a_constant_has_the_value_of_the_reference(recorded: dict[str, object]) -> None:
    assert "error" not in recorded
    assert json.dumps(constant(str(recorded["code"]))) == json.dumps(recorded["value"])


def test_most_literals_and_methods_of_constants_are_known() -> None:
    assert len(KNOWN) > 120
