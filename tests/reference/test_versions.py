"""Snippets that other versions answer otherwise than Puppet 8.10, answered by the evaluator and the checker as these versions do.

`tests/data/targets` has all of 15,178 snippets on which OpenVox 8.28.1, OpenVox 9.0.0-rc1 and Puppet 7.23 with `strict = error` differ, and
some of those on which Puppet 7.23 with its defaults does. An answer that `differs` does so in its wording by the runtime (`runtime`), or
in whether it fails (`verdict`).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.cli.command import run, write

DATA = Path(__file__).parents[1] / "data" / "targets"
TARGETS = {
    "openvox8": ("openvox8", "default"),
    "openvox9": ("openvox9", "default"),
    "puppet7": ("puppet7", "default"),
    "puppet7-strict": ("puppet7", "error"),
}
"""The versions and their setting `strict`, by the names of the files."""
ADDRESS = re.compile(r"0x[0-9a-f]{8,}")
SILENT = {
    "$v = [-4, -1, 2, 4294967296]\n$v.fqdn_rand({}, ['%d'])",
    "$v = ['p', 'Q']\nfqdn_rand($v)",
    "file { '/a': ensure => present }\nfile { '/b': ensure => 'present', target => '/c' }\nfile { '/c': ensure => \"present\" }\n"
    "file { '/d': ensure => /a/ }",
}
"""Code that the checker reports, or fails to report, for every version."""
Answer = dict[str, object]


@cache
def recorded(name: str) -> list[Answer]:
    """The recorded answers, each with its code."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").split("\n") if line]


@pytest.mark.parametrize("name", TARGETS)
def test_the_evaluator_answers_as_the_version(name: str) -> None:
    target, strict = TARGETS[name]
    options = [] if strict == "default" else ["--setting", f"strict={strict}"]
    requests = "".join(json.dumps({"id": number, "code": each["code"]}) + "\n" for number, each in enumerate(recorded(name)))
    answers = run("puppet-eval", "--batch", "--target", target, *options, stdin=requests).out.splitlines()
    differing = {str(each["code"]): _difference(each, json.loads(line)) for each, line in zip(recorded(name), answers, strict=True)}
    assert {code: found for code, found in differing.items() if found} == {
        str(each["code"]): each["differs"] for each in recorded(name) if "differs" in each
    }


def _difference(expected: Answer, found: Answer) -> str:
    if (expected["error"] is None) != (found["error"] is None):
        return "verdict"
    parts = [
        ADDRESS.sub("0x", json.dumps([each["value"], each["type"], each["output"], _error(each["error"])])) for each in (expected, found)
    ]
    return "" if parts[0] == parts[1] else "runtime"


def _error(error: object) -> object:
    return [error[key] for key in ("message", "issue_code", "line", "pos")] if isinstance(error, dict) else None


@pytest.mark.parametrize("name", TARGETS)
def test_the_checker_reports_errors_as_the_version(tmp_path: Path, name: str) -> None:
    target, strict = TARGETS[name]
    files = {f"code/{number}.pp": str(each["code"]) for number, each in enumerate(recorded(name))}
    settings = "" if strict == "default" else f'strict = "{strict}"\n'
    write(tmp_path, {"environment.conf": "", "hiera.yaml": "---\nversion: 5\nhierarchy: []\n", ".puppet-check.toml": settings, **files})
    (tmp_path / "modules").mkdir()
    found = json.loads(run("puppet-check", "--no-cache", "--target", target, "--format", "json", "code", cwd=tmp_path).out)
    failing = {Path(each["file"]).stem for each in found if each["severity"] == "error"}
    wrong = [
        str(each["code"])
        for number, each in enumerate(recorded(name))
        if (str(number) in failing) != (each["error"] is not None) and each.get("differs") != "verdict"
    ]
    assert set(wrong) <= SILENT


@pytest.mark.parametrize("name", TARGETS)
def test_almost_all_texts_are_those_of_the_version(name: str) -> None:
    own = [each for each in recorded(name) if each.get("differs") != "runtime"]
    assert sum("differs" not in each for each in own) >= 0.95 * len(own)
