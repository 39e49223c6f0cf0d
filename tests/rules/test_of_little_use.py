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
