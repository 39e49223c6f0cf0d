"""A syntax error is reported once, and the rest of the file is still checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from tests.cli.in_process import findings

BROKEN = {
    "a number that is none": ("$x = 0777 + 09\nnotice(1 / 0)\n", ["invalid-octal-number", "div-by-zero"]),
    "such a number in an array": ("notice([09, 1])\n", ["invalid-octal-number"]),
    "tags outside of a template": ("<%= @a %>\n", ["syntax-error"]),
    "a tag of a template in a class": ("class a { <%= $x %> }\n", ["syntax-error"]),
}


@pytest.mark.parametrize("what", BROKEN)
def test_it_is_reported_once(what: str, tmp_path: Path) -> None:
    text, expected = BROKEN[what]
    manifest = tmp_path / "broken.pp"
    manifest.write_text(text)
    assert [each.code for each in Analysis().check(str(manifest)).diagnostics] == expected


MODULE = """class sites {{
  {broken}
  notify {{ "${{size}}": }}
  include sites::nothing
  $port = nofun(1)
  sites::vhost {{ 'main': }}
}}
"""
"""A class in which a variable, a class, a function and a resource type are unknown."""
UNKNOWN = ["3 unknown-variable", "4 unknown-class", "5 unknown-function", "6 unknown-resource-type"]
STILL_CERTAIN = {
    "a word too many": "notify { 'a': message = 'b' }",
    "two commas": "$list = ['a',, 'b']",
    "a number that is none": "$mode = 0999",
    "a name of two definitions": "class { sites::vhosts: port 80 }",
    "what may be anything": "foo => bar",
}
HIDDEN = {
    "the refused line may assign it": ("$size := 1", ["unknown-variable"]),
    "a list may have parameters": ("each([1]) |Integer $n $size| { }", ["unknown-variable"]),
    "a definition may be refused": ("define sites::vhost = { }", ["unknown-resource-type"]),
    "a function may be refused": ("function nofun(a) = 1", ["unknown-function", "unknown-variable"]),
    "the name of a class": ("class nothing inherits = { }", ["unknown-class"]),
}


def _codes(broken: str, folder: Path) -> list[str]:
    path = folder / "sites" / "manifests" / "init.pp"
    path.parent.mkdir(parents=True)
    (folder / "sites" / "metadata.json").write_text('{"name": "me-sites", "version": "1.0.0", "dependencies": []}')
    path.write_text(MODULE.format(broken=broken))
    workspace = Analysis()
    text = path.read_text()
    return [f"{text[: each.start].count(chr(10)) + 1} {each.code}" for each in workspace.check(str(path)).diagnostics]


@pytest.mark.parametrize("what", STILL_CERTAIN)
def test_names_that_nothing_in_the_text_can_mean_stay_unknown(what: str, tmp_path: Path) -> None:
    found = _codes(STILL_CERTAIN[what], tmp_path)
    assert [each for each in found if each in UNKNOWN] == UNKNOWN
    assert len(found) > len(UNKNOWN)


@pytest.mark.parametrize("what", HIDDEN)
def test_names_that_the_refused_part_may_define_are_left_alone(what: str, tmp_path: Path) -> None:
    broken, hidden = HIDDEN[what]
    found = _codes(broken, tmp_path)
    assert [each for each in found if each in UNKNOWN] == [each for each in UNKNOWN if each.partition(" ")[2] not in hidden]


HALF_TYPED = {
    "a word before the next line": "class sites($size) {\n  $a = $si\n  notify { 'a': message => $si\n    require => undef }\n}\n",
    "the last word": "class sites($size) {\n  notify { 'a': }\n  $sum",
    "a word in brackets": "class sites($size) {\n  foo({ 'a' => { 'b' => $si\n  })\n  include sites::other\n}\n",
    "a parameter without a name": "class sites(\n  String = 'x',\n) {\n  notify { $size: }\n}\n",
    "parameters without a comma": "class sites(\n  String $a = 'x'\n  String = 'y',\n) {\n  notify { $size: }\n}\n",
    "parameters without their bracket": "class sites String $a) {\n  notify { $size: }\n}\n",
    "an assignment without a name": "class sites {\n   = 'x'\n  notify { $size: }\n}\n",
    "a lambda without its line": "class sites {\n    notify { 'a': message => $size }\n  }\n}\n",
    "a class without its title": "class {\n  file { '/a':\n    ensure => file\n  }\n}\n",
}
"""Texts as they are while somebody types or moves a line."""


@pytest.mark.parametrize("what", HALF_TYPED)
def test_no_name_is_unknown_that_is_half_typed_or_whose_definition_is(what: str, tmp_path: Path) -> None:
    (tmp_path / "environment.conf").write_text("")
    path = tmp_path / "modules" / "sites" / "manifests" / "init.pp"
    path.parent.mkdir(parents=True)
    path.write_text(HALF_TYPED[what])
    found = [each.code for each in Analysis().check(str(path)).diagnostics]
    assert "syntax-error" in found
    assert not [each for each in found if each.startswith("unknown-")]


@pytest.mark.parametrize("broken", ["$text = 'it", "/* note", "$text = 'it's\n  a $size'", "$text = @(END)"])
def test_no_name_is_unknown_where_code_and_strings_may_be_exchanged(broken: str, tmp_path: Path) -> None:
    assert not [each for each in _codes(broken, tmp_path) if "unknown" in each]


def test_a_relative_name_on_the_line_of_an_error_is_left_alone(tmp_path: Path) -> None:
    assert not [each for each in _codes("include nothing nothing = $other", tmp_path) if each.startswith("2 unknown")]


def test_parts_of_refused_statements_are_no_statements(tmp_path: Path) -> None:
    several = (
        "class m {\n  file { '/a':\n    mode = '0644',\n    owner = 'root',\n    group = 'root'\n  }\n}\n",
        "define m($ensure = present, $from = []) {\n  if $ensure == present {\n    $from.each { |$one| notify { $one: } }\n  }\n}\n",
        "class m {\n  file {‘/etc/m’: ensure => file }\n}\n",
        "class m {\n  if $facts['os']['name'] =~ /a/ && $facts['kernel'] > '5' { notify { 'a': } }\n}\n",
    )
    for text in several:
        assert {each.code for each in findings(tmp_path, {"modules/m/manifests/init.pp": text})} == {"syntax-error"}


@pytest.mark.parametrize(
    "text",
    [
        "class m {\n  service { 'a':\n    ensure => running,\n    enable > true,\n  }\n}\n",
        "class m {\n  notify { \"${a\n  file { '/a':\n    ensure => file,\n    mode => '0644',\n  }\n}\n",
        "class m ($a) {\n  file { '/a':\n    ensure => file\n    } else\n    owner => $a,\n  }\n}\n",
        "class m ($a) {\n  if $a and ${ {\n    Group<| tag == 'm' |> -> User<| tag == 'm' |>\n  }\n}\n",
        'class m ($a) {\n  if $a {\n    $b = 1\n  else {\n    $b = 2\n  }\n  notify { "${b}": }\n}\n',
        "class m ($a) {\n  if $a {\n    package { 'a': }\n  else {\n    package { 'a': ensure => absent }\n  }\n}\n",
        "class m {\n  file { '/a':\n    mode => 0644',\n  }\n}\n",
        "class m {\n  $a = lookup('a', undef undef, undef)\n  notify { $a: }\n}\n",
    ],
)
def test_what_refused_code_makes_of_its_surroundings_is_not_reported(text: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {"modules/m/manifests/init.pp": text})
    assert {each.code for each in found if each.severity in ("error", "warning")} <= {
        "syntax-error",
        "unclosed-quote",
        "illegal-number",
        "not-a-resource",
    }
    assert found


def test_a_parameter_of_a_class_that_is_not_closed_is_no_fact(tmp_path: Path) -> None:
    text = "class m (\n  Integer $gid = 1,\n) {\n  group { 'a':\n    gid => $gid,\n  }\n\n\n  notify { $osfamily: }\n"
    found = findings(tmp_path, {"modules/m/manifests/init.pp": text})
    assert [each.line for each in found if each.code == "legacy-fact"] == [9]
