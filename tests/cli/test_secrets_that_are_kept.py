"""Programs about secrets and downloads that are right, and that the rules for them must not report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CODES = {
    *("server-injection", "secret-redacted", "untrusted-download", "no-verification"),
    *("secret-literal", "weak-hash", "secret-readable", "world-writable"),
}
PROGRAMS = {
    "script": "$a = generate('/bin/sh', '/opt/x.sh', $facts['networking']['hostname'])\nnotice($a)\n",
    "env": "$a = generate('/usr/bin/env', 'lookup', $facts['networking']['hostname'])\nnotice($a)\n",
    "asserted": "$j = assert_type(Pattern[/\\A[a-z]+\\z/], $facts['networking']['hostname'])\nnotice(inline_epp(\"<%= '${j}' %>\"))\n",
    "replaced": "notice(inline_epp(\"a ${regsubst($facts['networking']['hostname'], '[^a-z0-9]', '', 'G')}\"))\n",
    "redacted": "exec { 'a': command => '/bin/rm -f /x', onlyif => \"/bin/grep -qF 'Sensitive [value redacted]' /x\" }\n",
    "message": "class app (Sensitive[String] $password) { notify { 'n': message => \"is ${password}\" } }\n",
    "data": "exec { 'a': command => 'curl -s https://a.e.org/x | python3 -m json.tool > /srv/x', provider => shell, creates => '/x' }\n",
    "own": "exec { 'a': command => 'curl -s https://a.e.org/x | /bin/bash /opt/import', provider => shell, creates => '/x' }\n",
    "verified": "archive { '/opt/i.sh': source => 'https://e.org/i.sh', extract => false }\n"
    "-> exec { 'v': command => 'echo \"abc  /opt/i.sh\" | sha256sum -c', path => '/bin', provider => shell, unless => 'test -d /o' }\n"
    "-> exec { 'r': command => 'sh /opt/i.sh', path => '/bin', creates => '/o' }\n",
    "flags": "exec { 'a': command => 'curl -sK /root/.curl -okubectl https://e.org/x', path => '/usr/bin', creates => '/x' }\n",
    "here": "exec { 'a': command => \"/usr/bin/curl -sk https://${facts['networking']['fqdn']}:8443/x\", creates => '/x' }\n",
    "mounted": "archive { '/opt/x.tgz': source => '/mnt/nfs/x.tgz', allow_insecure => true }\n",
    "repository": "yumrepo { 'd': baseurl => 'https://localhost/r', gpgcheck => 0 }\n",
    "searched": "exec { 'a': command => '/bin/true', unless => '/bin/grep -q -- \"curl -k https\" /etc/cron.d/x' }\n",
    "header": "exec { 'a': command => \"/bin/sed -n '/-----BEGIN PRIVATE KEY-----/,/-----END/p' /x > /y\", creates => '/y' }\n",
    "defaults": "class app (String $ask_password = 'yes', String $csrf_token = 'X-CSRF-Token', String $root_password = '*LK*') { }\n",
    "stamp": "class app (String $password) { file { '/var/lib/app/stamp': content => md5($password), show_diff => false } }\n",
    "page": "file { '/srv/www/private/index.html': mode => '0644', content => 'x' }\n",
    "link": "file { '/etc/ssl/private/b.key': ensure => '/srv/k', mode => '0777' }\n",
    "steps": "file { '/b': mode => 'a=rwx,o-w', content => 'x' }\n",
}


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The codes that are reported for each program."""
    folder: Path = tmp_path_factory.mktemp("kept")
    found = findings(folder, {f"{name}/manifests/site.pp": text for name, text in PROGRAMS.items()})
    return {name: [each.code for each in found if each.path.startswith(f"{name}/") and each.code in CODES] for name in PROGRAMS}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_not_reported(name: str, reported: dict[str, list[str]]) -> None:
    assert reported[name] == []
