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
        ("file { '/etc/ldap_query': alias => ldapquery }\n  file { '/b': require => File[ldapquery] }", []),
        ("file { '/etc/ldap_query': alias => ['a', 'ldapquery'] }\n  file { '/b': require => File['ldapquery'] }", []),
        ("file { '/etc/ldap_query': }\n  file { '/b': require => File['ldapquery'] }", [3]),
        ("$all = 'm::all'\n  class { \"${all}::setup\": }\n  file { '/a': require => Class['m::all::setup'] }", []),
        ("ensure_packages(['httpd'])\n  service { 'httpd': require => Package['httpd'] }", []),
    ],
)
def test_what_is_not_declared(body: str, expected: list[int], tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "modules/m/manifests/init.pp": f"class m(String $dir) {{\n  {body}\n}}\n",
        "modules/m/manifests/all.pp": "define m::all { package { $title: } }\n",
        "modules/m/manifests/all/setup.pp": "class m::all::setup { }\n",
    }
    assert [each.line for each in findings(tmp_path, files) if each.code == "unknown-reference"] == expected


def test_an_empty_title(tmp_path: Path) -> None:
    files = {"environment.conf": "", "modules/m/manifests/init.pp": "class m {\n  file { '/a': require => File[''] }\n}\n"}
    assert not findings(tmp_path, files)


METADATA = '{"name": "me-m", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "x", "source": "x", "dependencies": []}'
OPEN = (
    "package { $list: }",
    "$one = $list ? { 'a' => 'nginx', default => $list }\n  package { $one: }",
    'package { "lib${list[0]}": }',
    "create_resources('package', $list)",
    "create_resources($list, {})",
)
MADE = ("$list.each |$each| { package { $each: } }", '$other = $list.map |$each| { "x${each}" }\n  package { $other: }')
LOOKED_UP = ("package { lookup('m::packages'): }", "package { lookup('m::packages', Array, 'unique'): }")
CLOSED = ("service { $list: }", "create_resources('service', $list)", "package { $words: }", "$list.each |$each| { notify { $each: } }")
DECIDED = (
    'package { "lib${list}": }',
    'package { "nginx": }\n  $list.each |$each| { package { "lib${each}": } }',
    "$one = $list ? { 'a' => 'nginx', default => 'lighttpd' }\n  package { $one: }",
    "$one = if $list == 'a' { 'nginx' } else { 'lighttpd' }\n  package { $one: }",
    "$one = case $list { 'a': { 'nginx' } default: { 'lighttpd' } }\n  package { $one: }",
)
"""Titles of which text in the file has a part, or that are decided by what comes from outside."""
WITH_DEFAULT = (
    "package { lookup('m::packages', default_value => []): }",
    "package { lookup('m::packages', Array, 'unique', []): }",
    "package { lookup({'name' => 'm::packages', 'default_value' => []}): }",
)


@pytest.mark.parametrize(
    ("body", "count"),
    [*((each, 0) for each in (*OPEN, *MADE, *LOOKED_UP)), *((each, 1) for each in (*CLOSED, *DECIDED, *WITH_DEFAULT))],
)
@pytest.mark.parametrize("kind", ["class", "define"])
def test_titles_come_from_outside_of_a_module(kind: str, body: str, count: int, tmp_path: Path) -> None:
    code = f"{kind} m($list, $words = ['a']) {{\n  {body}\n  cron {{ 'c': require => Package['httpd'] }}\n}}\n"
    found = findings(tmp_path, {"m/metadata.json": METADATA, "m/manifests/init.pp": code})
    assert [each.code for each in found if each.line > 2].count("unknown-reference") == count


def test_titles_of_an_environment_with_data_do_not(tmp_path: Path) -> None:
    code = "class m($list) {\n  package { $list: }\n  cron { 'c': require => Package['httpd'] }\n}\n"
    files = {"environment.conf": "", "data/common.yaml": "m::list: [nginx]\n", "modules/m/manifests/init.pp": code}
    files["hiera.yaml"] = "version: 5\nhierarchy: [{name: a, path: common.yaml}]\n"
    assert [each.line for each in findings(tmp_path, files) if each.code == "unknown-reference"] == [3]
    files["data/common.yaml"] = "m::list: [httpd]\n"
    assert not [each.line for each in findings(tmp_path, files) if each.code == "unknown-reference"]


@pytest.mark.parametrize(
    ("default", "condition", "count"),
    [("{}", "unless empty($all)", 0), ("undef", "if $all", 0), ("[]", "if $all =~ NotUndef", 0), ("['a']", "if $all", 1), ("{}", "", 1)],
)
def test_empty_defaults_count_where_a_condition_may_leave_the_reference_out(
    default: str, condition: str, count: int, tmp_path: Path
) -> None:
    reference = "cron { 'c': require => Package['httpd'] }"
    body = f"{condition} {{ {reference} }}" if condition else reference
    code = f"class m($all = {default}) {{\n  create_resources('package', $all)\n  {body}\n}}\n"
    found = findings(tmp_path, {"m/metadata.json": METADATA, "m/manifests/init.pp": code})
    assert [each.code for each in found].count("unknown-reference") == count


@pytest.mark.parametrize(
    ("hierarchy", "count"),
    [
        ("{name: a, path: common.yaml}", 1),
        ("{name: a, path: 'nodes/%{trusted.certname}.yaml'}, {name: b, path: common.yaml}", 1),
        ("{name: a, path: common.yaml, datadir: /etc/puppetlabs/hieradata}", 0),
        ("{name: a, path: common.yaml, datadir: absent}", 0),
        ("{name: a, lookup_key: own_function}, {name: b, path: common.yaml}", 0),
    ],
)
def test_data_that_cannot_be_read_may_have_titles(hierarchy: str, count: int, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "hiera.yaml": f"version: 5\nhierarchy: [{hierarchy}]\n",
        "data/common.yaml": "a: 1\n",
        "data/nodes/a.yaml": "a: 2\n",
        "modules/m/manifests/init.pp": "class m($list) {\n  package { $list: }\n  cron { 'c': require => Package['httpd'] }\n}\n",
    }
    found = findings(tmp_path, files)
    assert [each.code for each in found].count("unknown-reference") == count


@pytest.mark.parametrize(
    ("declaring", "count"),
    [
        ("package { $list: }", 0),
        ("package { [$list]: }", 0),
        ("ensure_packages($list)", 0),
        ("stdlib::ensure_packages(lookup('packages'))", 0),
        ("create_resources('package', $list)", 0),
        ("create_resources(package, hiera_hash('packages'))", 0),
        ("package { lookup('packages'): }", 0),
        ("ensure_packages(['nginx'])", 1),
        ("create_resources('service', $list)", 1),
        ("create_resources('package', {'nginx' => {}})", 1),
        ("my::package { $list: }", 1),
        ("service { $list: }", 1),
    ],
)
def test_data_that_cannot_be_read_may_have_titles_for_other_classes(declaring: str, count: int, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "hiera.yaml": "version: 5\nhierarchy: [{name: a, path: common.yaml, datadir: /etc/puppetlabs/hieradata}]\n",
        "modules/base/manifests/init.pp": f"class base($list) {{\n  {declaring}\n}}\n",
        "modules/my/manifests/package.pp": "define my::package { file { $title: } }\n",
        "modules/m/manifests/init.pp": "class m {\n  cron { 'c': require => Package['httpd'] }\n}\n",
    }
    found = findings(tmp_path, files)
    assert [each.code for each in found].count("unknown-reference") == count
