"""Slips in resources that the evaluation does not see: of types that nothing defines, in code that is not reached, in computed titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_of_names import codes

INIT = "m/manifests/init.pp"
LACKING = {"m/metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "acme-elsewhere"}]}'}


@pytest.mark.parametrize(
    ("resource", "count"),
    [
        ("checkout { '/srv/a': ensure => present, providet => git }", 1),
        ("acme::site { 'a': ensrue => present }", 1),
        ("checkout { '/srv/a': ensure => present, provider => git }", 0),
        ("checkout { '/srv/a': state => present, requires => 'b' }", 0),
        ("checkout { '/srv/a': providet => git, provider => git }", 0),
        ("php::extension { 'a': provider => pecl }", 0),
        ("mailalias { 'root': ensure => present, recipeint => 'a' }", 1),
        ("mailalias { 'root': ensure => present, recipients => 'a' }", 0),
        ("mailalias { 'root': recipeint => 'a', mine => 1 }", 0),
    ],
)
def test_an_attribute_of_a_type_that_nothing_defines(tmp_path: Path, resource: str, count: int) -> None:
    files = {INIT: f"class m {{\n  {resource}\n}}\n", **LACKING}
    assert codes(tmp_path, files, "unknown-parameter") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("resource", "count"),
    [
        ("user { 'a': group => 'docker' }", 1),
        ("m::site { 'a': prot => 1 }", 1),
        ("user { 'a': groups => 'docker' }", 0),
        ("user { 'a': group => 'docker', groups => 'x' }", 0),
        ("package { 'a': type => 'x' }", 0),
        ("m::site { 'a': elsewhere => 1 }", 0),
    ],
)
def test_a_slip_in_an_option_that_is_never_taken(tmp_path: Path, resource: str, count: int) -> None:
    code = f"class m {{\n  case '7' {{\n    '6': {{\n      {resource}\n    }}\n    default: {{ }}\n  }}\n}}\n"
    files = {INIT: code, "m/manifests/site.pp": "define m::site (Integer $port = 1) {\n  notice($port)\n}\n"}
    assert codes(tmp_path, files, "unknown-parameter") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("declared", "reference", "meant"),
    [
        ('package { "jdk-${v}-bin": }', 'Package["jdk-${v}-bin=*"]', "jdk-${v}-bin"),
        ('exec { "compile-${v}": }', 'Exec["comiple-${v}"]', "compile-${v}"),
        ('thing { "a:${v}:${v}": }', 'Thing["a:${v}"]', None),
        ('package { "jdk-${v}-bin": }', 'Package["jdk-${v}-bin"]', None),
        ('package { "jdk-$v-bin": }', 'Package["jdk-${v}-bin"]', None),
        ('package { "jdk-${v}-bin": }', 'Package["jdk-${w}-bin=*"]', None),
        ('package { "jdk-${v}-bin": }', 'Package["jdk-${v}-doc"]', None),
        ('package { "jdk-${v}-bin": }\n  package { "jdk-${v}-bin=*": }', 'Package["jdk-${v}-bin=*"]', None),
        ('file { "/opt/${v}": }', 'File["/opt/${v}/"]', None),
        ('package { "jdk-${v}-bin": }\n  $n = ["jdk-${v}-bin=*"]\n  package { $n: }', 'Package["jdk-${v}-bin=*"]', None),
        ('package { "jdk:${v}:bin": }', 'Package["jdk:${v}"]', None),
        ('thing { "a:${v}:${w}": }', 'Thing["a:${v}"]', None),
        ('exec { "compile-${v}": }\n  exec { "comiple-${w}": }', 'Exec["comiple-${v}"]', None),
    ],
)
def test_a_computed_reference(tmp_path: Path, declared: str, reference: str, meant: str | None) -> None:
    code = f"class m (String $v, String $w) {{\n  service {{ 's': require => {reference} }}\n  include elsewhere\n  {declared}\n}}\n"
    found = [each for each in findings(tmp_path, {INIT: code, **LACKING}) if each.code == "unknown-reference"]
    assert [(each.line, f"did you mean '{meant}'?" in each.message) for each in found] == [(2, True)] * (meant is not None)


@pytest.mark.parametrize(
    ("other", "count"),
    [
        ("ensure_packages(['a'])", 1),
        ("create_resources('file', $all)", 1),
        ("create_resources('yumrepo', $all)", 0),
        ("create_resources($t, $all)", 0),
    ],
)
def test_the_title_of_an_exec_in_a_reference_of_another_type(tmp_path: Path, other: str, count: int) -> None:
    code = f"""class m (Hash $all, String $t) {{
  include elsewhere
  {other}
  exec {{ 'gpu-repo': command => '/bin/true' }}
  service {{ 's': require => Exec['gpu-repo'] }}
  service {{ 't': require => Yumrepo['gpu-repo'] }}
}}
"""
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 6)] * count


@pytest.mark.parametrize(
    ("value", "count"),
    [("exists", 1), ("'installed'", 1), ("purged", 1), ("present", 0), ("'../current'", 0), ("'v1.2'", 0), ("running_config", 0)],
)
def test_the_state_of_another_type_as_that_of_a_file(tmp_path: Path, value: str, count: int) -> None:
    files = {INIT: f"class m {{\n  file {{ '/srv/a': ensure => {value} }}\n}}\n"}
    assert codes(tmp_path, files, "wrong-value") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("ensure_resource('m::site', 'a', { 'port' => 1 })", ["missing-parameter"]),
        ("stdlib::ensure_resource('m::site', 'a', { 'owner' => 'x', 'prot' => 1 })", ["unknown-parameter"]),
        ("ensure_resource('file', '/a', { 'ownr' => 'root' })", ["unknown-parameter"]),
        ("ensure_resources('m::site', { 'a' => { 'owner' => 'x' }, 'b' => { 'port' => 1 } })", ["missing-parameter"]),
        ("ensure_resources('m::site', { 'a' => {} }, { 'owner' => 'x' })", []),
        ("ensure_resource('m::site', 'a', { 'owner' => 'x', 'require' => File['/b'] })", []),
        ("ensure_resource('m::site', 'a', $facts['site'])", []),
        ("ensure_resource('m::site', 'a', { $facts['kernel'] => 1 })", []),
        ("M::Site { owner => 'y' }\n  ensure_resource('m::site', 'a', { 'port' => 1 })", []),
        ("ensure_resource('elsewhere::site', 'a', { 'port' => 1 })", []),
    ],
)
def test_parameters_that_ensure_resource_gives(tmp_path: Path, call: str, expected: list[str]) -> None:
    site = "define m::site ($owner, Integer $port = 1) {\n  notice($owner, $port)\n}\n"
    found = findings(tmp_path, {INIT: f"class m {{\n  {call}\n}}\n", "m/manifests/site.pp": site, **LACKING})
    assert [each.code for each in found if each.path == INIT and "parameter" in each.code] == expected


@pytest.mark.parametrize(
    ("name", "count"), [('"m/${kind}.erb"', 1), ('"m/${other}.erb"', 0), ('"m/${title}.erb"', 0), ('"m/${kind}.txt"', 0)]
)
def test_a_template_whose_name_has_the_default_of_a_parameter(tmp_path: Path, name: str, count: int) -> None:
    code = f"define m (String $kind = 'site', String $other = undef, $port = 1) {{\n  file {{ '/a': content => template({name}) }}\n}}\n"
    files = {INIT: code, "m/templates/site.erb": "<%= @prt %>\n"}
    assert codes(tmp_path, files, "erb-unset-variable") == [(INIT, 2)] * count
