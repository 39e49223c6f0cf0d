"""Resources that functions of stdlib declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

RUBY = "module Puppet::Parser::Functions\n  newfunction(:{0}, :type => :statement) do |args|\n  end\nend\n"

OF_PACKAGES = """
Puppet::Functions.create_function(:'stdlib::ensure_packages') do
  dispatch :ensure do
    param 'Variant[String[1], Array[String[1]]]', :packages
    optional_param 'Hash', :attributes
  end
end
"""


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
        ("ensure_packages('a', { 'ensur' => 'present' })", ["unknown-parameter"]),
        ("ensure_packages(['a', 'b'], { 'ensure' => 'present' })", []),
        ("ensure_packages({ 'a' => { 'ensur' => 'present' } }, { 'install_options' => ['-y'] })", ["unknown-parameter"]),
        ("ensure_packages({ 'a' => {}, 'b' => $x }, $x)", []),
        ("stdlib::ensure_packages([$x], { 'ensur' => 'present' })", ["unknown-parameter"]),
        ("stdlib::ensure_packages([$x], { 'ensure' => 'present' })", []),
        ('ensure_resource(7, "/${x}", {})', ["evaluation-error"]),
        ("ensure_resource(7, $x, {})", []),
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
        f"{functions}/ensure_packages.rb": RUBY.format("ensure_packages"),
        "modules/stdlib/lib/puppet/functions/stdlib/ensure_packages.rb": OF_PACKAGES,
    }
    assert [each.code for each in findings(tmp_path, files) if each.line == 2] == expected


@pytest.mark.parametrize(
    ("resource", "is_reported"),
    [
        ("fle { '/a': ensure => file, mode => '0644' }", True),
        ("usr { 'a': uid => 1, gid => 2, require => File['/a'] }", True),
        ("fle { '/a': ensure => file, size => 1 }", False),
        ("fle { '/a': ensure => file, require => File['/b'] }", False),
        ("files { '/a': ensure => file, mode => '0644' }", False),
    ],
)
def test_a_short_name_of_a_type_is_misspelt_if_its_attributes_show_it(resource: str, is_reported: bool, tmp_path: Path) -> None:
    metadata = '{"name": "a-m", "dependencies": [{"name": "a/other"}]}'
    found = findings(tmp_path, {"metadata.json": metadata, "manifests/init.pp": f"class m {{\n  {resource}\n}}\n"})
    assert [each.code for each in found if each.path == "manifests/init.pp"] == ["unknown-resource-type"] * is_reported
