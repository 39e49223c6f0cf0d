"""Names and values in place of others that the code shows to be meant: each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_beside_absent_modules import INIT, LACKING
from tests.rules.test_slips_of_names import codes


@pytest.mark.parametrize(
    ("parameter", "body", "template", "count"),
    [
        ("dp_port", "notice(1)", "<%= @db_port %>", 1),
        ("stat_user", "notice($stats_user)", "", 1),
        ("dp_port", "notice($dp_port)", "<%= @db_port %>", 0),
        ("dp_port", "$db_port = 1 notice($db_port)", "<%= @db_port %>", 0),
        ("dp_port", "notice(1)", "<%= @db_port %><%= @dp_port %>", 0),
        ("db_ports", "notice(1)", "<%= @db_port %>", 0),
        ("osfamilly", "notice(1)", "<%= @osfamily %>", 0),
    ],
)
def test_a_parameter_in_whose_place_another_name_is_read(tmp_path: Path, parameter: str, body: str, template: str, count: int) -> None:
    files = {INIT: f"class m (\n  ${parameter} = 1,\n) {{\n  {body}\n}}\n", "m/templates/t.erb": f"{template}\n", **LACKING}
    assert codes(tmp_path, files, "misspelt-variable") == [(INIT, 2)] * count


OTHER = 'define m::pool {\n  concat::fragment { "pool_${name}":\n  }\n  M::Net[\'x\'] -> Concat::Fragment["pool_${name}"]\n}\n'


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("M::Net['x'] -> Concat::Fragment[\"pool_${name}\"]", 1),
        ("M::Net['x'] -> Concat::Fragment[\"pool6_${name}\"]", 0),
        ("M::Net['y'] -> Concat::Fragment[\"pool_${name}\"]", 0),
        ("m::pool { $name: }\n  M::Net['x'] -> Concat::Fragment[\"pool_${name}\"]", 0),
    ],
)
def test_a_line_that_was_copied_from_another_define(tmp_path: Path, body: str, count: int) -> None:
    code = f'define m::pool6 {{\n  concat::fragment {{ "pool6_${{name}}":\n  }}\n  {body}\n}}\n'
    files = {"m/manifests/pool.pp": OTHER, "m/manifests/pool6.pp": code, **LACKING}
    found = [path for path, _ in codes(tmp_path, files, "unknown-reference")]
    assert found == ["m/manifests/pool6.pp"] * count


def test_a_line_in_a_define_that_is_declared_with_the_other_one(tmp_path: Path) -> None:
    code = OTHER.replace("define m::pool", "define m::pool6").replace('fragment { "pool_', 'fragment { "pool6_')
    files = {"m/manifests/pool.pp": OTHER, "m/manifests/pool6.pp": code, **LACKING}
    assert len(codes(tmp_path, files, "unknown-reference")) == 1
    both = {INIT: "class m {\n  m::pool { 'a': }\n  m::pool6 { 'a': }\n}\n"}
    assert codes(tmp_path, files | both, "unknown-reference") == []


@pytest.mark.parametrize(
    ("attribute", "others", "count"),
    [
        ("dpot", "dport => 1,", 1),
        ("initialstate", "initial_state => 1,", 1),
        ("dport", "dport => 1,", 0),
        ("dports", "dport => 1,", 0),
        ("dpot => 2, dport", "dport => 1,", 0),
        ("desc", "dest => 1,", 0),
        ("context", "content => 1,", 0),
    ],
)
def test_an_attribute_of_one_resource_of_an_unknown_type(tmp_path: Path, attribute: str, others: str, count: int) -> None:
    rest = "".join(f"  elsewhere::rule {{ '{each}': {others} }}\n" for each in ("a", "b"))
    files = {INIT: f"class m {{\n  elsewhere::rule {{ 'c': {attribute} => 2 }}\n{rest}}}\n", **LACKING}
    assert codes(tmp_path, files, "unknown-parameter") == [(INIT, 2)] * count


def test_an_attribute_that_another_manifest_has_too(tmp_path: Path) -> None:
    code = "class m {\n  e::rule { 'a': form => 1 }\n  e::rule { 'b': from => 1 }\n  e::rule { 'c': from => 1 }\n}\n"
    files = {INIT: code, **LACKING}
    assert codes(tmp_path, files, "unknown-parameter") == [(INIT, 2)]
    other = {"m/manifests/x.pp": "class m::x {\n  e::rule { 'd': form => 1 }\n}\n"}
    assert codes(tmp_path, files | other, "unknown-parameter") == []


JOINED = """define m::joined ($template, $own = true) {
  # Once template($template) was all.
  $content = $own ? { true => template("m/${template}"), default => template($template) }
  file { $title: content => $content }
}
"""
TYPE = "Puppet::Type.newtype(:typed) do\n  newparam(:path, namevar: true)\n  newparam(:mode)\nend\n"


@pytest.mark.parametrize("made", ["sprintf('%04o', $mode)", "template('m/t.erb')", "$mode"])
def test_numbers_from_which_modes_are_made(tmp_path: Path, made: str) -> None:
    code = f"define m::f ($mode = 0644) {{\n  file {{ $title: mode => {made} }}\n}}\n"
    files = {INIT: "class m {\n  m::f { '/x': mode => 0600 }\n}\n", "m/manifests/f.pp": code, **LACKING}
    if "template" in made:
        files["m/templates/t.erb"] = "<%= @mode.to_s(8) %>\n"
    assert sorted(codes(tmp_path, files, "wrong-value")) == ([("m/manifests/f.pp", 1), (INIT, 2)] if made == "$mode" else [])


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ('"puppet:///modules/${module_name}/absent"', 1),
        ('["puppet:///modules/${module_name}/absent", "puppet:///modules/m/absent2"]', 1),
        ('["puppet:///modules/${module_name}/absent", "puppet:///modules/m/there"]', 0),
        ('"puppet:///modules/${module_name}/there"', 0),
        ('"puppet:///modules/${module_name}//there"', 0),
        ('"puppet:///modules/m/${kind}"', 0),
        ('"puppet:///modules/m/${which}.conf"', 1),
        ('"puppet:///modules/elsewhere/absent"', 0),
    ],
)
def test_files_whose_addresses_are_computed(tmp_path: Path, value: str, count: int) -> None:
    code = f"class m (String $kind = 'there', Enum['a', 'b'] $which = 'a') {{\n  file {{ '/x': source => {value} }}\n}}\n"
    assert codes(tmp_path, {INIT: code, "m/files/there": "", **LACKING}, "missing-source-file") == [(INIT, 2)] * count


@pytest.mark.parametrize(
    ("body", "code", "count"),
    [
        ("m::site { 'x': template => 'm/absent.erb' }", "unknown-file", 1),
        ("m::site { 'x': template => 'm/there.erb' }", "unknown-file", 0),
        ("m::site { 'x': template => 'elsewhere/absent.erb' }", "unknown-file", 0),
        ("m::site { 'x': other => 'm/absent.erb' }", "unknown-file", 0),
        ("m::site { 'x': other => 'puppet:///modules/m/absent' }", "missing-source-file", 1),
        ("$s = 'puppet:///modules/m/absent'", "missing-source-file", 1),
        ("$s = 'puppet:///modules/m/absent' notice(\"${s}/x\")", "missing-source-file", 0),
        ("m::site { 'x': other => 'puppet:///modules/m/the' }", "missing-source-file", 0),
        ("$s = 'puppet:///modules/m/the'", "missing-source-file", 0),
        ("m::joined { 'x': template => 'm/absent.erb' }", "unknown-file", 0),
        ("m::site { 'x': mode => 0644 }", "wrong-value", 1),
        ("typed { 'x': mode => 0644 }", "wrong-value", 0),
        ("m::site { 'x': mode => '0644' }", "wrong-value", 0),
        ("m::site { 'x': mode => 420 }", "wrong-value", 0),
        ("$file_mode = 0644", "wrong-value", 1),
        ("$model = 0644", "wrong-value", 0),
        ("class { 'include m::x': }", "unknown-class", 1),
        ("include m-x::y", "unknown-class", 0),
        ("class { 'elsewhere::x': }", "unknown-class", 0),
        ("package { 'a': ensure => present }\n  packages { 'b': ensure => present }", "unknown-resource-type", 1),
        ("package { 'a': ensure => present }\n  packages { 'b': list => present }", "unknown-resource-type", 0),
        ("packages { 'b': ensure => present }", "unknown-resource-type", 0),
    ],
)
def test_values_and_names_that_are_handed_on(tmp_path: Path, body: str, code: str, count: int) -> None:
    site = "define m::site ($template = undef, $other = undef, $mode = undef) {\n  file { $title: content => template($template) }\n}\n"
    files = {
        INIT: f"class m {{\n  {body}\n}}\n",
        "m/manifests/site.pp": site,
        "m/manifests/joined.pp": JOINED,
        "m/lib/puppet/type/typed.rb": TYPE,
        "m/templates/there.erb": "x\n",
        "m/files/there": "",
        **LACKING,
    }
    assert len(codes(tmp_path, files, code)) == count


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ('$full_command = "${command} -x"\n  exec { \'a\': command => "/bin/${command}" }', 1),
        ('$full_command = "${command} -x"\n  exec { \'a\': command => "/bin/${full_command}" }', 0),
        ('$full_command = "${command} -x"\n  if $command { notice(1) }', 0),
        ('$other = "${command} -x"\n  exec { \'a\': command => "/bin/${command}" }', 0),
    ],
)
def test_a_computed_variable_whose_source_is_used(tmp_path: Path, body: str, count: int) -> None:
    code = f"define m::run ($command) {{\n  {body}\n}}\n"
    found = findings(tmp_path, {"m/manifests/run.pp": code, **LACKING})
    assert [each.severity for each in found if each.code == "unused-variable" and each.severity == "warning"] == ["warning"] * count


@pytest.mark.parametrize(
    ("key", "count"),
    [("secret_passwo", 1), ("secret_password", 0), ("secret", 0), ("secret_passwordy", 0), ("secret_pa", 0)],
)
def test_a_key_that_ends_inside_of_a_word(tmp_path: Path, key: str, count: int) -> None:
    hiera = "version: 5\nhierarchy:\n  - name: nodes\n    paths: ['nodes/%{trusted.certname}.yaml', 'common.yaml']\n"
    files = {
        "environment.conf": "",
        "hiera.yaml": hiera,
        "data/common.yaml": "secret_password: x\n",
        "manifests/site.pp": f"notice(lookup('{key}'))\n",
    }
    assert codes(tmp_path, files, "misspelt-key") == [("manifests/site.pp", 1)] * count


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("a${x}.erb", "<%= scope['m::prot'] %>", 1),
        ("a.erb", "<%= scope['m::port'] %>", 0),
    ],
)
def test_lookups_in_templates_with_computed_names(tmp_path: Path, name: str, text: str, count: int) -> None:
    code = f"class m ($port = 1, $x = $facts['x']) {{\n  notice(template(\"m/{name}\"))\n}}\n"
    found = codes(tmp_path, {INIT: code, "m/templates/ab.erb": text, **LACKING}, "erb-unset-variable")
    assert len(found) == count


def test_bare_names_whose_value_is_lost(tmp_path: Path) -> None:
    files = {INIT: "class m ($user = 1) {\n}\n", "m/templates/t.erb": "a = <% user %>\nb = <% x = 1 %><% x %>\n", **LACKING}
    assert codes(tmp_path, files, "erb-lost-output") == [("m/templates/t.erb", 1), ("m/templates/t.erb", 2)]


@pytest.mark.parametrize(
    ("attributes", "count"),
    [
        ("command => \"a ${key_id}\", unless => 'b ${key_id}'", 1),
        ("command => 'a', unless => 'b ${key_id}'", 0),
        ("command => \"a ${key_id}\", unless => 'key_id=1 b ${key_id}'", 0),
        ("command => \"a ${key_id}\", unless => 'b ${key_id}' } exec { 'y': environment => [\"key_id=${key_id}\"]", 0),
    ],
)
def test_variables_in_single_quotes_beside_a_command_with_them(tmp_path: Path, attributes: str, count: int) -> None:
    code = (
        f"class m ($key_id, $environment) {{\n  notice(\"${{key_id}}\")\n  exec {{ 'x': environment => $environment, {attributes} }}\n}}\n"
    )
    assert codes(tmp_path, {INIT: code, **LACKING}, "uninterpolated-variable") == [(INIT, 3)] * count
