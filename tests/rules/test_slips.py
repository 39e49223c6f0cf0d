"""Slips that authors make and fix later: each in the smallest project that shows it, with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata


def codes(folder: Path, files: dict[str, str], code: str) -> list[tuple[str, int, str]]:
    """The places and severities of the findings with a code."""
    return [(each.path, each.line, each.severity) for each in findings(folder, files) if each.code == code]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("$h = { 'a' => cert_path }", 1),
        ("$h = { 'a' => other_path }", 0),
        ("$h = { 'a' => cert }", 0),
        ("$h = { jdbc.url => 1 }", 1),
        ("$h = { jdbc => 1 }", 0),
        ("$h = { 'a' => nil }", 1),
        ("$h = { nil => 1 }", 0),
        ("$h = { 'a' => OpenstackCPG }", 1),
        ("$h = { 'a' => Integer }", 0),
        ("if $cert == undefined { notice($cert) }", 1),
    ],
)
def test_bare_words(tmp_path: Path, line: str, count: int) -> None:
    files = {"m/manifests/init.pp": f"class m ($cert_path = 1, $cert = 2) {{\n  {line}\n}}\n"}
    assert codes(tmp_path, files, "bare-word") == [("m/manifests/init.pp", 2, "warning")] * count


@pytest.mark.parametrize(("default", "compared", "lines"), [("null", "null", []), ("null", "nil", [1, 2]), ("1", "null", [2])])
def test_a_word_for_what_is_not_given(tmp_path: Path, default: str, compared: str, lines: list[int]) -> None:
    """A default that the code recognises works."""
    files = {"m/manifests/init.pp": f"class m ($x = {default}) {{\n  if $x != {compared} {{ notice($x) }}\n}}\n"}
    assert [line for _, line, _ in codes(tmp_path, files, "bare-word")] == lines


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ("split($x, '.')", 1),
        ("$x.split('|')", 1),
        ("split($x, '[.]')", 0),
        ("split($x, ',')", 0),
        ("regsubst($x, '.', '_', 'G')", 1),
        ("regsubst($x, '.', '_')", 0),
    ],
)
def test_patterns_of_one_character(tmp_path: Path, call: str, count: int) -> None:
    files = {"m/manifests/init.pp": f"class m (String $x) {{\n  notice({call})\n}}\n"}
    assert len(codes(tmp_path, files, "split-pattern")) == count


@pytest.mark.parametrize(
    ("head", "value", "expected"),
    [
        ("$folder = '/srv'", "$folder", ["warning"]),
        ("$folders = ['/srv']", "[$folders]", ["warning"]),
        ("$reference = File['/srv']", "$reference", []),
        ("$text = 'File[/srv]'", "$text", []),
        ("$any = undef", "$any", []),
    ],
)
def test_defaults_in_relationships(tmp_path: Path, head: str, value: str, expected: list[str]) -> None:
    files = {"m/manifests/init.pp": f"class m ({head}) {{\n  file {{ '/x': require => {value} }}\n}}\n"}
    assert [each[2] for each in codes(tmp_path, files, "unknown-resource")] == expected


def test_a_string_of_the_same_class_in_a_relationship(tmp_path: Path) -> None:
    code = 'class m ($top) {\n  $folder = "${top}/x"\n  file { "/y": require => $folder }\n}\n'
    assert codes(tmp_path, {"m/manifests/init.pp": code}, "unknown-resource") == [("m/manifests/init.pp", 3, "error")]


@pytest.mark.parametrize(("key", "count"), [("keyston::token", 1), ("keystone::token", 0), ("quartz::token", 0)])
def test_data_for_a_module_of_nearly_a_declared_name(tmp_path: Path, key: str, count: int) -> None:
    files = {
        "Puppetfile": "mod 'acme-keystone', '1.0.0'\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": f"{key}: 1\n",
    }
    assert len(codes(tmp_path, files, "hiera-unknown-class")) == count


@pytest.mark.parametrize(("text", "count"), [("${node_name}-dir", 1), ("${other_name}-dir", 0), ("%{node_name}-dir", 0)])
def test_a_parameter_in_data(tmp_path: Path, text: str, count: int) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": f'm::text: "{text}"\n',
        "modules/m/manifests/init.pp": "class m (String $node_name, String $text) {\n}\n",
        "environment.conf": "",
    }
    assert len(codes(tmp_path, files, "hiera-foreign-interpolation")) == count


def test_a_key_of_the_data_as_a_variable(tmp_path: Path) -> None:
    files = {
        "Puppetfile": "mod 'acme-other', '1.0.0'\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": "swh::port: 1\n",
        "modules/m/manifests/init.pp": "class m {\n  notice($swh::port)\n  notice($swh::user)\n}\n",
    }
    assert codes(tmp_path, files, "unknown-variable") == [("modules/m/manifests/init.pp", 2, "warning")]


def test_a_function_without_its_module(tmp_path: Path) -> None:
    files = {
        "metadata.json": metadata("acme/other"),
        "manifests/init.pp": "class motd {\n  notice(join_greetings(1))\n  notice(join_others(1))\n}\n",
        "functions/join_greetings.pp": "function motd::join_greetings($x) {\n  $x\n}\n",
    }
    assert codes(tmp_path, files, "unknown-function") == [("manifests/init.pp", 2, "warning")]


@pytest.mark.parametrize(("name", "count"), [("motd::other", 1), ("motd::there", 0), ("elsewhere::other", 0)])
def test_a_class_that_is_picked(tmp_path: Path, name: str, count: int) -> None:
    files = {
        "metadata.json": metadata("acme/other"),
        "manifests/init.pp": f"class motd ($x = undef) {{\n  $class = pick($x, '{name}')\n  include $class\n}}\n",
        "manifests/there.pp": "class motd::there {\n}\n",
    }
    assert len(codes(tmp_path, files, "unknown-class")) == count


@pytest.mark.parametrize(
    ("reference", "count"),
    [("Service['reload-the-daemon']", 1), ("Exec['reload-the-daemon']", 0), ("Service['reload']", 0)],
)
def test_a_reference_to_the_title_of_another_type(tmp_path: Path, reference: str, count: int) -> None:
    declared = "include other\n  exec { 'reload-the-daemon': }\n  exec { 'reload': }"
    code = f"class m {{\n  {declared}\n  file {{ '/x': notify => {reference} }}\n}}\n"
    files = {"Puppetfile": "mod 'acme-other', '1.0.0'\n", "modules/m/manifests/init.pp": code}
    assert len(codes(tmp_path, files, "unknown-reference")) == count


@pytest.mark.parametrize(("site", "count"), [("include m", 1), ("include m, m::other", 0), ("", 0)])
def test_a_reference_to_a_class_that_nothing_includes(tmp_path: Path, site: str, count: int) -> None:
    files = {
        "environment.conf": "",
        "manifests/site.pp": f"node default {{\n  {site}\n}}\n",
        "modules/m/manifests/init.pp": "class m {\n  file { '/x': require => Class['m::other'] }\n}\n",
        "modules/m/manifests/other.pp": "class m::other {\n}\n",
    }
    assert len(codes(tmp_path, files, "unknown-reference")) == count


@pytest.mark.parametrize(
    ("command", "count"),
    [
        ("'curl -s http://a/b'", 1),
        ("'curl'", 0),
        ("split('curl wget', ' ')", 0),
        ("'curl wget'", 0),
    ],
)
def test_words_of_commands_are_no_titles(tmp_path: Path, command: str, count: int) -> None:
    code = f"class m {{\n  $x = {command}\n  file {{ '/x': require => Package['curl'] }}\n}}\n"
    files = {"environment.conf": "", "modules/m/manifests/init.pp": code}
    assert len(codes(tmp_path, files, "unknown-reference")) == count


@pytest.mark.parametrize(
    ("branches", "count"),
    [
        ("if $x { $ldap_auth_flag = 1 } else { $ldap_directory_auth_flag = 2 }", 1),
        ("if $x { $ldap_auth_flag = 1 } else { $ldap_directory_auth_flag = 2 $ldap_auth_flag = 1 }", 0),
        ("if $x { $auth_flag = 1 } else { $auth_other_flag = 2 }", 0),
    ],
)
def test_a_variable_with_a_word_too_many(tmp_path: Path, branches: str, count: int) -> None:
    code = f"class m ($x) {{\n  {branches}\n  notice($ldap_auth_flag, $auth_flag)\n}}\n"
    assert len(codes(tmp_path, {"m/manifests/init.pp": code}, "misspelt-variable")) == count


def test_a_template_of_a_module_that_is_not_there(tmp_path: Path) -> None:
    files = {
        "modules/m/manifests/init.pp": "class m {\n  notice(template('n/x.sh'), template('m/x.sh'))\n  notice(template('n/y.sh'))\n}\n",
        "modules/m/templates/x.sh": "echo\n",
    }
    assert codes(tmp_path, files, "unknown-file") == [("modules/m/manifests/init.pp", 2, "warning")]


def test_a_template_of_any_suffix(tmp_path: Path) -> None:
    files = {
        "metadata.json": metadata(),
        "manifests/init.pp": "class motd ($greeting) {\n  notice(template('motd/x.conf'))\n}\n",
        "templates/x.conf": "<%= @greting %>\n",
    }
    assert len(codes(tmp_path, files, "erb-unset-variable")) == 1


@pytest.mark.parametrize(("name", "count"), [("motd/manifests/x/etc.pp", 0), ("motd/manifests/x/etcd.pp", 1)])
def test_a_module_that_its_code_names(tmp_path: Path, name: str, count: int) -> None:
    files = {
        "motd/Puppetfile": "mod 'acme-other', '1.0.0'\n",
        "motd/manifests/init.pp": "class motd {\n}\n",
        name: "class motd::x::etc {\n}\n",
    }
    assert len(codes(tmp_path, files, "illegal-definition-location")) == count


@pytest.mark.parametrize(("key", "count"), [("'hostnmae' => 'x'", 1), ("'hostname' => 'x'", 0), ("'hostnmae' => $hostnmae", 0)])
def test_a_key_that_a_template_does_not_read(tmp_path: Path, key: str, count: int) -> None:
    files = {
        "metadata.json": metadata(),
        "manifests/init.pp": f"class motd ($hostnmae) {{\n  notice(epp('motd/x.epp', {{ {key} }}))\n}}\n",
        "templates/x.epp": "<%= $hostname %>\n",
    }
    found = [each for each in codes(tmp_path, files, "epp-unset-variable") if each[0].endswith(".pp")]
    assert len(found) == count


@pytest.mark.parametrize(("name", "text"), [("x.yaml", "a: [1\nb: 2\n"), ("x.json", '{"a": [1 2]}\n')])
def test_syntax_of_data_without_a_hierarchy(tmp_path: Path, name: str, text: str) -> None:
    assert [each[0] for each in codes(tmp_path, {f"hieradata/{name}": text}, "hiera-syntax")] == [f"hieradata/{name}"]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("notice($facts['os']['lsb']['distcodename'])", 1),
        ("if $facts['os']['lsb'] { notice($facts['os']['lsb']['distcodename']) }", 0),
        ("notice($facts['os']['distro']['codename'])", 0),
    ],
)
def test_a_part_of_a_fact_with_another_name(tmp_path: Path, code: str, count: int) -> None:
    files = {"m/manifests/init.pp": f"class m {{\n  {code}\n}}\n"}
    assert len(codes(tmp_path, files, "unknown-fact")) == count


@pytest.mark.parametrize(
    ("attribute", "count"),
    [("requires => Class['apt']", 1), ("require => Class['apt']", 0), ("requires => 'apt'", 0), ("requirement => Class['apt']", 0)],
)
def test_nearly_a_metaparameter_of_an_unknown_type(tmp_path: Path, attribute: str, count: int) -> None:
    code = f"class m {{\n  elsewhere::key {{ 'x': {attribute} }}\n}}\n"
    files = {"Puppetfile": "mod 'acme-elsewhere', '1.0.0'\n", "modules/m/manifests/init.pp": code}
    assert len(codes(tmp_path, files, "unknown-parameter")) == count


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("notify => Service['a'], require => Service['a']", 1),
        ("notify => Service['a'], require => [Package['a'], Service['a']]", 1),
        ("notify => Service['a'], require => Package['a']", 0),
    ],
)
def test_the_same_resource_before_and_after(tmp_path: Path, body: str, count: int) -> None:
    files = {"m/manifests/init.pp": f"define m {{\n  file {{ '/x': {body} }}\n}}\n"}
    assert len(codes(tmp_path, files, "dependency-cycle")) == count
    files = {"m/manifests/init.pp": f"class m {{\n  service {{ 'a': }}\n  package {{ 'a': }}\n  file {{ '/x': {body} }}\n}}\n"}
    assert len(codes(tmp_path, files, "dependency-cycle")) == count


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ("\"%lookup('m::text')\"", 1),
        ("\"in %hiera('m::text')/x\"", 1),
        ("lookup('m::text')", 1),
        ('hiera("m::text")', 1),
        ("\"%{lookup('m::text')}\"", 0),
        ("see lookup('m::text')", 0),
        ("lookup('env', 'HOME')", 0),
        ('"%lookup(x)"', 0),
    ],
)
def test_lookups_in_data_without_braces(tmp_path: Path, value: str, count: int) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": f"m::text: {value}\n",
        "modules/m/manifests/init.pp": "class m (String $text) {\n}\n",
        "environment.conf": "",
    }
    assert len(codes(tmp_path, files, "hiera-foreign-interpolation")) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Service['x'] -> other::unit { 'u': notify => Service['x'] }", 1),
        ("Service['x'] -> Package['y'] -> other::unit { 'u': before => [Service['x']] }", 1),
        ("other::unit { 'u': require => Service['x'] } ~> Service['x']", 1),
        ("Service['x'] <- other::unit { 'u': subscribe => Service['x'] }", 1),
        ("Service['x'] -> other::unit { 'u': require => Service['x'] }", 0),
        ("other::unit { 'u': notify => Service['x'] } ~> Service['x']", 0),
        ("Service['x'] -> File <| tag == 'a' |> -> other::unit { 'u': notify => Service['x'] }", 0),
        ("Service['x'] <- Package['y'] -> other::unit { 'u': notify => Service['x'] }", 0),
    ],
)
def test_chains_around_a_resource_that_names_one_of_them(tmp_path: Path, text: str, count: int) -> None:
    files = {"m/metadata.json": metadata("a-m"), "m/manifests/init.pp": f"class m {{\n  {text}\n}}\n"}
    assert codes(tmp_path, files, "dependency-cycle") == [("m/manifests/init.pp", 2, "error")] * count
