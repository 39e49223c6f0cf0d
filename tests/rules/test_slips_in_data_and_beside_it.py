"""Addresses, quotes, tags, keys of data, types and defaults with a slip in them, each with the nearest code that is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_beside_absent_modules import INIT, LACKING
from tests.rules.test_slips_of_names import codes


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("source => 'puppet://modules/m/x'", "missing-source-file"),
        ('source => "puppet://modules/m/${n}"', "missing-source-file"),
        ("source => 'puppet:///modules/x.conf'", "missing-source-file"),
        ("content => template('puppet:///modules/m/x.erb')", "unknown-file"),
        ('content => template("puppet:///modules/${module_name}/x.erb")', "unknown-file"),
        ("content => file('puppet:///modules/m/x')", "unknown-file"),
        ("source => 'puppet://server/modules/m/x'", None),
        ("source => 'puppet:///modules/elsewhere'", None),
        ("content => file('elsewhere/x')", None),
    ],
)
def test_addresses_that_name_nothing(tmp_path: Path, value: str, code: str | None) -> None:
    text = f"class m (String $n = 'x') {{\n  file {{ '/x': {value} }}\n}}\n"
    several = findings(tmp_path, {INIT: text, "m/files/x": "", **LACKING})
    found = [(each.line, each.code) for each in several if each.code in ("missing-source-file", "unknown-file")]
    assert found == ([] if code is None else [(2, code)])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("server <?= @upstream ?>;", 1),
        ("server <? @upstream ?>;", 1),
        ("server <?= $upstream ?>;", 0),
        ("server <?= @file('x') ?>;", 0),
        ("<?php echo 1 ?> <%= @upstream %>", 0),
    ],
)
def test_tags_of_another_language(tmp_path: Path, text: str, count: int) -> None:
    files = {INIT: "class m ($upstream = 1) {\n  notice(template('m/x.erb'))\n}\n", "m/templates/x.erb": f"{text}\n"}
    assert codes(tmp_path, files, "erb-lost-output") == [("m/templates/x.erb", 1)] * count


@pytest.mark.parametrize(
    ("resource", "count"),
    [
        ("file { '/x': owner => '$name' }", 1),
        ("file { '/x': group => '${user}' }", 1),
        ("apt::source { 'x': release => '${lsbdistcodename}' }", 1),
        ("fluentd::match { 'x': tag => '${hostname}' }", 0),
        ("nginx::map { 'x': owner => '$name' }", 0),
        ("apt::source { 'x': release => 'origin=${lsbdistcodename}' }", 0),
        ("apt::source { 'x': release => ['${lsbdistcodename}'] }", 1),
        ("notice(regsubst('x', '${osfamily}', 'y'))", 0),
        ("notice({ '${osfamily}' => 'y' })", 0),
        ("case 'x' { '${osfamily}': { notice(1) } default: { } }", 0),
    ],
)
def test_variables_in_single_quotes(tmp_path: Path, resource: str, count: int) -> None:
    files = {INIT: f"class m {{\n  {resource}\n}}\n", **LACKING}
    assert codes(tmp_path, files, "uninterpolated-variable") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("value", "count"),
    [("[$x, m::params::server]", 1), ("[$x, m::params::nowhere]", 0), ("[$x, 'm::params::server']", 0), ("[$x, m::params]", 0)],
)
def test_variables_of_classes_in_lists(tmp_path: Path, value: str, count: int) -> None:
    files = {
        INIT: f"class m ($x = 1) inherits m::params {{\n  class {{ 'elsewhere': tags => {value} }}\n}}\n",
        "m/manifests/params.pp": "class m::params {\n  $server = 'a'\n}\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "bare-word") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("validate_boolean($x)", "unknown-function"),
        ("validate_str($x)", "unknown-function"),
        ("validate_boundaries($x)", None),
        ("ensure_package { 'unzip': }", "unknown-resource-type"),
        ("ensure_packages { 'unzip': }", "unknown-resource-type"),
        ("ensure_permissions { 'unzip': }", None),
        ("if !defined(Mod['a']) { httpd::mod { 'a': } }", "unknown-resource-type"),
        ("unless defined(Mod['a']) { httpd::mod { 'a': } }", "unknown-resource-type"),
        ("if !defined(Mod['a']) { httpd::mod { 'b': } }", None),
        ("if !defined(Httpd::Mod['a']) { httpd::mod { 'a': } }", None),
    ],
)
def test_names_of_functions_and_types(tmp_path: Path, statement: str, code: str | None) -> None:
    files = {INIT: f"class m ($x = 1) {{\n  {statement}\n}}\n", **LACKING}
    found = [(each.line, each.code) for each in findings(tmp_path, files) if each.severity == "warning"]
    assert found == ([] if code is None else [(2, code)])


@pytest.mark.parametrize(
    ("declared", "reference", "count"),
    [
        ("apt::ppa { 'ppa:acme/redis': }", "Apt::Ppa['acme/redis']", 1),
        ("apt::ppa { 'ppa:acme/redis': }", "Apt::Ppa['ppa:acme/redis']", 0),
        ("apt::ppa { 'ppa:acme/redis': } apt::ppa { 'acme/redis': }", "Apt::Ppa['acme/redis']", 0),
        ("apt::ppa { 'ppa:acme/redis': }", "Apt::Key['acme/redis']", 0),
        ("package { 'chrony': } service { 'chronyd': }", "Package['chronyd']", 1),
        ("package { 'chrony': }", "Package['chronyd']", 0),
        ("exec { 'ppa:acme/redis': }", "Exec['acme/redis']", 0),
        ("apt::ppa { 'ppa:acme/redis': } create_resources('apt::ppa', $ppas)", "Apt::Ppa['acme/redis']", 0),
        ("apt::ppa { 'ppa:acme/redis': } $ppas.each |$each| { apt::ppa { $each: } }", "Apt::Ppa['acme/redis']", 0),
        ("if defined(Package['chronyd']) { notice(1) } package { 'chrony': } service { 'chronyd': }", "Package['chronyd']", 0),
        ("package { ['chrony', 'chronyd']: } service { 'chronyd': }", "Package['chronyd']", 0),
        ("$names = ['chronyd'] package { $names: } package { 'chrony': } service { 'chronyd': }", "Package['chronyd']", 0),
    ],
)
def test_titles_with_a_part_too_little_or_too_much(tmp_path: Path, declared: str, reference: str, count: int) -> None:
    code = f"class m ($ppas = undef) {{\n  include elsewhere\n  {declared}\n  file {{ '/x': require => {reference} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("type", "branches", "count"),
    [
        ("Optional[String]", "'a': { $x = undef } default: { $x = ['b'] }", 1),
        ("String", "'a': { $x = 'b' } default: { $x = ['b'] }", 1),
        ("Variant[String, Array]", "'a': { $x = 'b' } default: { $x = ['b'] }", 0),
        ("String", "'a': { $x = 'b' } default: { $x = undef }", 0),
        ("String", "'a': { $x = 'b' } default: { $x = elsewhere('b') }", 0),
        ("String", "'a': { $x = 'b' } default: { $x = false\n    fail('no') }", 0),
        ("String", "'a': { $x = 'b' } 'c': { $x = false } default: { fail('no') }", 1),
        ("String", "'a': { $x = 'b' } default: { $x = false } }\n  if $x == false { fail('no')", 0),
    ],
)
def test_defaults_that_one_branch_refuses(tmp_path: Path, type: str, branches: str, count: int) -> None:
    files = {
        INIT: f"class m (\n  {type} $x = $m::params::x,\n) inherits m::params {{ notice($x) }}\n",
        "m/manifests/params.pp": f"class m::params {{\n  case $facts['kernel'] {{ {branches} }}\n}}\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "refused-default") == [(INIT, 2)] * count


@pytest.mark.parametrize("path", ["common.yaml", "%{facts.kernel}.yaml"])
@pytest.mark.parametrize(("key", "count"), [("m::x", 0), ("m::y", 1)])
def test_data_for_a_default_that_one_branch_refuses(tmp_path: Path, path: str, key: str, count: int) -> None:
    files = {
        INIT: "class m (\n  String $x = $m::params::x,\n  $y = 1,\n) inherits m::params { notice($x, $y) }\n",
        "m/manifests/params.pp": "class m::params {\n  case $facts['kernel'] { 'a': { $x = 'b' } default: { $x = false } }\n}\n",
        "m/hiera.yaml": f"version: 5\nhierarchy:\n  - name: x\n    path: '{path}'\n",
        f"m/data/{path.replace('%{facts.kernel}', 'Linux')}": f"{key}: a\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "refused-default") == [(INIT, 2)] * count


@pytest.mark.parametrize(("key", "count"), [("service_enabled", 0), ("service_ensur", 1)])
def test_a_parameter_of_a_published_module(tmp_path: Path, key: str, count: int) -> None:
    files = {"Puppetfile": "mod 'puppetlabs-stdlib', '9.0.0'\n", "hieradata/common.yaml": f"ntp::{key}: true\n"}
    assert codes(tmp_path, files, "hiera-unknown-parameter") == [("hieradata/common.yaml", 1)] * count


@pytest.mark.parametrize(
    ("key", "count"), [("m:::port", 1), ("elsewhere:::port", 1), ("m::port", 0), (":::", 0), ("a ::: b", 0), ("::m::port", 0)]
)
def test_three_colons(tmp_path: Path, key: str, count: int) -> None:
    files = {
        "Puppetfile": "mod 'acme-elsewhere', '1.0.0'\n",
        "hieradata/common.yaml": f"'{key}': 1\n",
        f"modules/{INIT}": "class m (Integer $port) { notice($port) }\n",
    }
    assert codes(tmp_path, files, "hiera-single-colon") == [("hieradata/common.yaml", 1)] * count


@pytest.mark.parametrize(
    ("type", "value", "count"),
    [
        ("String", "80,", 0),
        ("Array[String]", "[a, '80,']", 0),
        ("Integer", "80,", 1),
        ("Hash", "{a: !!str 80}", 0),
        ("Any", "80,", 1),
        ("Variant[String, Integer]", "80,", 1),
    ],
)
def test_a_comma_that_the_type_of_a_parameter_accepts(tmp_path: Path, type: str, value: str, count: int) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: x\n    path: common.yaml\n",
        "environment.conf": "",
        "data/common.yaml": f"m::x: {value}\n",
        f"modules/{INIT}": f"class m ({type} $x) {{ notice($x) }}\n",
    }
    assert codes(tmp_path, files, "hiera-trailing-comma") == [("data/common.yaml", 1)] * count


@pytest.mark.parametrize(
    ("path", "file", "count"),
    [
        ("%{facts.os.family}", "Debian.yaml", 1),
        ("os/%{facts.os.family}", "os/Debian.yaml", 1),
        ("%{facts.os.family}.yaml", "Debian.yaml", 0),
        ("%{facts.os.family}", "Debian", 0),
        ("%{facts.os.family}", "os/Debian.json", 0),
    ],
)
def test_paths_without_extension(tmp_path: Path, path: str, file: str, count: int) -> None:
    files = {
        "hiera.yaml": f"version: 5\nhierarchy:\n  - name: x\n    path: '{path}'\n",
        "environment.conf": "",
        f"data/{file}": "{}\n",
    }
    assert codes(tmp_path, files, "hiera-path-without-extension") == [("hiera.yaml", 4)] * count


@pytest.mark.parametrize(
    ("own", "other", "count"),
    [
        ("https://git.example.com/acme/all/tree/main/m", "https://git.example.com/acme/all", 1),
        ("https://git.example.com/acme/all/-/tree/main/m", "git@git.example.com:acme/all.git", 1),
        ("https://git.example.com/acme/all.git/m", "https://git.example.com/acme/all/", 1),
        ("https://git.example.com/acme/all", "https://git.example.com/acme/other", 0),
        ("https://git.example.com/acme/group/m", "https://git.example.com/acme/group/other", 0),
        ("git@git.example.com:acme/group/m.git", "git@git.example.com:acme/group/other.git", 0),
        ("ssh://git@git.example.com:7999/acme/m.git", "ssh://git@git.example.com:7999/acme/other.git", 0),
        ("https://git.example.com:8443/acme/m", "https://git.example.com:8443/acme/other", 0),
        ("https://git.example.com/projects/ACME/repos/m/browse", "https://git.example.com/projects/ACME/repos/other/browse", 0),
        ("https://git.example.com/acme", "https://git.example.com/acme", 0),
        ("", "", 0),
    ],
)
def test_modules_of_one_repository(tmp_path: Path, own: str, other: str, count: int) -> None:
    assert parameters_of_another(tmp_path, own, other) == [(f"all/{INIT}", 2)] * count


def test_modules_in_clones_of_their_own(tmp_path: Path) -> None:
    for name in ("m", "other"):
        (tmp_path / "all" / name / ".git").mkdir(parents=True)
    assert parameters_of_another(tmp_path, "https://git.example.com/acme/all", "https://git.example.com/acme/all") == []


def parameters_of_another(folder: Path, own: str, other: str) -> list[tuple[str, int]]:
    """The places of errors about parameters, in two modules beside each other with these sources."""

    def described(name: str, source: str) -> str:
        return json.dumps({"name": f"acme-{name}", "version": "1.0.0", "source": source, "dependencies": []})

    files = {
        "all/m/metadata.json": described("m", own),
        f"all/{INIT}": "class m {\n  other::thing { 'x': colour => 1 }\n}\n",
        "all/other/metadata.json": described("other", other),
        "all/other/manifests/thing.pp": "define other::thing ($port = 1) { notice($port) }\n",
    }
    return [(each.path, each.line) for each in findings(folder, files) if each.code == "unknown-parameter" and each.severity == "error"]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("fail('x')\n  notice($sever_name)", 1),
        ("fail('x')\n  [1].each |$component| { notice($componet) }", 1),
        ("fail('x')\n  notice($server_name)", 0),
        ("fail('x')\n  notice($other_name)", 0),
        ("fail('x')\n  notice($server_nama) $server_nama = 1", 0),
        ("fail('x')\n  notice($::sever_name)", 0),
    ],
)
def test_variables_in_code_that_is_not_reached(tmp_path: Path, code: str, count: int) -> None:
    files = {INIT: f"class m ($server_name = 'x') {{\n  notice($server_name) {code}\n}}\n", **LACKING}
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 3)] * count


def test_a_variable_that_a_parent_sets(tmp_path: Path) -> None:
    files = {
        INIT: "class m ($server_name = 'x') inherits m::params {\n  notice($server_name) fail('x')\n  notice($sever_name)\n}\n",
        "m/manifests/params.pp": "class m::params {\n  $sever_name = 1\n}\n",
        **LACKING,
    }
    assert codes(tmp_path, files, "unknown-variable") == []


@pytest.mark.parametrize(
    ("declared", "reference", "count"),
    [
        ('exec { "copy-key-of-${n}": }', 'Exec["copy-of-${n}"]', 1),
        ('exec { "copy-of-${n}": }', 'Exec["copy-key-of-${n}"]', 1),
        ('exec { "copy-key-of-${n}": } exec { "copy-of-${n}": }', 'Exec["copy-of-${n}"]', 0),
        ('exec { "copy-key-of-${n}": } exec { "copy-list-of-${n}": }', 'Exec["copy-of-${n}"]', 0),
        ('exec { "copy-key-of-${n}": }', 'Exec["copy-of-${m}"]', 0),
        ('exec { "copy-key-of-${n}": alias => "copy-of-${n}" }', 'Exec["copy-of-${n}"]', 0),
        ('package { "lib-key-of-${n}": }', 'Package["lib-of-${n}"]', 0),
    ],
)
def test_a_computed_title_with_another_word(tmp_path: Path, declared: str, reference: str, count: int) -> None:
    code = f"class m ($n = 'x', $m = 'y') {{\n  include elsewhere\n  {declared}\n  file {{ '/x': require => {reference} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, **LACKING}, "unknown-reference") == [(INIT, 4)] * count


@pytest.mark.parametrize(("value", "severity"), [("''", "info"), ("true", "warning")])
def test_an_empty_text_of_a_branch_says_that_callers_give_a_value(tmp_path: Path, value: str, severity: str) -> None:
    files = {
        INIT: "class m (\n  Integer $x = $m::params::x,\n) inherits m::params { notice($x) }\n",
        "m/manifests/params.pp": f"class m::params {{\n  case $facts['kernel'] {{ 'a': {{ $x = 1 }} default: {{ $x = {value} }} }}\n}}\n",
        **LACKING,
    }
    assert [each.severity for each in findings(tmp_path, files) if each.code == "refused-default"] == [severity]
