"""`puppet-eval --target`: expressions, requests and catalogs follow the differences of versions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

SENSITIVE = "notice(regsubst(Sensitive('abc'), 'b', 'x').unwrap)"
CASES = [
    (SENSITIVE, "puppet8", "'regsubst' parameter 'target' expects a value of type Array or String, got Sensitive[String]"),
    (SENSITIVE, "openvox8.25", "'regsubst' parameter 'target' expects a value of type Array or String, got Sensitive[String]"),
    (SENSITIVE, "openvox8.26", None),
    (SENSITIVE, "openvox9", None),
    ("regsubst(1, 'a', 'b')", "openvox9", "expects a value of type Array, Sensitive[Array], String, or Sensitive[String], got Integer"),
    ("regsubst('a', 'a', 'b', 'G', 'N')", "openvox8", None),
    ("regsubst('a', 'a', 'b', 'G', 'N')", "openvox9", "'regsubst' expects between 3 and 4 arguments, got 5"),
    ("split(Sensitive('a'), 'b')", "puppet7", "'split' parameter 'str' expects a String value, got Sensitive[String]"),
    ("split(Sensitive('a'), 'b')", "puppet8", None),
    ("$x = { Integer => 1, Integer => 2 }", "puppet8", "is declared more than once"),
    ("$x = { Integer => 1, Integer => 2 }", "puppet7", None),
    ("zone { 'a': }", "openvox9", "Unknown resource type: 'zone'"),
    ("zone { 'a': }", "openvox8", None),
    ("package { 'a': environment => ['B=c'] }", "puppet8", "no parameter named 'environment'"),
    ("package { 'a': environment => ['B=c'] }", "openvox8", None),
    ("type A { }", "openvox9", "not supported in this version of OpenVox"),
    ("type A { }", "openvox8", "not supported in this version of Puppet"),
]


@pytest.mark.parametrize(("code", "target", "error"), CASES)
def test_expressions_are_evaluated_as_by_a_version(code: str, target: str, error: str | None) -> None:
    answer = run("puppet-eval", "--target", target, "-e", code)
    assert (answer.code, error is None or error in answer.err) == (0 if error is None else 1, True)


@pytest.mark.parametrize(("target", "page"), [("puppet8", "8.10"), ("openvox8.20", "8.20"), ("openvox8", "8.28"), ("openvox9", "latest")])
def test_warnings_name_the_documentation_of_a_version(target: str, page: str) -> None:
    request = json.dumps({"id": 1, "code": "hiera('x', 1)"})
    answer = json.loads(run("puppet-eval", "--batch", "--target", target, stdin=request + "\n").out)
    assert answer["value"] == "1" and f"/{page}/deprecated_language.html" in answer["output"][0][1]


def test_catalogs_follow_the_settings_and_the_option(tmp_path: Path) -> None:
    code = f"node /(?:n)1/ {{ $s = {SENSITIVE[7:-1]} notify {{ $s: }} }}\nnode default {{ }}\n"
    write(tmp_path, {"environment.conf": "", "manifests/site.pp": code, ".puppet-check.toml": 'target = "openvox9"\n'})
    assert "Notify[axc]" in run("puppet-eval", "--catalog", "--node", "n1", cwd=tmp_path).out
    refused = run("puppet-eval", "--catalog", "--node", "n1", "--target", "puppet8", cwd=tmp_path)
    assert (refused.code, "Cannot find definition Node" in refused.err) == (1, True)
    write(tmp_path, {"facts/n1.json": '{"networking": {"fqdn": "n1"}}\n'})
    assert run("puppet-check", "--no-cache", "--facts-dir", "facts", cwd=tmp_path).code == 0
    assert run("puppet-check", "--no-cache", "--facts-dir", "facts", "--target", "puppet8", cwd=tmp_path).code == 1


@pytest.mark.parametrize(("target", "value"), [("puppet8", "false"), ("openvox8", "false"), ("openvox9", "true")])
def test_settings_have_the_defaults_of_a_version(tmp_path: Path, target: str, value: str) -> None:
    write(tmp_path, {"environment.conf": "", "manifests/site.pp": 'notify { "is ${settings::preprocess_deferred}": }\n'})
    assert f"Notify[is {value}]" in run("puppet-eval", "--catalog", "--node", "n", "--target", target, cwd=tmp_path).out


def test_a_version_that_does_not_exist_is_named() -> None:
    answer = run("puppet-eval", "--target", "openvox10", "-e", "1")
    assert (answer.code, "'openvox10' is not a version" in answer.err) == (2, True)
