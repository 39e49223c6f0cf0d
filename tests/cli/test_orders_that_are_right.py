"""Programs whose order is right, although they look like those that miss one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

CODES = ("missing-order", "conflict", "missing-notify")
GIT = "package { 'git': ensure => installed }\n"
B_CONF = "file { '/etc/b.conf': content => \"foo\\n\" }\n"
TYPES = {
    "archive": ["path", "extract_path"],
    "concat_file": ["name", "path", "replace"],
    "concat_fragment": ["name", "target", "content"],
    "file_line": ["name", "path", "line", "match", "append_on_no_match"],
    "ini_setting": ["name", "path", "section", "setting", "value", "key_val_separator"],
    "vcsrepo": ["path", "provider", "source", "user"],
}
"""The attributes of types of modules, the one that names a resource first."""
PROGRAMS = {
    "a program that is looked for": "package { 'jq': }\n"
    "exec { 'if command -v jq; then jq . /srv/a; fi': provider => shell, creates => '/srv/b' }",
    "a program that is tested for": "package { 'jq': }\nexec { 'test -x /usr/bin/jq && jq . /a': path => '/bin', creates => '/srv/b' }",
    "a package that is looked for": GIT + "exec { 'git gc': path => '/bin', onlyif => 'dpkg -s git' }",
    "a condition that starts the program": GIT + "exec { 'git gc': path => '/bin', onlyif => 'git --version' }",
    "a program of a place of its own": GIT + "exec { 'git gc': path => '/opt/git/bin', creates => '/srv/b' }",
    "a system user in a command": "user { 'root': }\nexec { 'chown root /srv': path => '/bin', onlyif => 'test -d /srv' }",
    "a system user of a working copy": "user { 'root': }\n"
    "vcsrepo { '/srv/x': ensure => present, provider => git, source => 'https://e.org', user => 'root' }",
    "a system user's home": "user { 'root': managehome => true, home => '/root' }\nfile { '/root/.my.cnf': content => 'x' }",
    "a user of a package": "package { 'postgresql': }\n-> exec { 'su - postgres -c x': path => '/bin', creates => '/srv/b' }\n"
    "user { 'postgres': require => Package['postgresql'] }",
    "a heredoc": GIT + "exec { \"cat > /srv/a <<'EOS'\\ngit pull\\nEOS\\nchmod 755 /srv/a\": provider => shell, creates => '/srv/a' }",
    "a path to search for": "file { '/opt/a': ensure => directory }\n"
    "exec { 'echo /opt/a >> /srv/b': provider => shell, unless => 'grep -q /opt/a /srv/b' }",
    "a path of a container": "file { '/etc/a.conf': content => 'x' }\n"
    "exec { 'docker exec app cat /etc/a.conf': path => '/bin', creates => '/b' }",
    "a file of the system": "file { '/etc/hosts': content => 'x' }\n"
    "exec { 'update': path => '/opt', unless => '/bin/grep -q a /etc/hosts' }",
    "an essential package": "package { 'diffutils': }\nexec { 'diff -q /a /b': path => '/bin', creates => '/srv/b' }",
    "a folder that a program makes": "file { '/opt/v': ensure => directory }\n"
    "exec { 'python3 -m venv /opt/v': path => '/bin', creates => '/opt/v/bin' }",
    "a folder to unpack into": "file { '/opt/v': ensure => directory }\n"
    "exec { 'unzip -d /opt/v /a.zip': path => '/bin', creates => '/opt/v/b' }",
    "a folder that an exec makes": "package { 'nginx': }\n"
    "exec { 'mkdir -p /etc/nginx/a': path => '/bin', unless => 'test -d /etc/nginx/a' } -> file { '/etc/nginx/a/b': content => 'x' }",
    "a folder that an archive makes": "package { 'nginx': }\n"
    "archive { '/srv/v.tgz': extract_path => '/etc/nginx' } -> file { '/etc/nginx/a/b': content => 'x' }",
    "an owner that a tool's package does not make": GIT + "file { '/srv/git': ensure => directory, owner => 'git' }",
    "an owner that an exec makes": "package { 'gitolite': }\n"
    "exec { '/usr/sbin/useradd gitolite': unless => '/usr/bin/id gitolite' } "
    "-> file { '/srv/v': ensure => directory, owner => 'gitolite' }",
    "the maker among execs": "exec { '/bin/tar xf /srv/a.tgz': creates => '/opt/app' } -> file { '/opt/app/conf': content => 'x' }\n"
    "exec { '/usr/bin/logger x': creates => '/opt/app' }",
    "a mount point of the system": "mount { '/tmp': ensure => mounted, device => 'tmpfs', fstype => 'tmpfs' }\n"
    "file { '/tmp': ensure => directory, mode => '1777' }",
    "a home of the system": "user { 'a': managehome => true, home => '/srv' }\nfile { '/srv/b': content => 'x', owner => 'root' }",
    "a repository of something else": "yumrepo { 'git-lfs': baseurl => 'https://e.org', gpgcheck => 1 }\n" + GIT,
    "a source that an exec makes": "file { '/srv/a': ensure => file }\nfile { '/srv/b': source => '/srv/a' }\n"
    "exec { 'make -o /srv/a': path => '/bin', creates => '/c', before => File['/srv/b'] }",
    "a second source": "file { '/etc/a': content => 'x' }\nfile { '/etc/b': source => ['puppet:///modules/m/b', '/etc/a'] }",
    "an own unit": "package { 'foo': }\n"
    "file { '/etc/systemd/system/food.service': content => 'x' } ~> service { 'food': ensure => running }",
    "a resource that is not applied": GIT + "exec { 'git gc': path => '/bin', noop => true, creates => '/b' }",
    "a server of another host": "class outer { include inner }\nclass inner { service { 'redis': ensure => running } }\ninclude outer\n"
    "exec { 'redis-cli -h b.example.org ping': path => '/bin', require => Class['outer'], creates => '/b' }",
    "a source that may have the line": "file { '/etc/a': source => 'puppet:///modules/m/a' }\n"
    "file_line { 'x': path => '/etc/a', line => 'x=1' }",
    "a line that is only replaced": B_CONF
    + "file_line { 'y': path => '/etc/b.conf', line => 'y=1', match => '^y=', append_on_no_match => false }",
    "settings that are there": "file { '/etc/a': content => \"[main]\\na=true\\nb: 3\\nc 4\\n\" }\n"
    "ini_setting { 'a': path => '/etc/a', section => 'main', setting => 'a', value => true }\n"
    "ini_setting { 'b': path => '/etc/a', section => 'main', setting => 'b', value => '3', key_val_separator => ': ' }\n"
    "ini_setting { 'c': path => '/etc/a', section => 'main', setting => 'c', value => '4', key_val_separator => ' ' }",
    "a removal of what is not there": B_CONF + "augeas { 'e': context => '/files/etc/b.conf', changes => ['rm main/e'] }",
    "output that is there": B_CONF + "exec { 'echo foo >> /etc/b.conf': provider => shell, unless => 'grep -q foo /etc/b.conf' }",
    "a line that a fragment has": "concat_file { '/etc/c': path => '/etc/c', replace => true }\n"
    "concat_fragment { 'c': target => '/etc/c', content => \"a=1\\nb=2\" }\nfile_line { 'c': path => '/etc/c', line => 'b=2' }",
    "an option that names an output": "file { '/srv/a': content => 'x' }\nexec { '/bin/t --output=/srv/a': creates => '/srv/b' }",
    "a file that is read for each request": "package { 'nginx': } -> file { '/etc/nginx/htpasswd': content => 'x' }\n"
    "service { 'nginx': ensure => running, require => Package['nginx'] }",
}


WRONG = (
    GIT + "exec { 'git gc': path => '/bin', creates => '/b' }",
    "file { '/etc/a': source => 'puppet:///modules/m/known' }\nfile_line { 'x': path => '/etc/a', line => 'x=1' }",
    "concat_file { '/etc/c': path => '/etc/c', replace => true }\nconcat_fragment { 'c': target => '/etc/c', content => 'a=1' }\n"
    "file_line { 'c': path => '/etc/c', line => 'b=2' }",
    "package { 'docker-ce': }\nexec { 'docker pull app': path => '/usr/bin', creates => '/b' }",
    "file { '/srv/a': content => 'x' }\nexec { '/bin/t --config=/srv/a': creates => '/srv/b' }",
)
"""Programs with a missing order or a conflict."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The messages about the order of resources, by folder: each program is an environment."""
    folder = tmp_path_factory.mktemp("environments")
    write(folder / "facts", {"debian.json": json.dumps({"os": {"family": "Debian", "name": "Debian"}})})
    modules = folder / "modules"
    for type, (name, *others) in TYPES.items():
        lines = [f"newparam(:{name}, namevar: true)", *(f"newparam(:{each})" for each in others)]
        write(modules, {f"m/lib/puppet/type/{type}.rb": "\n".join([f"Puppet::Type.newtype(:{type}) do", "ensurable", *lines, "end\n"])})
    write(modules, {"m/files/known": "x=0\n"})
    for number, code in enumerate((*PROGRAMS.values(), *WRONG)):
        write(folder / str(number), {"environment.conf": "modulepath = modules\n", "manifests/site.pp": f"{code}\n"})
    asked = ("--profile", "strict", "--format", "json", "--facts", folder / "facts/debian.json", "--modulepath", modules)
    answer = run("puppet-check", "--no-config", "--no-cache", *asked, folder)
    messages: dict[str, list[str]] = {}
    for each in json.loads(answer.out):
        if each["code"] in CODES:
            messages.setdefault(Path(each["file"]).relative_to(folder).parts[0], []).append(each["message"])
    return messages


@pytest.mark.parametrize(("number", "name"), [*enumerate(PROGRAMS)])
def test_is_silent(number: int, name: str, found: dict[str, list[str]]) -> None:
    assert found.get(str(number), []) == [], name


def test_wrong_ones_are_found_in_this_way(found: dict[str, list[str]]) -> None:
    assert [len(found[str(len(PROGRAMS) + number)]) for number in range(len(WRONG))] == [1] * len(WRONG)
