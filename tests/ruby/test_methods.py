"""Methods of the core have the values, effects and errors of those of the reference's runtime, recorded in `data/ruby/methods.jsonl`."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

import pytest

from tests.support.ruby_methods import Given, outcomes, program

LINES = (Path(__file__).parent.parent / "data/ruby/methods.jsonl").read_text("utf-8").splitlines()
RECORDED = [(kind, [*rows]) for kind, rows in groupby(map(json.loads, LINES), key=lambda row: row[0])]


@pytest.mark.parametrize(("receiver", "rows"), RECORDED, ids=[receiver for receiver, _ in RECORDED])
def test_a_method_does_what_that_of_the_reference_does(receiver: str, rows: list[tuple[str, str, list[str], str, str]]) -> None:
    found = outcomes(program(receiver, method, arguments, block) for _, method, arguments, block, _ in rows)
    assert [(row[1:], each) for row, each in zip(rows, found, strict=True) if each != Given(row[-1])] == []
