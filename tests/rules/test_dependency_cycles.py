"""Dependency cycles of the resources that one class or define certainly declares. The reference finds each when it applies a catalog."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

LOUD = {
    "attributes": ("  notify { 'c': require => Notify['d'] }\n  notify { 'd': require => Notify['c'] }", 2),
    "an arrow and an attribute": ("  notify { 'c': require => Notify['d'] }\n  -> notify { 'd': }", 2),
    "several types": (
        "  file { '/a': require => Package['p'] }\n  package { 'p': require => Service['s'] }\n  service { 's': subscribe => File['/a'] }",
        2,
    ),
    "the class around it": ("  notify { 'a': }\n  Class['m'] -> Notify['a']", 3),
    "classes that are included": ("  include m::a\n  include m::b\n  Class['m::a'] -> Class['m::b'] -> Class['m::a']", 4),
    "itself": ("  notify { 'a': require => Notify['a'] }", 2),
    "a loop over known values": (
        "  ['a', 'b'].each |$x| { notify { $x: before => Notify['z'] } }\n  notify { 'z': before => Notify['b'] }",
        2,
    ),
    "a default": ("  Notify { require => Notify['a'] }\n  notify { ['a', 'b']: }", 2),
}


@pytest.mark.parametrize("name", LOUD)
def test_a_class_has_a_cycle_through(name: str, tmp_path: Path) -> None:
    body, line = LOUD[name]
    assert _cycles(tmp_path, f"class m {{\n{body}\n}}\n") == [line]


def test_a_define_has_a_cycle_and_the_message_is_that_of_puppet(tmp_path: Path) -> None:
    text = "define m() {\n  notify { 'c': require => Notify['d'] }\n  notify { 'd': require => Notify['c'] }\n}\n"
    found = findings(tmp_path, {"modules/m/manifests/init.pp": text})
    assert [each.message for each in found] == ["Found 1 dependency cycle: (Notify[c] => Notify[d] => Notify[c])"]


BRANCHES = {
    "a resource of one branch": (
        "  if $x { notify { 'a': before => Notify['b'] } } else { notify { 'a': } }\n  notify { 'b': before => Notify['a'] }"
    ),
    "a resource that is not there yet": (
        "  unless defined(Notify['a']) { notify { 'a': before => Notify['b'] } }\n  notify { 'b': before => Notify['a'] }"
    ),
    "two resources of a branch": "  if $x {\n    notify { 'a': before => Notify['b'] }\n    notify { 'b': before => Notify['a'] }\n  }",
    "an arrow in a branch": "  notify { 'a': }\n  -> notify { 'b': }\n  if $x { Notify['b'] -> Notify['a'] }",
    "an inner branch": "  if $x {\n    notify { 'a': }\n    -> notify { 'b': }\n    if $y { Notify['b'] -> Notify['a'] }\n  }",
}


@pytest.mark.parametrize("name", BRANCHES)
def test_a_cycle_exists_if_a_branch_is_taken_with(name: str, tmp_path: Path) -> None:
    files = {"modules/m/manifests/init.pp": f"class m($x, $y) {{\n{BRANCHES[name]}\n}}\n"}
    (cycle,) = [each for each in findings(tmp_path, files) if each.code == "dependency-cycle"]
    assert cycle.severity == "warning"
    assert cycle.message.startswith("Found 1 dependency cycle if this branch is taken: (Notify[")


def test_a_cycle_that_always_exists_is_reported_once(tmp_path: Path) -> None:
    text = (
        "class m($x) {\n  notify { 'a': before => Notify['b'] }\n  notify { 'b': before => Notify['a'] }\n"
        "  if $x { Notify['b'] -> Notify['a'] }\n}\n"
    )
    assert _cycles(tmp_path, text) == [2]


QUIET = {
    "other branches": "  notify { ['a', 'b']: }\n  if $x { Notify['a'] -> Notify['b'] } else { Notify['b'] -> Notify['a'] }",
    "an unknown value": "  notify { 'a': require => $x }\n  notify { 'b': require => Notify['a'] }",
    "a virtual resource": "  @notify { 'a': require => Notify['b'] }\n  notify { 'b': before => Notify['c'] }\n  notify { 'c': }",
    "a loop over unknown values": (
        "  notify { 'a': before => Notify['b'] }\n  notify { 'b': }\n  $x.each |$y| { Notify['b'] -> Notify['a'] }"
    ),
    "a resource in such a loop": "  $x.each |$y| { notify { 'a': before => Notify['b'] } }\n  notify { 'b': before => Notify['a'] }",
    "an override under a condition": (
        "  notify { 'a': before => Notify['b'] }\n  notify { 'b': }\n  if $x { Notify['b'] { before => Notify['a'] } }"
    ),
    "files that are removed before the folders above them": (
        '  file { $x: ensure => absent, require => File["${x}/a"] }\n'
        '  file { "${x}/a": ensure => absent, require => File["${x}/a/b"] }\n  file { "${x}/a/b": ensure => absent }'
    ),
    "an opposite relationship in a variable": (
        '  $y = [File["${x}/a"]]\n  file { $x: require => $y }\n  file { "${x}/a": before => Exec[\'/a\'] }\n'
        "  exec { '/a': before => File[$x] }"
    ),
    "an included class before this one": "  include m::a\n  Class['m::a'] -> Class['m']",
}


@pytest.mark.parametrize("name", QUIET)
def test_no_cycle_is_certain_with(name: str, tmp_path: Path) -> None:
    assert _cycles(tmp_path, f"class m($x) {{\n{QUIET[name]}\n}}\n") == []


@pytest.mark.parametrize(("condition", "lines"), [("if $x", []), ("if true", [4])])
def test_classes_contain_what_they_contain_under_no_condition(condition: str, lines: list[int], tmp_path: Path) -> None:
    text = f"""class m($x) {{
  include m::first
  include m::second
  Class['m::first'] -> Class['m::second']
}}
class m::first {{ contain m::shared }}
class m::second {{ {condition} {{ contain m::shared }} }}
class m::shared {{ notify {{ 'shared': }} }}
"""
    assert _cycles(tmp_path, text) == lines


def test_a_site_that_orders_resources_in_one_way_for_each_node_has_no_cycle(tmp_path: Path) -> None:
    text = f"$x = $facts['x']\n{QUIET['other branches']}\n"
    assert [each for each in findings(tmp_path, {"manifests/site.pp": text}) if each.code == "dependency-cycle"] == []


def _cycles(folder: Path, text: str) -> list[int]:
    files = {
        "modules/m/manifests/init.pp": text,
        "modules/m/manifests/a.pp": "class m::a {\n}\n",
        "modules/m/manifests/b.pp": "class m::b {\n}\n",
    }
    return [each.line for each in findings(folder, files) if each.code == "dependency-cycle"]
