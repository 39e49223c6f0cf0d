"""Relationships with resources that nothing declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("service { 'httpd': require => Package['httpd'] }", [2]),
        ("service { 'httpd': }\n  # installs httpd\n  file { '/a': require => Package['httpd'] }", [4]),
        ("file { '/a': require => File[\"${dir}/nowhere.conf\"] }", [2]),
        ("file { '/a': require => Package['httpd'] }\n  file { '/b': require => Package['httpd'] }", [2, 3]),
        ("package { 'httpd': }\n  service { 'httpd': require => Package['httpd'] }", []),
        ("$name_of_it = 'httpd'\n  package { $name_of_it: }\n  service { 'httpd': require => Package['httpd'] }", []),
        ("m::all { 'httpd': }\n  service { 'httpd': require => Package['httpd'] }", []),
        ('file { "${dir}/some.conf": }\n  file { \'/a\': require => File["${dir}/some.conf"] }', []),
        ("$file = 'some.conf'\n  file { \"${dir}/${file}\": }\n  file { '/a': require => File[\"${dir}/some.conf\"] }", []),
        ("file { '/a': alias => 'httpd' }\n  file { '/b': require => File['httpd'] }", []),
        ("ensure_packages(['httpd'])\n  service { 'httpd': require => Package['httpd'] }", []),
    ],
)
def test_what_is_not_declared(body: str, expected: list[int], tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "modules/m/manifests/init.pp": f"class m(String $dir) {{\n  {body}\n}}\n",
        "modules/m/manifests/all.pp": "define m::all { package { $title: } }\n",
    }
    assert [each.line for each in findings(tmp_path, files) if each.code == "unknown-reference"] == expected
