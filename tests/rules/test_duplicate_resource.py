"""Resources that are declared twice under a title whose value is unknown, or under a condition."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('package { "a-${t}": }\n  package { "a-${t}": }', [(3, "error")]),
        ("package { $t: }\n  package { $t: }", [(3, "error")]),
        ("package { ['x', $t]: }\n  package { $t: }", [(3, "error")]),
        ("if $x { package { 'a': } }\n  package { 'a': }", [(3, "warning")]),
        ("package { 'a': }\n  if $x { package { 'a': } }", [(3, "warning")]),
        ("case $t {\n    'a': { file { '/a': } }\n    default: { }\n  }\n  file { '/a': }", [(6, "warning")]),
        ("package { $t: }\n  [1].each |$u| { notice($u) package { $t: } }", [(3, "warning")]),
        ("$l = ['a', 'b']\n  package { $l: }\n  if $x { package { 'b': } }", [(4, "warning")]),
        ("$l = ['a', 'b']\n  package { $l: }\n  if $x {\n    $m = ['c', 'b']\n    package { $m: }\n  }", [(5, "warning")]),
        ("if $x {\n    $l = ['a', 'b']\n  } else {\n    $l = ['c']\n  }\n  package { $l: }\n  if $x { package { 'c': } }", []),
        ("if $x { notify { 'a': } }\n  if $t == 'x' { notify { 'a': } }", [(3, "warning")]),
        ("if $x { notify { 'a': message => 'b' } }\n  if $t == 'x' { notify { 'a': message => 'c' } }", []),
        ("if $x { notify { 'a': } }\n  if $t == 'x' and !$x { notify { 'a': } }", []),
        ("if $x and $t == 'x' { fail('both') }\n  if $x { notify { 'a': } }\n  if $t == 'x' { notify { 'a': } }", []),
        ("if $x { notify { 'a': } }\n  if $facts['a'] { notify { 'a': } }", []),
        ("if $x { package { 'a': } } else { package { 'a': } }", []),
        ("if $x { package { 'a': } }\n  if !$x { package { 'a': } }", []),
        ("case $t {\n    'a': { file { '/a': } }\n    default: { file { '/a': } }\n  }", []),
        ("case $t {\n    'a', default: { file { '/a': } }\n    'b': { }\n  }", []),
        ("case $t {\n    'b': { }\n    'a', default: { if $x { file { '/a': } } else { file { '/a': } } }\n  }", []),
        ("case $t {\n    'a', default: { file { '/a': }\n    file { '/a': } }\n    'b': { }\n  }", [(4, "error")]),
        ("package { $t: }\n  [1].each |$t| { package { $t: } }", []),
        ("package { 'a': }\n  if !defined(Package['a']) { package { 'a': } }", []),
        ("if $x {\n    package { 'a': }\n    return()\n  }\n  package { 'a': }", []),
        ("package { $t: }\n  service { $t: }", []),
        ("package { [$t, 'b']: }\n  package { \"${t}-x\": }", []),
    ],
)
def test_what_is_declared_twice(body: str, expected: list[tuple[int, str]], tmp_path: Path) -> None:
    files = {"environment.conf": "", "modules/m/manifests/init.pp": f"class m(String $t, Boolean $x) {{\n  {body}\n}}\n"}
    assert [(each.line, each.severity) for each in findings(tmp_path, files) if each.code == "duplicate-declaration"] == expected


def test_each_apply_of_a_plan_has_a_catalog_of_its_own(tmp_path: Path) -> None:
    block = "  apply($targets) {\n    file { '/a': }\n    file { '/b': }\n  }\n"
    found = findings(tmp_path, {"modules/m/plans/init.pp": f"plan m(TargetSpec $targets) {{\n{block}{block}}}\n"})
    assert [each.code for each in found] == []
    twice = block.replace("/b", "/a")
    found = findings(tmp_path, {"modules/m/plans/init.pp": f"plan m(TargetSpec $targets) {{\n{twice}}}\n"})
    assert [(each.line, each.code) for each in found] == [(4, "duplicate-declaration")]
