"""Names, tags, titles and values that authors wrote beside what they meant, each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

INIT = "m/manifests/init.pp"
SITE = "node a, 'b.example.com' { }\n"


def codes(folder: Path, files: dict[str, str], code: str) -> list[tuple[str, int, str]]:
    """The places and severities of the findings with a code."""
    return [(each.path, each.line, each.severity) for each in findings(folder, files) if each.code == code]


@pytest.mark.parametrize(
    ("text", "code", "severity"),
    [
        ("<%= port %>", "bare-word", "warning"),
        ("<%= $port %>", "bare-word", None),
        ("<%= 'port' %>", "bare-word", None),
        ("<%= $port ? { 80 => http, default => other } %>", "bare-word", None),
    ],
)
def test_words_that_a_template_of_puppet_prints(text: str, code: str, severity: str | None, tmp_path: Path) -> None:
    files = {
        INIT: "class m ($port = 1) {\n  notice(epp('m/x.epp', { port => $port }))\n}\n",
        "m/templates/x.epp": f"<%- | $port | -%>\n{text}\n",
    }
    assert codes(tmp_path, files, code) == ([] if severity is None else [("m/templates/x.epp", 2, severity)])


@pytest.mark.parametrize(
    ("text", "code", "severity"),
    [
        ("<% if $::kernel == 'Linux' %>a<% end %>", "erb-unknown-name", "error"),
        ("<%= $::m::port %>", "erb-unknown-name", "error"),
        ("<%= scope['::kernel'] %> $::kernel", "erb-unknown-name", None),
        ("<% $:.unshift('/x') %>", "erb-unknown-name", None),
        ("<%= @port %>%>", "erb-lost-output", "warning"),
        ("<%= @port -%> %>", "erb-lost-output", None),
        ("<%= @port %>%%>", "erb-lost-output", None),
        ("<%= @port %>%>s", "erb-lost-output", None),
        ("<%%= <%= @port %>%>", "erb-lost-output", None),
        ("<td width=<%= @port %>%>", "erb-lost-output", None),
        ("%>%> <%= @port %>", "erb-lost-output", None),
    ],
)
def test_tags_of_ruby(text: str, code: str, severity: str | None, tmp_path: Path) -> None:
    files = {INIT: "class m ($port = 1) {\n  notice(template('m/x.erb'))\n}\n", "m/templates/x.erb": f"{text}\n"}
    assert codes(tmp_path, files, code) == ([] if severity is None else [("m/templates/x.erb", 1, severity)])


def test_all_bare_names_of_a_template_are_named(tmp_path: Path) -> None:
    files = {INIT: "class m {\n  notice(template('m/x.erb'))\n}\n", "m/templates/x.erb": "<%= a %><%= b %><%= a %><%= c %>\n"}
    (found,) = [each.message for each in findings(tmp_path, files) if each.code == "erb-unknown-name"]
    assert found.startswith("`a` (and `b`, `c`) is neither")


@pytest.mark.parametrize(("key", "read", "count"), [("cacert", "ca_path", 1), ("ca_path", "ca_path", 0), ("cacert", "cacert", 0)])
def test_a_value_that_is_passed_under_another_name(key: str, read: str, count: int, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "manifests/site.pp": "include m\n",
        f"modules/{INIT}": f"class m ($ca_path) {{\n  notice(epp('m/x.epp', {{\n    {key} => $ca_path,\n  }}))\n}}\n",
        "modules/m/templates/x.epp": f"<%= ${read} %>\n",
    }
    assert codes(tmp_path, files, "epp-unset-variable") == [(f"modules/{INIT}", 3, "warning")] * count


def test_a_fact_that_is_passed_under_another_name(tmp_path: Path) -> None:
    """A template sees it without being passed it."""
    files = {
        "environment.conf": "",
        "manifests/site.pp": "include m\n",
        f"modules/{INIT}": "class m {\n  notice(epp('m/x.epp', { host => $fqdn }))\n}\n",
        "modules/m/templates/x.epp": "<%= $fqdn %>\n",
    }
    assert codes(tmp_path, files, "epp-unset-variable") == []


@pytest.mark.parametrize(
    ("type", "value", "count"),
    [
        ("String", "[a, b]", 1),
        ("Hash", "text", 1),
        ("Boolean", "'true'", 1),
        ("Array[String]", "text", 0),
        ("String", "80", 1),
        ("Boolean", '"%{facts.x}"', 0),
        ("Variant[String, Array]", "[a]", 0),
    ],
)
def test_values_where_the_hierarchy_is_on_a_server(type: str, value: str, count: int, tmp_path: Path) -> None:
    """One level may be a part of a list or hash."""
    files = {
        "environment.conf": "",
        "manifests/site.pp": "include m\n",
        f"modules/{INIT}": f"class m ({type} $x) {{\n  notice($x)\n}}\n",
        "hieradata/common.yaml": f"m::x: {value}\n",
    }
    assert codes(tmp_path, files, "hiera-value") == [("hieradata/common.yaml", 1, "warning")] * count
    merged = files | {"hieradata/other.yaml": "lookup_options:\n  m::x: {convert_to: Any}\n"}
    assert codes(tmp_path, merged, "hiera-value") == []


@pytest.mark.parametrize(("options", "count"), [("{convert_to: Sensitive}", 0), ("{merge: first}", 1)])
def test_values_that_the_data_of_the_module_converts(options: str, count: int, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "manifests/site.pp": "include m\n",
        f"modules/{INIT}": "class m (Sensitive[String] $x) {\n  notice($x)\n}\n",
        "modules/m/hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
        "modules/m/data/all.yaml": f"lookup_options:\n  m::x: {options}\n",
        "hieradata/common.yaml": "m::x: secret\n",
    }
    assert codes(tmp_path, files, "hiera-value") == [("hieradata/common.yaml", 1, "warning")] * count


@pytest.mark.parametrize(
    ("value", "count"), [("80,", 1), ("true,", 1), ("'80,'", 0), ("80", 0), ("well,", 0), ("[80, 81]", 0), ("1,5", 0), ("-1.5,", 1)]
)
def test_commas_after_values(value: str, count: int, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n",
        "data/all.yaml": f"m::x:\n  port: {value}\n",
        f"modules/{INIT}": "class m ($x) {\n  notice($x)\n}\n",
    }
    assert codes(tmp_path, files, "hiera-trailing-comma") == [("data/all.yaml", 2, "warning")] * count


@pytest.mark.parametrize(
    ("parent", "read", "count"),
    [("m::z::params", "z::params::x", 1), ("m::z::params", "m::z::params::x", 0), ("m::z::params", "z::params::y", 0), ("m::p", "p::x", 0)],
)
def test_variables_of_the_parent_without_its_module(parent: str, read: str, count: int, tmp_path: Path) -> None:
    files = {
        INIT: "class m { }\n",
        "m/manifests/z.pp": f"class m::z (\n  $x = ${read},\n) inherits {parent} {{\n  notice($x)\n}}\n",
        "m/manifests/z/params.pp": "class m::z::params {\n  $x = 1\n}\n",
        "m/manifests/p.pp": "class m::p {\n  $x = 1\n}\n",
    }
    found = [each for each in findings(tmp_path, files) if each.code == "unknown-variable" and "did you mean '$m::" in each.message]
    assert [(each.path, each.line, each.severity) for each in found] == [("m/manifests/z.pp", 2, "warning")] * count


@pytest.mark.parametrize(("comment", "count"), [("# == Class: m::params", 1), ("# Class: m::params", 1), ("# include m::params", 0)])
def test_comments_that_name_a_class_do_not_include_it(comment: str, count: int, tmp_path: Path) -> None:
    files = {
        INIT: "class m (\n  $x = $m::params::x,\n) {\n  notice($x)\n}\n",
        "m/manifests/params.pp": f"{comment}\nclass m::params {{\n  $x = 1\n}}\n",
    }
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 2, "warning")] * count


def test_data_may_name_a_class_that_is_included(tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "manifests/site.pp": "include lookup('role')['class']\ninclude m\n",
        f"modules/{INIT}": "class m (\n  $x = $m::params::x,\n) {\n  notice($x)\n}\n",
        "modules/m/manifests/params.pp": "class m::params {\n  $x = 1\n}\n",
        "hieradata/common.yaml": "role:\n  class: m::params\n",
    }
    assert codes(tmp_path, files, "unknown-variable") == []


@pytest.mark.parametrize(
    ("other", "lines"),
    [
        ("node 'c' { }\nnode 'b.example.com' { }\n", [2]),
        ("node a { }\n", [1]),
        ("node 'b.example.org' { }\n", []),
        ("node /^a$/ { }\n", []),
        ("node 'b.example.com' inherits c { }\n", [1]),
    ],
)
def test_nodes_of_two_manifests(other: str, lines: list[int], tmp_path: Path) -> None:
    files = {"environment.conf": "", "manifests/nodes/first.pp": SITE, "manifests/nodes/second.pp": other}
    assert codes(tmp_path, files, "defined-in-two-files") == [("manifests/nodes/second.pp", each, "warning") for each in lines]
    one_by_one = {"manifests/a.pp": "node default { }\n", "manifests/b.pp": "node default { }\n"}
    assert codes(tmp_path, files | one_by_one, "defined-in-two-files") == []
    alone = {"environment.conf": "manifest = manifests/site.pp\n", "manifests/site.pp": SITE, "manifests/second.pp": other}
    assert codes(tmp_path / "alone", alone, "defined-in-two-files") == []


@pytest.mark.parametrize("text", ["/*\nnode a { }\n*/\n", "$x = @(X)\nnode a { }\n| X\n", '$x = "\nnode a { }\n"\n'])
def test_nodes_in_comments_and_texts(text: str, tmp_path: Path) -> None:
    files = {"environment.conf": "", "manifests/nodes/first.pp": text, "manifests/nodes/second.pp": "node a { }\n"}
    assert codes(tmp_path, files, "defined-in-two-files") == []


@pytest.mark.parametrize(
    ("title", "severity"),
    [("/a/{title}", "warning"), ("/a/{path}", "warning"), ("/a/{other}", "info"), ("/a/${title}", None), ("/a/{{title}}", "info")],
)
def test_titles_with_a_parameter_in_braces(title: str, severity: str | None, tmp_path: Path) -> None:
    code = f'define m ($path) {{\n  file {{ "/b/${{path}}": }}\n  file {{ "{title}": }}\n}}\n'
    assert codes(tmp_path, {INIT: code}, "duplicate-declaration") == ([] if severity is None else [(INIT, 3, severity)])


@pytest.mark.parametrize(
    ("referred", "count"),
    [("/etc/acme-worker/conf.d/", 1), ("/etc/acme-worker/conf.d", 1), ("/etc/acme/conf.d", 0), ("/etc/other-worker/conf.d", 0)],
)
def test_paths_with_a_word_too_many(referred: str, count: int, tmp_path: Path) -> None:
    code = (
        "class m {\n  include other\n  file { '/etc/acme/conf.d': ensure => directory }\n"
        f"  file {{ '/etc/acme/conf.d/x.conf':\n    require => File['{referred}'],\n  }}\n}}\n"
    )
    assert codes(tmp_path, {INIT: code}, "unknown-reference") == [(INIT, 5, "warning")] * count


@pytest.mark.parametrize(
    ("title", "other", "count"),
    [
        ("acme", "", 1),
        ("web", "", 1),
        ("acme-web", "", 0),
        ("other", "", 0),
        ("acme", "class m::other { package { ['acme', 'b']: } }", 0),
        ("acme", "class m::other { package { $m::name: } }", 0),
        ("acme", "class m::other { ensure_packages($m::names) }", 0),
        ("acme", "class m::other { package { 'acme-cli': } }", 0),
        ("acme", "class m::other { if defined(Package['acme']) { } }", 1),
    ],
)
def test_packages_that_are_called_after_their_module(title: str, other: str, count: int, tmp_path: Path) -> None:
    """The module `acme`, and its class `acme::web`, have one package, `acme-web`; another one may be in a module that is not there."""
    service = f"  service {{ 'acme':\n    require => Package['{title}'],\n  }}\n"
    code = f"class acme::web {{\n  include gone\n  package {{ 'acme-web': }}\n{service}}}\n"
    files = {
        "acme/manifests/web.pp": code,
        "acme/manifests/init.pp": "class acme { }\n",
        "acme/manifests/other.pp": other.replace("m::", "acme::"),
    }
    assert codes(tmp_path, files, "unknown-reference") == [("acme/manifests/web.pp", 5, "warning")] * count


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("modules/base/manifests/init.pp", "class base ($names = ['acme']) {\n  $names.each |$x| { package { $x: } }\n}\n", 0),
        ("modules/base/manifests/init.pp", "class base ($names = ['acme']) {\n  notice($names)\n}\n", 1),
        ("data/common.yaml", "base::names:\n  - acme\n", 0),
        ("data/common.yaml", "base::packages:\n  acme: {ensure: latest}\n", 0),
    ],
)
def test_packages_that_other_modules_declare_from_lists(path: str, text: str, count: int, tmp_path: Path) -> None:
    code = "class acme {\n  include gone\n  package { 'acme-web': }\n  service { 'acme':\n    require => Package['acme'],\n  }\n}\n"
    files = {"environment.conf": "", "Puppetfile": "mod 'x-gone', '1.0.0'\n", "modules/acme/manifests/init.pp": code, path: text}
    assert codes(tmp_path, files, "unknown-reference") == [("modules/acme/manifests/init.pp", 5, "warning")] * count


@pytest.mark.parametrize(("name", "severities"), [("puppet-m/x.erb", ["error"]), ("puppet-m/y.erb", ["warning"]), ("other-m/x.erb", [])])
def test_templates_by_the_folder_of_a_module(name: str, severities: list[str], tmp_path: Path) -> None:
    """Versions of Puppet before 4 took the name of a folder with a hyphen for that of its module."""
    files = {
        "environment.conf": "",
        "Puppetfile": "mod 'x-gone', '1.0.0'\n",
        "modules/puppet-m/manifests/init.pp": f"class m {{\n  notice(template('{name}'))\n}}\n",
        "modules/puppet-m/templates/y.erb": "a\n",
    }
    assert [severity for _, _, severity in codes(tmp_path, files, "unknown-file")] == severities
