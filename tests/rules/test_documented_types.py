"""Types in documentation are compared with the declared ones by their values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

CASES = {
    ("[String, Integer] a", "Variant[Integer, String] $a"): None,
    ("[Optional[String]] a", "String $a"): "[String] a",
    ("a [String] text", "Integer $a"): "a [Integer] text",
    ("[Stdlib::Port] a", "Integer $a"): None,
    ("[boolean] a", "Boolean $a"): None,
    ("[see below] a", "String $a"): None,
    ("[String] a", "$a"): None,
    ("[Enum['x', 'y']] a", "Enum['y', 'x'] $a"): None,
    ("[Hash] a", "Hash[String, Integer] $a"): "[Hash[String, Integer]] a",
}


@pytest.mark.parametrize("tag, parameter", CASES)
def test_a_type_is_compared_and_replaced(tag: str, parameter: str, tmp_path: Path) -> None:
    text = f"# A class.\n#\n# @param {tag}\nclass shop ({parameter}) {{\n}}\n"
    write(tmp_path, {"manifests/init.pp": text})
    fixed = CASES[tag, parameter]
    answer = run("puppet-check", "--select", "documented_type", "--format", "json", cwd=tmp_path)
    assert [each["line"] for each in json.loads(answer.out)] == [3] * (fixed is not None)
    run("puppet-check", "--select", "documented_type", "--fix-only", cwd=tmp_path)
    assert (tmp_path / "manifests" / "init.pp").read_text() == text.replace(tag, fixed or tag)
