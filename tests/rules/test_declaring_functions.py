"""Resources that functions of stdlib declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

RUBY = "module Puppet::Parser::Functions\n  newfunction(:{0}, :type => :statement) do |args|\n  end\nend\n"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("ensure_resource('file', '/a', { 'ensur' => 'file' })", ["unknown-parameter"]),
        ("ensure_resource('file', ['/a', '/b'], { 'mode' => 644 })", ["wrong-value"]),
        ("ensure_resource('fiel', '/a', {})", ["unknown-resource-type"]),
        ("ensure_resource('m::d', 'a', { port => 'x' })", ["wrong-parameter"]),
        ("ensure_resources('m::d', { 'a' => { port => 'x' } })", ["wrong-parameter"]),
        ("ensure_resources('m::d', { 'a' => {} }, { prt => 1 })", ["unknown-parameter"]),
        ("ensure_resource('m::d', 'a')", []),
        ("ensure_resource('m::d', 'a', { port => 1 })", []),
        ("ensure_resource('class', 'm', { x => 1 })", []),
        ("ensure_resource($x, 'a', { prt => 1 })", []),
        ("ensure_resource('m::d', 'a', $x)", []),
    ],
)
def test_what_they_declare_is_checked(call: str, expected: list[str], tmp_path: Path) -> None:
    functions = "modules/stdlib/lib/puppet/parser/functions"
    files = {
        "environment.conf": "",
        "modules/m/manifests/init.pp": f"class m($x) {{\n  {call}\n}}\n",
        "modules/m/manifests/d.pp": "define m::d(Integer $port) { notice($port) }\n",
        f"{functions}/ensure_resource.rb": RUBY.format("ensure_resource"),
        f"{functions}/ensure_resources.rb": RUBY.format("ensure_resources"),
    }
    assert [each.code for each in findings(tmp_path, files) if each.line == 2] == expected
