"""Snippets and operations on types are answered as the reference answered them.

`tests/data/conformance` is the open conformance set, `tests/data/evaluate` has what `bench.differential.run --record` wrote and
answers about functions. `tests/data/evaluate/known.txt` lists the answers that differ: an answer that agrees must leave the list.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import cast

import pytest

from tests.support.answers import own_answer
from tests.support.comparison import Answer, difference

DATA = Path(__file__).parents[1] / "data"
FILES = sorted([*(DATA / "conformance").glob("*.jsonl"), *(DATA / "evaluate").glob("*.jsonl")])
KNOWN = {
    line.split(" ", 1)[0]
    for line in (DATA / "evaluate" / "known.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
}
Case = dict[str, object]


def read_groups() -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = defaultdict(list)
    for file in FILES:
        for line in file.read_text(encoding="utf-8").split("\n"):
            if line:
                case = json.loads(line)
                groups[f"{file.parent.name}/{case['group']}"].append(case)
    return groups


GROUPS = read_groups()


def question(case: Case) -> dict[str, str]:
    return {key: str(case[key]) for key in ("code", "op", "left", "right") if case.get(key) is not None}


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_answers_are_those_of_the_reference(group: str) -> None:
    differing = {}
    for case in GROUPS[group]:
        found = difference(cast("Answer", case["expected"]), own_answer(question(case)))
        if found is not None:
            differing[str(case["id"])] = f"{found}: {question(case)}"
    expected = {str(case["id"]) for case in GROUPS[group]} & KNOWN
    assert {name: words for name, words in differing.items() if name not in expected} == {}
    assert expected - differing.keys() == set(), "these agree now, so that they leave known.txt"


def test_known_differences_are_about_recorded_answers() -> None:
    assert {str(case["id"]) for cases in GROUPS.values() for case in cases} >= KNOWN
