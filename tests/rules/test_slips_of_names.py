"""Slips in names and values: each in the smallest project that shows it, with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata

INIT = "m/manifests/init.pp"
ABSENT = {"Puppetfile": "mod 'acme-elsewhere', '1.0.0'\n", "environment.conf": "modulepath = modules\n"}


def codes(folder: Path, files: dict[str, str], code: str) -> list[tuple[str, int]]:
    """The places of the findings with a code."""
    return [(each.path, each.line) for each in findings(folder, files) if each.code == code]


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ('exec { "a ${name}": require => Exec["a ${name}"] }', 1),
        ('exec { "a ${name}": before => [File["/x"], Exec["a ${name}"]] }', 1),
        ("file { $path: require => File[$path] }", 1),
        ('exec { "a ${name}": require => Exec["b ${name}"] }', 0),
        ('exec { "a ${name}": require => File["a ${name}"] }', 0),
    ],
)
def test_a_resource_that_requires_itself(tmp_path: Path, body: str, count: int) -> None:
    files = {"m/manifests/d.pp": f"define m::d (String $path) {{\n  {body}\n}}\n"}
    assert codes(tmp_path, files, "dependency-cycle") == [("m/manifests/d.pp", 2)] * count


@pytest.mark.parametrize(
    ("before", "notify", "count"),
    [
        ("", "$r ? { true => Service['s'], default => undef }", 1),
        ("$n = $r ? { true => Service['s'], default => undef }", "$n", 1),
        ("if $r { $n = Service['s'] } else { $n = undef }", "$n", 1),
        ("$n = $r ? { true => Service['t'], default => undef }", "$n", 0),
        ("$n = $r", "$n", 0),
    ],
)
def test_a_cycle_by_one_alternative(tmp_path: Path, before: str, notify: str, count: int) -> None:
    body = f"service {{ ['s', 't']: }}\n  file {{ '/x': require => Service['s'], notify => {notify} }}"
    files = {INIT: f"class m ($r) {{\n  {before}\n  {body}\n}}\n"}
    assert codes(tmp_path, files, "dependency-cycle") == [(INIT, 4)] * count


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ("False", 1),
        ("m::params::port", 1),
        ("$m::params::port ? { 1 => m::params::port, default => 2 }", 1),
        ("false", 0),
        ("m::params", 0),
        ("m::params::other", 0),
        ("$m::params::port", 0),
    ],
)
def test_words_without_a_dollar_or_in_capitals(tmp_path: Path, value: str, count: int) -> None:
    params = {"modules/m/manifests/params.pp": "class m::params {\n  $port = 1\n}\n", **ABSENT}
    code = f"class m inherits m::params {{\n  $x = {value}\n  notice($x)\n}}\n"
    assert len(codes(tmp_path, {"modules/" + INIT: code, **params}, "bare-word")) == count


@pytest.mark.parametrize(("value", "count"), [("External", 1), ("'External'", 0), ("Elsewhere_conf", 0), ("Integer", 0), ("Package", 0)])
def test_the_value_of_an_attribute_that_is_no_type(tmp_path: Path, value: str, count: int) -> None:
    code = f"class m {{\n  elsewhere::switch {{ 'x': type => {value} }}\n}}\n"
    assert len(codes(tmp_path, {"modules/" + INIT: code, **ABSENT}, "bare-word")) == count


@pytest.mark.parametrize(
    ("command", "count"),
    [
        ("'semodule -i ${name}.pp'", 1),
        ('"semodule -i ${name}.pp"', 0),
        ("'semodule -i ${name}.pp $HOME'", 0),
        ("'for x in 1 2; do echo ${x}; done'", 0),
        ("'echo ${other}'", 0),
    ],
)
def test_variables_in_commands_in_single_quotes(tmp_path: Path, command: str, count: int) -> None:
    code = f'define m::d {{\n  exec {{ "a ${{name}}":\n    path => "/bin",\n    command => {command},\n  }}\n}}\n'
    assert len(codes(tmp_path, {"m/manifests/d.pp": code}, "uninterpolated-variable")) == count


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ("template('motd.erb')", 1),
        ("template('puppet-m/motd.erb')", 1),
        ("template('puppet-m/other.erb')", 0),
        ("template('m/motd.erb')", 0),
        ("template('/etc/motd.erb')", 0),
        ("template('elsewhere/other.erb')", 0),
    ],
)
def test_templates_outside_of_modules(tmp_path: Path, call: str, count: int) -> None:
    files = {"m/templates/motd.erb": "hello\n", INIT: f"class m {{\n  notice({call})\n}}\n", "m/metadata.json": metadata("acme-m")}
    assert len(codes(tmp_path, files, "unknown-file")) == count


@pytest.mark.parametrize(
    ("call", "count"), [("notify('x')", 1), ("notice('x')", 0), ("elsewhere('x')", 0), ("$a = host('x')", 0), ("$title.group(1)", 0)]
)
def test_resource_types_that_are_called(tmp_path: Path, call: str, count: int) -> None:
    files = {"modules/" + INIT: f"class m {{\n  {call}\n}}\n", **ABSENT}
    assert len(codes(tmp_path, files, "unknown-function")) == count


@pytest.mark.parametrize(
    ("parent", "other", "count"),
    [
        ("", "", 1),
        (" inherits m::params", "", 0),
        ("", "class m::other inherits m::params { }\n", 0),
        ("", 'class m::other { include "m::${name}" }', 0),
    ],
)
def test_defaults_of_a_class_that_nothing_includes(tmp_path: Path, parent: str, other: str, count: int) -> None:
    files = {
        "m/metadata.json": metadata("acme-m"),
        "m/manifests/params.pp": "class m::params {\n  $port = 1\n}\n",
        INIT: f"class m ($port = $m::params::port){parent} {{\n  notice($port)\n}}\n",
        "m/manifests/other.pp": other,
    }
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 1)] * count


@pytest.mark.parametrize(("name", "count"), [("m::prot", 1), ("m::port", 0), ("other::prot", 0), ("m::entirely", 0)])
def test_a_misspelt_variable_of_a_class_that_is_asked_for(tmp_path: Path, name: str, count: int) -> None:
    code = f"class m ($port = 1) {{\n  if defined('${name}') {{ notice($port) }}\n}}\n"
    assert len(codes(tmp_path, {INIT: code}, "constant-condition")) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("<% if @prometehus %><%= @prometheus %><% end %>", 1),
        ("<% if @enabled %><%= @prometheus %><% end %>", 0),
        ("<% if @prometheus %><%= scope['m::prot'] %><% end %>", 1),
        ("<% if @prometheus %><%= scope['m::prometheus'] %><% end %>", 0),
        ("<% if @prometheus %><%= scope['other::prot'] %><% end %>", 0),
    ],
)
def test_misspelt_variables_under_conditions_of_templates(tmp_path: Path, text: str, count: int) -> None:
    files = {
        "m/metadata.json": metadata("acme-m"),
        "m/templates/x.erb": text,
        INIT: "class m ($prometheus = 1) {\n  file { '/x': content => template('m/x.erb') }\n}\n",
    }
    assert len(codes(tmp_path, files, "erb-unset-variable")) == count


@pytest.mark.parametrize(
    ("value", "count"),
    [("lookup('k', undef, undef, false)", 1), ("lookup('k', { 'default_value' => 1 })", 1), ("lookup('k', undef, undef, 'x')", 0)],
)
def test_refused_defaults_of_lookups(tmp_path: Path, value: str, count: int) -> None:
    files = {INIT: f"class m {{\n  class {{ 'm::b': s => {value} }}\n}}\n", "m/manifests/b.pp": "class m::b (Optional[String] $s) { }\n"}
    assert codes(tmp_path, files, "refused-default") == [(INIT, 2)] * count


@pytest.mark.parametrize(("data", "count"), [("m::x: 1\n", 0), ("k: x\n", 0), ("other: x\n", 1)])
def test_defaults_of_lookups_where_the_data_are_known(tmp_path: Path, data: str, count: int) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": "include m\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
        "data/all.yaml": data if data != "m::x: 1\n" else "k: 1\n",
        "modules/" + INIT: "class m {\n  class { 'm::b': s => lookup('k', undef, undef, false) }\n}\n",
        "modules/m/manifests/b.pp": "class m::b (Optional[String] $s) { }\n",
    }
    assert len(codes(tmp_path, files, "refused-default")) == count


@pytest.mark.parametrize(
    ("text", "code", "count"),
    [
        ("%{facts.os.famly}", "unknown-fact", 1),
        ("%{facts.netwrking.ip}", "unknown-fact", 1),
        ("%{::operatingsytem}", "unknown-fact", 1),
        ("%{facts.os.family}", "unknown-fact", 0),
        ("%{facts.role}", "unknown-fact", 0),
        ("%{operatingsytem}", "unknown-fact", 0),
        ("“debug”", "hiera-typographic-quotes", 1),
        ("a “debug” level", "hiera-typographic-quotes", 0),
        ("“two words”", "hiera-typographic-quotes", 0),
    ],
)
def test_slips_in_data(tmp_path: Path, text: str, code: str, count: int) -> None:
    files = {
        "environment.conf": "modulepath = modules\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
        "data/all.yaml": f"m::x: {text if '“' in text else f'{chr(34)}{text}{chr(34)}'}\n",
        "modules/" + INIT: "class m (String $x) {\n  notice($x)\n}\n",
    }
    assert codes(tmp_path, files, code) == [("data/all.yaml", 1)] * count


@pytest.mark.parametrize(
    ("query", "count"),
    [("title == 'nvoa'", 1), ("title == nvoa", 1), ("title == 'nova'", 0), ("title != 'nvoa'", 0), ("title == 'other'", 0)],
)
def test_titles_that_are_collected(tmp_path: Path, query: str, count: int) -> None:
    files = {INIT: f"class m {{\n  @user {{ 'nova': }}\n  User <| {query} |>\n}}\n"}
    assert codes(tmp_path, files, "unknown-reference") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("text", "code", "count"),
    [
        ("a <=% @x %>", "erb-lost-output", 1),
        ("a <= 5 %", "erb-lost-output", 0),
        ("<% if @x -%>\na\n<% end -%\n<% if @x -%>\nb\n<% end -%>", "erb-lost-output", 1),
        ("<% if @x -%>\na\n<% end -%>", "erb-lost-output", 0),
        ("<% if @x %>\na\n<% elif @x == 1 %>\nb\n<% end %>", "erb-unknown-name", 1),
        ("<% if @x %>\na\n<% elsif @x == 1 %>\nb\n<% end %>", "erb-unknown-name", 0),
        ("<% if @x.includes?(1) %><% end %>", "erb-rails-method", 1),
        ("<% def includes?(x) 1 end %><% if @x.includes?(1) %><% end %>", "erb-rails-method", 0),
    ],
)
def test_tags_and_words_of_templates(tmp_path: Path, text: str, code: str, count: int) -> None:
    files = {"m/templates/x.erb": text, INIT: "class m ($x = [1]) {\n  file { '/x': content => template('m/x.erb') }\n}\n"}
    assert len(codes(tmp_path, files, code)) == count


@pytest.mark.parametrize(
    ("attributes", "count"),
    [
        ("command => 'createuser --password=${password} ${title}'", 1),
        ("command => 'mysql -p${password}', environment => \"password=${password}\"", 0),
        ("command => 'for password in a b; do echo ${password}; done'", 0),
        ("command => 'while read -r user password; do echo ${password}; done < /etc/users'", 0),
        ("command => 'password=$(cat /etc/secret) && echo ${password}'", 0),
        ("command => 'password=secret && echo ${password}'", 0),
    ],
)
def test_variables_of_a_shell(tmp_path: Path, attributes: str, count: int) -> None:
    body = f'exec {{ "make ${{title}} ${{password}}": {attributes} }}'
    files = {"m/manifests/d.pp": f"define m::d (String $password) {{\n  {body}\n}}\n"}
    assert codes(tmp_path, files, "uninterpolated-variable") == [("m/manifests/d.pp", 2)] * count


@pytest.mark.parametrize(
    ("text", "code", "count"),
    [
        ("<% File.foreach('/etc/hosts') { |line| %><%= line %><% } %>", "erb-rails-method", 0),
        ("<% net = NetAddr::CIDR.create('10.0.0.0/8') %><%= net.contains?(@x) %>", "erb-rails-method", 0),
        ("<% if @x.is_a?(Array) && @x.includes?(1) %>a<% end %>", "erb-rails-method", 1),
        ("<% if @x %><%= scope['m::y'] %><% end %>", "erb-unset-variable", 1),
        ("<% if scope.include?('m::y') %><%= scope['m::y'] %><% end %>", "erb-unset-variable", 0),
        ("<% if has_variable?('::m::y') %><%= scope.lookupvar('m::y') %><% end %>", "erb-unset-variable", 0),
        ("<% if scope.function_defined(['$m::y']) %><%= scope['m::y'] %><% end %>", "erb-unset-variable", 0),
        ("<% y = scope['m::y'] rescue 1 %><%= y %>", "erb-unset-variable", 0),
    ],
)
def test_templates_that_look_like_slips(tmp_path: Path, text: str, code: str, count: int) -> None:
    files = {"m/templates/x.erb": text, INIT: "class m ($x = [1]) {\n  file { '/x': content => template('m/x.erb') }\n}\n"}
    assert len(codes(tmp_path, files, code)) == count


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("m::d { 'a': key => m::params::port }", "bare-word"),
        ("users { 'a': ensure => present }", "unknown-resource-type"),
        ("exec { '/x/${port}': require => Exec[\"/x/${port}\"] }", "dependency-cycle"),
    ],
)
def test_names_that_look_like_slips(tmp_path: Path, body: str, code: str) -> None:
    files = {
        "modules/m/manifests/params.pp": "class m::params {\n  $port = 1\n}\n",
        "modules/m/manifests/d.pp": "define m::d ($key) {\n}\n",
        "modules/" + INIT: f"class m ($port = 1) {{\n  {body}\n}}\n",
        **ABSENT,
    }
    assert codes(tmp_path, files, code) == []


@pytest.mark.parametrize(("name", "count"), [("fridgepi", 1), ("frigdepi", 0), ("laptop", 0)])
def test_a_class_of_the_main_manifests(tmp_path: Path, name: str, count: int) -> None:
    files = {"manifests/nodes.pp": f"node default {{\n  include {name}\n}}\n", "manifests/site.pp": "class frigdepi {\n}\n", **ABSENT}
    assert codes(tmp_path, files, "unknown-class") == [("manifests/nodes.pp", 2)] * count


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        ("ensuer_packages('a')", "ensure_packages"),
        ("validate_stirng('a')", "validate_string"),
        ("my_function('a')", None),
        ("ensure_things('a')", None),
    ],
)
def test_a_slip_of_a_function_of_stdlib_that_nothing_declares(tmp_path: Path, call: str, meant: str | None) -> None:
    files = {
        "m/metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": []}',
        "m/manifests/init.pp": f"class m {{\n  include elsewhere::all\n  {call}\n}}\n",
    }
    found = [each.message for each in findings(tmp_path, files) if each.code == "unknown-function"]
    assert found == ([] if meant is None else [f"Unknown function: '{call.partition('(')[0]}', did you mean '{meant}'?"])
