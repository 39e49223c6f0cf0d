"""The reference's recorded answers: acceptance, trees, and positions of errors.

The floors are the current results; an improvement raises them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cases import RECORDED, Case, read_cases
from tests.support.reading import pn_sha1, read
from tests.support.syntax import Tally, compare

MORE = RECORDED.parent / "more"
FILES = sorted([*RECORDED.glob("*.jsonl"), *MORE.glob("*.jsonl")])
WRONG = {"more/interpolation-0075"}
"""Cases that are parsed differently from the reference. In this one a brace opens in an interpolation of a heredoc and is never closed."""


@pytest.fixture(scope="module", name="tally")
def all_compared() -> Tally:
    tally = Tally()
    for case in read_cases(FILES):
        compare(case, tally, validation=False)
    return tally


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def wrongly_read(case: Case) -> bool:
    reading = read(case.source, case.mode)
    if case.error is not None:
        return reading.error is None and not case.error.crash
    return reading.error is not None or pn_sha1(reading.program) != case.pn_sha1


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_sources_are_accepted_and_give_the_same_tree(file: Path) -> None:
    known = {name.partition("/")[2] for name in WRONG if name.rpartition("-")[0] == name_of(file)}
    assert {case.id for case in read_cases([file]) if wrongly_read(case)} == known


def test_errors_are_on_the_same_line(tally: Tally) -> None:
    assert share(tally, "error on the same line") >= 0.98


def test_errors_are_in_the_same_column(tally: Tally) -> None:
    assert share(tally, "error in the same column") >= 0.93


def share(tally: Tally, question: str) -> float:
    return tally.agreed[question] / tally.asked[question]
