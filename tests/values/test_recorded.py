"""Conversions between values, their texts and their errors equal those of the reference, as recorded in `tests/data/values`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puppet_check.cli.snippet import Settings, evaluate_snippet
from puppet_check.cli.world import NoWorld

FILES = sorted((Path(__file__).parent.parent / "data" / "values").glob("*.jsonl"))
SETTINGS = Settings(NoWorld())


def difference(record: dict[str, str | None]) -> str | None:
    """The difference from a record; an error without text is one of the reference's own runtime, whose text is not compared."""
    code = record["code"]
    assert code is not None
    answer = evaluate_snippet(code, SETTINGS)
    error = answer["error"]
    message = error["message"] if isinstance(error, dict) else None
    if "value" in record:
        return None if answer["value"] == record["value"] else f"{code}: {answer['value']} {message}, expected {record['value']}"
    if message is not None and record["error"] in (None, message):
        return None
    return f"{code}: {answer['value']} {message}, expected {record['error']}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_values_are_those_of_the_reference(file: Path) -> None:
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [found for record in records if (found := difference(record)) is not None] == []
