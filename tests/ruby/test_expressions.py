"""Expressions in Ruby have the values and errors of the reference's runtime, recorded in `data/ruby/expressions.jsonl`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puppet_typesys.values.hash import Hash
from tests.ruby.program import expression

RECORDED = [json.loads(line) for line in (Path(__file__).parent.parent / "data/ruby/expressions.jsonl").read_text("utf-8").splitlines()]


def plain(value: object) -> object:
    """A value as JSON says it; Floats are told apart from Integers."""
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, dict | Hash):
        return {key: plain(each) for key, each in value.items()}
    return (type(value).__name__, value)


@pytest.mark.parametrize("recorded", RECORDED, ids=[each["code"][:60] for each in RECORDED])
def test_an_expression_has_the_value_of_the_reference(recorded: dict[str, object]) -> None:
    found = expression(str(recorded["code"]))
    if recorded.get("unsupported"):
        assert found.reason is not None, f"{recorded['code']} is supported now"
    elif "error" in recorded:
        assert found.error == recorded["error"]
    else:
        assert (found.error, found.reason) == (None, None)
        assert plain(found.value) == plain(recorded["value"])
