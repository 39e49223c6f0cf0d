"""`puppet-check test --coverage`: which branches of the module's own code no example evaluates."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import run, write
from tests.specs.module import FILES, answer

SPEC = "require 'spec_helper'\ndescribe 'web' do\n  let(:params) { {%s} }\n  it { is_expected.to compile }\nend\n"
NAME = "spec/classes/a_spec.rb"


def missed(folder: Path, code: str, *params: str, **files: str) -> list[str]:
    """The branches of the class `web` that no example evaluates; there is a spec file for each of some parameters."""
    specs = {f"spec/classes/{number}_spec.rb": SPEC % each for number, each in enumerate(params)}
    write(folder, FILES | {"manifests/init.pp": code} | specs | files)
    found = run("puppet-check", "test", "--coverage", "--jobs", "2", cwd=folder)
    assert found.code == 0, found.out + found.err
    _, _, rest = found.out.partition("\nNever evaluated:\n")
    return [each.strip() for each in rest.partition("\n\n")[0].splitlines()]


IF = """\
class web (Integer $port = 80) {
  if $port == 80 {
    notice(1)
  } elsif $port == 81 {
    notice(2)
  } else {
    notice(3)
  }
  unless $port == 80 { notice(4) }
  if $port > 0 { notice(5) }
}
"""


def test_conditions_are_covered_by_the_examples_of_all_spec_files(tmp_path: Path) -> None:
    assert missed(tmp_path / "one", IF, "") == [
        "manifests/init.pp:4:5: `elsif $port == 81`",
        "manifests/init.pp:7:5: `else` of `elsif $port == 81`",
        "manifests/init.pp:9:3: `unless $port == 80`",
        "manifests/init.pp:10:3: implicit `else` of `if $port > 0`",
    ]
    assert missed(tmp_path / "two", IF, "port: 81", "port: 0") == [
        "manifests/init.pp:2:3: `if $port == 80`",
        "manifests/init.pp:9:3: implicit `else` of `unless $port == 80`",
    ]


OPTIONS = """\
class web (Integer $port = 80) {
  case $port {
    80, 81: { }
    82: { notice(1) }
  }
  case $port {
    80: { notice(2) }
    default: { notice(3) }
  }
  $name_of_port = $port ? {
    80      => 'http',
    default => 'other',
  }
}
"""


def test_options_of_case_and_selectors_are_branches_as_is_the_default_that_is_not_written(tmp_path: Path) -> None:
    assert missed(tmp_path / "one", OPTIONS, "port: 81") == [
        "manifests/init.pp:2:3: implicit `default` of `case $port`",
        "manifests/init.pp:4:5: option `82`",
        "manifests/init.pp:7:5: option `80`",
        "manifests/init.pp:11:5: option `80 => 'http'`",
    ]
    assert missed(tmp_path / "two", OPTIONS, "port: 80", "port: 90") == ["manifests/init.pp:4:5: option `82`"]


BODIES = """\
class web (Integer $port = 80, Array $list = []) {
  $list.each |$each| { notice($each) }
  if $port == 1 { $found = web::text() }
  if $port == 2 { include web::other }
  if $port == 3 { web::thing { 'a': } }
}
"""
DEFINED = {
    "manifests/other.pp": "class web::other {\n  notice(1)\n}\n",
    "manifests/thing.pp": "define web::thing {\n  notice(1)\n}\n",
    "functions/text.pp": "function web::text() >> String {\n  'text'\n}\n",
}


def test_bodies_that_are_never_entered_are_listed(tmp_path: Path) -> None:
    names = ["manifests/other.pp:1:1: class `web::other`", "manifests/thing.pp:1:1: define `web::thing`"]
    names += ["functions/text.pp:1:1: function `web::text`"]
    none = missed(tmp_path / "none", BODIES, "", **DEFINED)
    assert set(names) < set(none)
    assert "manifests/init.pp:2:14: lambda `|$each|`" in none
    every = missed(tmp_path / "all", BODIES, "port: 1, list: [1]", "port: 2", "port: 3", **DEFINED)
    assert every == []


def test_only_the_module_itself_counts(tmp_path: Path) -> None:
    code = "class web {\n  include tool\n  if $tool::wanted { notice(1) }\n}\n"
    tool = "class tool {\n  $wanted = true\n  if $wanted { notice(1) } else { notice(2) }\n}\n"
    files = {"spec/fixtures/modules/tool/manifests/init.pp": tool}
    assert missed(tmp_path, code, "", **files) == ["manifests/init.pp:3:3: implicit `else` of `if $tool::wanted`"]


def test_what_was_evaluated_before_an_error_counts(tmp_path: Path) -> None:
    code = "class web (Integer $port = 80) {\n  if $port == 80 { fail('no') } else { notice(1) }\n}\n"
    spec = (SPEC % "").replace("compile", "compile.and_raise_error(/no/)")
    assert missed(tmp_path, code, **{NAME: spec}) == ["manifests/init.pp:2:40: `else` of `if $port == 80`"]


def test_a_branch_under_an_unknown_condition_is_neither_covered_nor_missed(tmp_path: Path) -> None:
    code = "class web {\n  if generate('/bin/date') == 'x' { notice(1) } else { notice(2) }\n}\n"
    write(tmp_path, FILES | {"manifests/init.pp": code, NAME: SPEC % ""})
    found = json.loads(run("puppet-check", "test", "--coverage", "--format", "json", cwd=tmp_path).out)["coverage"]
    branches = [(each["kind"], each["status"]) for each in found["files"]["manifests/init.pp"]["branches"]]
    assert branches == [("class", "covered"), ("if", "unknown"), ("else", "unknown")]
    assert found["totals"] == {
        "num_branches": 3,
        "covered_branches": 1,
        "missing_branches": 0,
        "unknown_branches": 2,
        "percent_covered": 100.0,
    }


def test_the_table_has_each_file_with_its_counts(tmp_path: Path) -> None:
    found = answer(tmp_path, "--coverage", **{NAME: SPEC % "", "manifests/init.pp": IF}, **DEFINED).out
    rows = {line.split()[0]: line.split()[1:] for line in found.splitlines() if line.startswith(("manifests/", "TOTAL"))}
    assert rows["manifests/init.pp"] == ["8", "4", "0", "50.0%"]
    assert rows["manifests/other.pp"] == ["1", "1", "0", "0.0%"]
    assert rows["TOTAL"] == ["11", "7", "0", "36.4%"]


def test_the_report_in_json_has_places_counts_and_lines(tmp_path: Path) -> None:
    answer(tmp_path, "--coverage-json", "coverage.json", **{NAME: SPEC % "", "manifests/init.pp": IF})
    found = json.loads((tmp_path / "coverage.json").read_text())
    file = found["files"]["manifests/init.pp"]
    assert file["branches"][1] == {
        "kind": "if",
        "code": "if $port == 80",
        "line": 2,
        "column": 3,
        "end_line": 3,
        "end_column": 14,
        "status": "covered",
        "count": 1,
    }
    assert file["lines"] == {"2": 1, "3": 1, "4": 0, "5": 0, "7": 0, "9": 1, "10": 1}
    assert found["resources"] == {"declared": 0, "looked_at": 0, "missed": []}


def test_the_report_for_lcov_has_lines_functions_and_branches(tmp_path: Path) -> None:
    answer(tmp_path, "--coverage-lcov", "lcov.info", **{NAME: SPEC % "", "manifests/init.pp": IF})
    lines = (tmp_path / "lcov.info").read_text().splitlines()
    assert lines[:6] == ["TN:", "SF:manifests/init.pp", "FN:1,web", "FNDA:1,web", "FNF:1", "FNH:1"]
    assert [each for each in lines if each.startswith("BR")] == [
        "BRDA:2,1,0,1",
        "BRDA:4,2,0,-",
        "BRDA:7,2,1,-",
        "BRDA:9,3,0,0",
        "BRDA:9,3,1,1",
        "BRDA:10,4,0,1",
        "BRDA:10,4,1,0",
        "BRF:7",
        "BRH:3",
    ]
    assert lines[-3:] == ["LF:7", "LH:4", "end_of_record"]


def test_a_run_can_fail_for_too_little_coverage(tmp_path: Path) -> None:
    files = {NAME: SPEC % "", "manifests/init.pp": IF}
    found = answer(tmp_path, "--coverage-fail-under", "60", **files)
    assert (found.code, found.err) == (1, "puppet-check: coverage of 50.0% is below 60%\n")
    assert answer(tmp_path, "--coverage-fail-under", "50", **files).code == 0
    refused = answer(tmp_path, "--coverage-fail-under", "101", **files)
    assert refused.code == 2
    assert "'101' is not a percentage; expected a number from 0 to 100" in refused.err


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    found = answer(tmp_path, "--coverage-json", "spec", **{NAME: SPEC % ""})
    assert (found.code, found.err) == (2, "puppet-check: --coverage-json spec: a folder\n")
