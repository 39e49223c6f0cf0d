"""The examples of the language specification evaluate to the reference's results, which are recorded in `tests/data/spec`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from puppet_check.cli.snippet import Settings, evaluate_snippet
from puppet_check.cli.world import NoWorld
from puppet_typesys.types.common_type import common_type
from puppet_typesys.types.parse import parse
from puppet_typesys.types.show import show

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "data" / "spec").glob("*.jsonl"))
SETTINGS = Settings(NoWorld(), node_name="node1.example.com")


def cases(file: Path) -> Iterator[dict[str, object]]:
    return map(json.loads, file.read_text(encoding="utf-8").splitlines())


def difference(case: dict[str, object]) -> str | None:
    """The difference between the answer and the expected one; None if they agree."""
    expected = case["expected"]
    assert isinstance(expected, dict)
    if "op" in case:
        both = show(common_type(parse(str(case["left"])), parse(str(case["right"]))))
        return None if both == expected["result"] else f"{case['id']}: {both}, expected {expected['result']}"
    answer = evaluate_snippet(str(case["code"]), SETTINGS)
    error, actual = expected["error"], answer["error"]
    if error is None:
        wrong = [key for key in ("value", "type", "generic", "output") if answer[key] != expected[key]]
        return f"{case['id']}: {answer}, expected {expected}" if wrong else None
    if not isinstance(actual, dict):
        return f"{case['id']}: {answer['value']}, expected {error['message']}"
    same = error.get("internal") or all(actual[key] == error[key] for key in ("message", "issue_code", "line", "pos"))
    return None if same else f"{case['id']}: {actual}, expected {error}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_examples_have_the_reference_s_answers(file: Path) -> None:
    assert [each for each in map(difference, cases(file)) if each is not None] == []


def test_the_table_of_differences_has_every_example_whose_text_says_another_thing() -> None:
    table = (ROOT / "docs" / "spec-examples.md").read_text(encoding="utf-8")
    listed = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| 0")]
    assert listed == sorted(str(case["id"]) for file in FILES for case in cases(file) if _says_otherwise(case))


def _says_otherwise(case: dict[str, object]) -> bool:
    expected = case["expected"]
    assert isinstance(expected, dict)
    return "says" in case and case["says"] != ("error" if expected.get("error") else expected["value"])
