"""`create_resources` with a Hash that is known only by its type: what it says of the parameters of all resources is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

DEFINE = 'define m::thing (Integer $count, $other = undef) {\n  notify { "${title} ${count} ${other}": }\n}\n'


def found(folder: Path, parameter: str, call: str) -> list[tuple[str, str, str]]:
    """The severities, codes and messages of what is found in a class with a parameter that calls something."""
    files = {"m/manifests/init.pp": f"class m ({parameter} = {{}}) {{\n  {call}\n}}\n", "m/manifests/thing.pp": DEFINE}
    return [(each.severity, each.code, each.message) for each in findings(folder, files)]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("create_resources('m::thing', $all, { 'cuont' => 1 })", "unknown-parameter"),
        ("create_resources('m::thing', $all, { 'count' => 'x' })", "wrong-parameter"),
        ("create_resources(file, $all, { 'owners' => 'root' })", "unknown-parameter"),
        ("create_resources('@file', $all, { 'mode' => '0999' })", "wrong-value"),
    ],
)
def test_defaults_are_checked_whatever_the_resources_are(tmp_path: Path, call: str, code: str) -> None:
    assert [each[:2] for each in found(tmp_path, "Hash $all", call)] == [("error", code)]


def test_keys_of_a_struct_are_parameters(tmp_path: Path) -> None:
    ((_, code, message),) = found(tmp_path, "Hash[String, Struct[{ cuont => Integer }]] $all", "create_resources('m::thing', $all)")
    assert code == "unknown-parameter"
    assert "did you mean 'count'?" in message


def test_values_that_are_not_hashes_of_parameters(tmp_path: Path) -> None:
    ((severity, code, message),) = found(tmp_path, "Hash[String, String] $all", "create_resources('m::thing', $all)")
    assert (severity, code) == ("warning", "wrong-argument")
    assert message.endswith("but all values of this Hash are of the type String")


@pytest.mark.parametrize(
    ("parameter", "call"),
    [
        ("Hash $all", "create_resources('m::thing', $all)"),
        ("Hash $all", "create_resources('m::thing', $all, { 'other' => 1, 'require' => File['/x'] })"),
        ("Hash $all", "create_resources('class', $all, { 'other' => 1 })"),
        ("Hash[String, Hash] $all", "create_resources('m::thing', $all)"),
        ("Hash[String, Struct[{ count => Integer, Optional[other] => String }]] $all", "create_resources('m::thing', $all)"),
        ("Hash[String, Variant[String, Hash]] $all", "create_resources('m::thing', $all)"),
        ("Hash[String, Any] $all", "create_resources('@m::thing', $all)"),
    ],
)
def test_what_may_be_right_is_not_reported(tmp_path: Path, parameter: str, call: str) -> None:
    assert found(tmp_path, parameter, call) == []
