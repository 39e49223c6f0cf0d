"""Duplicates and dependency cycles of resources whose titles have variables, each with the nearest code that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

INIT = "m/manifests/init.pp"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("file { $a: require => File[$b] } file { $b: require => File[$a] }", ["error"]),
        ("file { $a: require => File[$b] } if $on { file { $b: require => File[$a] } }", ["warning"]),
        ("if $on { file { $a: require => File[$b] } } else { file { $b: require => File[$a] } }", []),
        ("if $on { File[$a] -> File[$b] } else { File[$b] -> File[$a] } file { [$a, $b]: }", []),
        ('file { "${a}/b": } ~> exec { "x ${a}": } -> file { $a: }', ["error"]),
        ('file { "${a}/b": before => File[$a] } file { $a: }', []),
        ("file { $a: owner => $b } -> user { $b: }", []),
        ('file { $a: owner => $b } -> exec { "x ${a}": } -> user { $b: }', ["error"]),
        ("[1].each |$n| { file { $a: require => File[$b] } } file { $b: require => File[$a] }", []),
        ("@file { $a: require => File[$b] } file { $b: require => File[$a] }", []),
    ],
)
def test_cycles_of_titles_with_variables(tmp_path: Path, body: str, found: list[str]) -> None:
    code = f"define m ($a, $b, $on) {{\n  {body}\n}}\n"
    assert [each.severity for each in findings(tmp_path, {INIT: code}) if each.code == "dependency-cycle"] == found


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("class m ($a = 'x') { package { $a: } package { 'x': } }", 1),
        ("class m ($a = 'x', $b = 'x') { package { [$a, $b]: } }", 0),
        ("class m ($a = '/x') { file { \"${a}/y\": } file { '/x/y': } }", 1),
        ("class m ($a) { package { $a: } package { 'x': } }", 0),
        ("class m ($a = 'x') { package { $a: } if $a != 'x' { package { 'x': } } }", 0),
        ("class m ($a = 'x') { if !defined(Package['x']) { package { $a: } } package { 'x': } }", 0),
        ("class m ($a = 'x') { package { $a: } service { 'x': } }", 0),
        ("class m ($a = 'x') { package { $a: } package { 'x': } }\nclass n { class { 'm': a => 'y' } }", 0),
    ],
)
def test_titles_that_are_equal_by_a_default(tmp_path: Path, code: str, count: int) -> None:
    assert len([each for each in findings(tmp_path, {INIT: code}) if each.code == "duplicate-declaration"]) == count
