"""The order of resources is that in which an agent of the reference walks its relationship graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.ordering import compared

RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "relationship_graphs.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("answer", RECORDED, ids=range(len(RECORDED)))
def test_resources_are_in_the_order_of_the_reference(answer: dict[str, object]) -> None:
    counts = compared(str(answer["code"]), answer)
    assert not (
        counts["too many"] or counts["lacking"] or counts["other walk"] or counts["refused here only"] or counts["refused there only"]
    )


def test_some_programs_are_walked_to_their_end() -> None:
    assert sum(bool(each.get("walk")) for each in RECORDED) > len(RECORDED) / 4
