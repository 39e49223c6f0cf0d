"""Findings that are true, but of which their authors would change nothing, are no more than infos."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

DIGEST = "class m($user, String $password) {\n  $hash = md5(\"${password}${user}\")\n  exec { 'a':\n"
DIGEST += "    command => '/bin/true',\n    environment => [\"PASSWORD=${hash}\"],\n  }\n}\n"
EMPTY = "class m($dir = '') {\n  file { 'backups':\n    ensure => directory,\n    path   => $dir,\n  }\n}\n"
UNTYPED = "class m($password) {\n  file { '/etc/m':\n    mode    => '0600',\n    content => template('m/a.erb'),\n  }\n}\n"
NAME = '{"name": "%s", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "s", "source": "u", "dependencies": []}'
CASES: dict[str, tuple[str, dict[str, str]]] = {
    "the hash of a password and its user, as PostgreSQL has it": ("weak-hash", {"manifests/init.pp": DIGEST}),
    "an empty default that callers replace": ("refused-default", {"manifests/init.pp": EMPTY}),
    "a parameter without a type that could be given a Sensitive": (
        "secret-redacted",
        {"manifests/init.pp": UNTYPED, "templates/a.erb": "<%= @password %>\n"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_info_is_enough(name: str, tmp_path: Path) -> None:
    code, files = CASES[name]
    found = findings(tmp_path, {"metadata.json": NAME % "a-m", **files})
    assert [each.severity for each in found if each.code == code] == ["info"]


STRICTER = {
    "weak-hash": {"manifests/init.pp": DIGEST.replace("${password}${user}", "${password}")},
    "refused-default": {"manifests/init.pp": EMPTY.replace("''", "'backups'")},
}


@pytest.mark.parametrize("code", STRICTER)
def test_a_warning_stays_where_something_is_wrong(code: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {"metadata.json": NAME % "a-m", **STRICTER[code]})
    assert [each.severity for each in found if each.code == code] == ["warning"]


@pytest.mark.parametrize(("name", "severity"), [("role_web", "info"), ("profiles", "info"), ("web", "error"), ("Role_Web", "error")])
def test_the_name_of_a_module_of_a_site_needs_no_author(name: str, severity: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {"metadata.json": NAME % name})
    assert [each.severity for each in found if each.code == "metadata-field"] == [severity]


SILENT: dict[str, tuple[str, dict[str, str]]] = {
    "a comparison that repeats the condition before it": (
        "comparison-always-false",
        {"manifests/init.pp": "class m(Hash $l) {\n  if $l['a'] or ($l['a'] == 'on') { notice(1) }\n}\n"},
    ),
    "a comparison that the condition before it makes true": (
        "comparison-always-true",
        {"manifests/init.pp": "class m(Boolean $b) {\n  if $b and $b != 'off' { notice(1) }\n}\n"},
    ),
    "a literal that gives a value the form of others": (
        "constant-condition",
        {"manifests/init.pp": "class m($a) {\n  $b = $a ? { 1 => false or $a, default => true and $a }\n  notice($b)\n}\n"},
    ),
    "a file that is not published": (
        "missing-source-file",
        {
            ".gitignore": "files/private\n",
            "files/motd": "",
            "manifests/init.pp": "class m { file { '/a': source => 'puppet:///modules/m/private/key.pem' } }\n",
        },
    ),
    "a template that is not published": (
        "unknown-file",
        {
            "templates/.gitignore": "*.secret.erb\n",
            "manifests/init.pp": "class m { file { '/a': content => template('m/a.secret.erb') } }\n",
        },
    ),
    "a variable of Postfix": (
        "uninterpolated-variable",
        {"manifests/postfix.pp": "class m::postfix($my_milters = 'inet:1', $other_milters = '$my_milters') { notice($other_milters) }\n"},
    ),
    "a secret that is said to be invalid": (
        "secret-literal",
        {"manifests/init.pp": "class m(String $api_token = 'default.invalid') { notice($api_token) }\n"},
    ),
    "the name of a secret that is elsewhere": (
        "secret-on-command-line",
        {
            "manifests/init.pp": "class m($token_secret) {\n  exec { 'a': command => \"/usr/bin/register --token ${token_secret}\" }\n"
            "  exec { 'b': command => \"/usr/bin/aws delete-secret --secret-id ${token_secret}\" }\n}\n"
        },
    ),
    "a resource of a class that is not there": (
        "unknown-reference",
        {
            "manifests/vim.pp": "class m::vim {\n  include common::vim\n  exec { '/a': require => Package['vim'] }\n}\n",
            "manifests/gnome.pp": "class m::gnome {\n  include m::vim\n  package { 'vim-gnome': }\n}\n",
        },
    ),
    "an exec that nothing refreshes, or what comes after its program": (
        "missing-order",
        {
            "manifests/init.pp": "class m {\n  package { 'firewalld': }\n  service { 'firewalld': require => Package['firewalld'] }\n"
            "  exec { 'reload':\n    command     => '/usr/bin/firewall-cmd --reload',\n    refreshonly => true,\n  }\n}\n"
        },
    ),
    "the same key of a module that is not installed": (
        "according to",
        {
            "metadata.json": NAME.replace("[]", '[{"name": "puppetlabs-ntp", "version_requirement": ">= 9.0.0 < 10.0.0"}]') % "a-m",
            "hiera.yaml": "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n",
            "data/a.yaml": "m::a: 1\nm::a: 2\nntp::servers: []\nntp::servers: []\n",
        },
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_said(name: str, tmp_path: Path) -> None:
    code, files = SILENT[name]
    found = findings(tmp_path, {"metadata.json": NAME % "a-m", **files})
    assert [each for each in found if each.code == code or (code in each.message and each.code == "hiera-duplicate-key")] == []


LOUD: dict[str, tuple[str, str]] = {
    "a comparison that is true after the condition before it": (
        "comparison-always-true",
        "class m(Boolean $b) {\n  if $b or $b != 'off' { notice(1) }\n}\n",
    ),
    "another value than that of the condition before": (
        "comparison-always-false",
        "class m(Hash $l, Boolean $b) {\n  if $l['a'] or $b == 'on' { notice(1) }\n}\n",
    ),
    "a secret": (
        "secret-on-command-line",
        "class m($token_secret) {\n  exec { 'a': command => \"/usr/bin/register --token ${token_secret} --secret-id 4\" }\n}\n",
    ),
    "a secret after the variable of a name": (
        "secret-on-command-line",
        "class m($admin_name, $admin_password) {\n"
        "  exec { 'a': command => \"/usr/bin/htpasswd -b /etc/passwd $admin_name $admin_password\" }\n}\n",
    ),
    "a literal in a condition": ("constant-condition", "class m($a) {\n  if true and $a { notice(1) }\n}\n"),
    "a literal that decides a value": ("constant-condition", "class m($a) {\n  $b = false and $a\n  notice($b)\n}\n"),
    "a file that nothing keeps out": (
        "missing-source-file",
        "class m { file { '/a': source => 'puppet:///modules/m/private/key.pem' } }\n",
    ),
    "a variable in the default of another program": (
        "uninterpolated-variable",
        "class m($my_milters = 'inet:1', $other_milters = '$my_milters') { notice($other_milters) }\n",
    ),
    "an exec that a resource before its program refreshes": (
        "missing-order",
        "class m {\n  package { 'firewalld': }\n  file { '/etc/a': content => '' }\n"
        "  exec { 'reload':\n    command     => '/usr/bin/firewall-cmd --reload',\n    refreshonly => true,\n"
        "    subscribe   => File['/etc/a'],\n  }\n}\n",
    ),
}


@pytest.mark.parametrize("name", LOUD)
def test_it_is_said_where_something_is_wrong(name: str, tmp_path: Path) -> None:
    code, manifest = LOUD[name]
    found = findings(tmp_path, {"metadata.json": NAME % "a-m", "files/motd": "", "manifests/init.pp": manifest})
    assert len([each for each in found if each.code == code]) == 1


@pytest.mark.parametrize(("declared", "severity"), [("metadata.json", "warning"), ("Puppetfile", "error")])
def test_metadata_that_are_older_than_the_code_are_no_error(declared: str, severity: str, tmp_path: Path) -> None:
    code = "{ file { '/a': ensure => stdlib::ensure(true, 'file') } }\n"
    ranged = NAME.replace("[]", '[{"name": "puppetlabs-stdlib", "version_requirement": ">= 4.25.1 < 5.0.0"}]') % "a-m"
    of_module = {"metadata.json": ranged, "manifests/init.pp": f"class m {code}"}
    of_environment = {"Puppetfile": "mod 'puppetlabs-stdlib', '4.25.1'\n", "site/m/manifests/init.pp": f"class m {code}"}
    found = findings(tmp_path, of_module if declared == "metadata.json" else of_environment)
    assert [each.severity for each in found if each.code == "unknown-function"] == [severity]
