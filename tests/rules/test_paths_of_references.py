"""References to files by a path that lacks a slash or is in another folder, and addresses in folders of the own module."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_beside_absent_modules import INIT, LACKING


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("notify { 'a': require => File['etc/motd'] }", 1),
        ('notify { "a": require => File["home/${title}/.x"] }', 1),
        ("notify { 'a': require => File['motd'] }", 0),
        ("notify { 'a': require => File['conf/motd'] }", 0),
        ("file { 'etc/motd': path => '/etc/motd' }\n  notify { 'a': require => File['etc/motd'] }", 0),
        ("file { '/etc/ssh/sshd_config': }\n  service { 'a': subscribe => File['/etc/sshd_config'] }", 1),
        ("file { '/etc/traefik/traefik.toml': }\n  service { 'a': subscribe => File['/tmp/traefik.toml'] }", 1),
        ("file { '/x1/master/one/scanner.py': }\n  service { 'a': subscribe => File['/home/master/one/scanner.py'] }", 1),
        ("file { '/etc/one/app.conf': }\n  service { 'a': subscribe => File['/srv/two/app.conf'] }", 0),
        ("file { ['/etc/a/sshd_config', '/etc/sshd_config']: }\n  service { 'a': subscribe => File['/etc/sshd_config'] }", 0),
        ("w::fetch { 'Fetch the new file': }\n  notify { 'a': require => S::Get['Fetch the new file'] }", 1),
        ("w::fetch { 'file': }\n  notify { 'a': require => S::Get['file'] }", 0),
    ],
)
def test_references(tmp_path: Path, body: str, count: int) -> None:
    several = findings(tmp_path, {INIT: f"class m {{\n  {body}\n}}\n", **LACKING})
    assert sum(each.code == "unknown-reference" and "did you mean" in each.message for each in several) == count


@pytest.mark.parametrize(
    ("address", "count"),
    [("puppet:///modules/scripts/x.sh", 1), ("puppet:///modules/scripts/y.sh", 0), ("puppet:///modules/m/scripts/x.sh", 0)],
)
def test_an_address_in_a_folder_of_the_module(tmp_path: Path, address: str, count: int) -> None:
    files = {INIT: f"class m {{\n  file {{ '/x': source => '{address}' }}\n}}\n", "m/files/scripts/x.sh": "", **LACKING}
    assert sum(each.code == "missing-source-file" for each in findings(tmp_path, files)) == count
