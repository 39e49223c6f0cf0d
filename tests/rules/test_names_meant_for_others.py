"""References, words and names in place of those that the code around them shows to be meant, each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata
from tests.rules.test_slips_beside_absent_modules import INIT, LACKING
from tests.rules.test_slips_of_names import codes


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("exec { 'cuda-repo': } package { 'a': require => Exec['cuda-repo'] }\n  package { 'b': require => Yumrepo['cuda-repo'] }", 1),
        ("exec { 'cuda-repo': }\n  package { 'b': require => Yumrepo['cuda-repo'] }", 0),
        ("exec { 'cuda': } package { 'a': require => Exec['cuda'] }\n  package { 'b': require => Yumrepo['cuda'] }", 0),
        ("$names = ['a', 'b'] service { $names: } Package['a'] -> Service[$names]\n  File['/x'] -> Exec[$names]", 1),
        ("$names = ['a', 'b'] service { $names: }\n  File['/x'] -> Exec[$names]", 0),
        ("$names = ['a'] service { $names: } create_resources(exec, {}) Package['a'] -> Service[$names]\n  File['/x'] -> Exec[$names]", 0),
        ("$names = ['a'] service { $names: } exec { 'a': } Package['a'] -> Service[$names]\n  File['/x'] -> Exec[$names]", 0),
        ("exec { 'mongo-server': } File['/x'] ~> Exec['mongo-server']\n  Package['mongo-server'] -> File['/x']", 0),
        ("service { $given: } Package['a'] -> Service[$given]\n  File['/x'] -> Exec[$given]", 0),
        ("$names = ['a', 'b'] service { $names: } exec { $names: } Package['a'] -> Service[$names]\n  File['/x'] -> Exec[$names]", 0),
        ("$names = ['a', 'b'] service { $names: } Package['a'] -> Service[$names]\n  File['/x'] -> Package[$names]", 0),
    ],
)
def test_a_reference_of_another_type(tmp_path: Path, body: str, count: int) -> None:
    code = f"class m ($given = []) {{\n  include elsewhere\n  {body}\n  file {{ '/x': }} package {{ 'a': }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("declared", "reference", "count"),
    [
        ('elsewhere::target { "a:${n}:${n}": }', 'Elsewhere::Target["a:${n}"]', 0),
        ('elsewhere::target { "a:${n}:${n}": } elsewhere::target { "a:${n}": }', 'Elsewhere::Target["a:${n}"]', 0),
        ('elsewhere::target { "a:${n}:x": } elsewhere::target { "a:${n}:y": }', 'Elsewhere::Target["a:${n}"]', 0),
        ('file { "/etc/${n}/x": }', 'File["/etc/${n}"]', 0),
        ("package { $package: }", "Package['python-lp-reports']", 1),
        ("package { $package: } package { 'python-lp-reports': }", "Package['python-lp-reports']", 0),
        ("package { $package: }", "Package['python-other']", 0),
        ("package { $package: }", "Package['python-lpreports']", 0),
    ],
)
def test_a_title_beside_a_computed_one(tmp_path: Path, declared: str, reference: str, count: int) -> None:
    code = f"define m ($n = 'x', $package = 'python-lpreports') {{\n  include elsewhere\n  {declared}\n"
    code += f"  service {{ 's': require => {reference} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("m::d { 'x': id => $id,\n    ha    => $ha,\n    nrpe  => nrpe,\n  }", 1),
        ("m::d { 'x':\n    ha    => $ha,\n    nrpe  => nrpe,\n  }", 0),
        ("m::d { 'x': id => $id,\n    ha    => $ha,\n    target => target,\n  }", 0),
        ("m::d { 'x': id => $id,\n    ha    => $ha,\n    nrpe  => $nrpe,\n  }", 0),
        ("m::d { 'x':\n    ha    => 1,\n    nrpe  => nrpe,\n  }", 0),
        ("m::d { 'x': id => $id,\n    ha    => $ha,\n    other => nrpe,\n  }", 0),
        ("file { $db_folder: }\n  exec { 'x':\n    require => File['db_folder'] }", 1),
        ("file { $db_folder: }\n  file { 'db_folder': path => '/x', require => File['db_folder'] }", 0),
    ],
)
def test_words_for_variables(tmp_path: Path, body: str, count: int) -> None:
    code = f"define m ($ha, $nrpe, $id, $target, $db_folder = '/x') {{\n  {body}\n}}\n"
    assert codes(tmp_path, {INIT: code, "m/metadata.json": metadata()}, "bare-word") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("last", "count"),
    [
        ("plugin_prefic => $plugin_prefix", 1),
        ("plugin_prefix => $plugin_prefix", 0),
        ("plugin_prefixs => $plugin_prefix", 0),
        ("plugin_prefic => $plugin_prefix, other => $another", 0),
        ("plugin_prefic => $plugin_prefix, plugin_prefix => 'x'", 0),
    ],
)
def test_a_parameter_of_a_class_elsewhere_among_forwarded_ones(tmp_path: Path, last: str, count: int) -> None:
    parameters = "$user, $group, $plugin, $plugin_prefix, $another"
    given = "user => $user,\n    group => $group,\n    plugin => $plugin,\n    "
    code = f"class m ({parameters}) {{\n  class {{ 'elsewhere':\n    {given}{last},\n  }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-parameter") == [(INIT, 6)] * count


@pytest.mark.parametrize(
    ("text", "count"), [("'$disks[sda]'", 1), ("'$::disks[$x]'", 1), ("'$disks'", 0), ('"$disks[sda]"', 0), ("'File[x]'", 0)]
)
def test_defined_of_an_access(tmp_path: Path, text: str, count: int) -> None:
    code = f"class m ($disks = {{}}, $x = 'a') {{\n  if defined({text}) {{ notice($disks) }}\n}}\n"
    assert codes(tmp_path, {INIT: code, "m/metadata.json": metadata()}, "defined-without-dollar") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("variable", "parameter", "used", "severity"),
    [
        ("_home", "home", "home", "warning"),
        ("real_r", "recurse", "recurse", "warning"),
        ("_home", "home", "_home", None),
        ("_other", "home", "user", None),
        ("r", "recurse", "recurse", "info"),
    ],
)
def test_a_parameter_that_is_used_instead_of_what_is_made_of_it(
    tmp_path: Path, variable: str, parameter: str, used: str, severity: str | None
) -> None:
    made = f"  ${variable} = ${parameter} ? {{ undef => '/root', default => ${parameter} }}\n"
    code = f'define m ($home = undef, $recurse = undef, $user = 1) {{\n{made}  notify {{ "x": message => "a ${{{used}}}" }}\n}}\n'
    found = findings(tmp_path, {INIT: code, "m/metadata.json": metadata()})
    assert [each.severity for each in found if each.code == "unused-variable"] == ([] if severity is None else [severity])


@pytest.mark.parametrize(
    ("name", "templates", "count"),
    [
        ('"m/issue.el${major}"', ("issue.el6.erb", "issue.el7.erb"), 1),
        ('"m/issue.el${major}.erb"', ("issue.el6.erb",), 0),
        ('"m/issue.el${major}"', ("issue.el6.erb", "issue.el7"), 0),
        ('"m/issue.el${given}"', ("issue.el6.erb",), 0),
        ('"m/other.el${major}"', ("issue.el6.erb",), 0),
    ],
)
def test_templates_by_facts(tmp_path: Path, name: str, templates: tuple[str, ...], count: int) -> None:
    code = f"class m ($given = 'x') {{\n  $major = $facts['os']['release']['major']\n  notice(template({name}))\n}}\n"
    files = {INIT: code, "m/metadata.json": metadata(), **{f"m/templates/{each}": "x\n" for each in templates}}
    assert codes(tmp_path, files, "unknown-file") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("'puppet:///modules/elsewhere/files/x'", 1),
        ('"puppet:///modules/elsewhere/files/${n}"', 1),
        ("'puppet:///modules/elsewhere/x'", 0),
        ("'puppet:///modules/elsewhere/my-files/x'", 0),
    ],
)
def test_addresses_with_the_folder_of_a_module(tmp_path: Path, address: str, count: int) -> None:
    code = f"class m ($n = 'x') {{\n  include elsewhere\n  file {{ '/x': source => {address} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "missing-source-file") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("hierarchy", "key", "count"),
    [
        ("version: 5\nhierarchy:\n- name: x\n  paths: ['private/%{facts.x}.yaml', 'common.yaml']\n", "m::greetng", 1),
        ("version: 5\nhierarchy:\n- name: x\n  paths: ['private/%{facts.x}.yaml', 'common.yaml']\n", "m::other", 0),
        (":backends: [yaml]\n:hierarchy: [common]\n", "m::greetng", 1),
        (":backends: [yaml]\n:hierarchy: [common]\n", "m::greeting", 0),
        (":backends: [yaml]\n:hierarchy: [common]\n", "other::greetng", 0),
    ],
)
def test_keys_in_data_with_levels_elsewhere(tmp_path: Path, hierarchy: str, key: str, count: int) -> None:
    data = f"m::greeting: hello\nm::lines: \"%{{hiera('{key}')}}\"\n"
    files = {"environment.conf": "", "manifests/site.pp": "node default { }\n", "hiera.yaml": hierarchy, "data/common.yaml": data}
    assert codes(tmp_path, files, "hiera-unknown-key") == [("data/common.yaml", 2)] * count


def test_a_module_whose_init_defines_other_names_of_it(tmp_path: Path) -> None:
    code = "class tool::client {\n  notice(template('tool/gone.erb'))\n}\nclass tool::server {\n}\n"
    files = {"tool/manifests/init.pp": code, "tool/templates/there.erb": "x\n", "other/manifests/init.pp": "class other {\n}\n"}
    assert codes(tmp_path, files, "unknown-file") == [("tool/manifests/init.pp", 2)]
