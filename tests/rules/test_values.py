"""Values of native resources that the reference refuses are reported, and others are not. Each line was tried with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import messages

REFUSED = """
file { '/a': mode => 'rw-r--r--' }
file { '/a': mode => '9999' }
file { '/a': backup => 5 }
file { '/a': source => 'relative/path' }
file { '/a': name => 'relative/path' }
file { '/a': source => 'ftp://host/file' }
file { '/a': source => 'puppet:modules/a' }
file { '/a': recurse => remote }
file { '/a': checksum => none, source => '/b' }
file { '/a': checksum => mtime, content => 'x' }
file { '/a': ctime => 5 }
file { '/a': ignore => 5 }
file { '/a': audit => [moode] }
package { 'a': install_options => 5 }
exec { '/bin/ls': cwd => 'relative' }
exec { '/bin/ls': creates => 'relative' }
exec { '/bin/ls': environment => 'noequals' }
exec { '/bin/ls': environment => ['A=b', 'noequals'] }
exec { '/bin/ls': umask => '9' }
exec { '/bin/ls': unless => 'ls' }
exec { '/bin/ls': onlyif => ['/bin/ls', 'test x'] }
exec { '/bin/ls': onlyif => [['test', 'x']] }
exec { '/bin/ls': refresh => 'true' }
exec { '/bin/ls': command => '' }
exec { '/bin/ls': name => 'ls' }
user { 'a': groups => 'a,b' }
user { 'a': groups => [5] }
user { 'a': managehome => 'x' }
user { 'a': password => 'a:b' }
user { 'a': password_max_age => 'x' }
user { 'a': purge_ssh_keys => 'x' }
group { 'a': gid => 'x' }
schedule { 'a': range => 'x' }
schedule { 'a': repeat => 'x' }
schedule { 'a': weekday => 'x' }
tidy { '/a': age => 'x' }
tidy { '/a': recurse => 'x' }
tidy { '/a': matches => 'x' }
filebucket { 'a': path => 'relative' }
exec { '/bin/ls': refreshonly => { 'a' => 1 } }
resources { 'file': purge => 'x' }
yumrepo { 'a': baseurl => 'deb http://host/ ./' }
yumrepo { 'a': mirrorlist => 'host/mirrors' }
yumrepo { 'a': gpgkey => '/etc/pki/key' }
"""
TAKEN = """
file { '/a': mode => 'u=rwX,go-w' }
file { 'a': name => '/a' }
exec { 'list': name => '/bin/ls' }
file { '/a': mode => '00644' }
file { '/a': backup => '.bak' }
file { '/a': source => ['puppet:///modules/a/b', '/b', 'https://host/b', 'file:///b'] }
file { '/a': recurse => remote, source => '/b' }
file { '/a': checksum => none, ensure => file }
file { '/a': checksum => md5, content => 'x' }
file { '/a': ignore => ['*.bak'] }
file { '/a': audit => [mode, content] }
file { '/b': audit => all }
package { 'a': install_options => ['-y', { 'a' => 'b' }] }
exec { '/bin/ls': cwd => '/tmp', creates => ['/a', '/b'] }
exec { '/bin/ls': environment => ['A=b'] }
exec { '/bin/ls': umask => '022' }
exec { '/bin/ls': unless => 'ls', path => '/bin' }
exec { 'ls': onlyif => ['/bin/ls', 'test x'], path => ['/bin', '/usr/bin'] }
exec { '/bin/ls': onlyif => [['/usr/bin/test', 'x']] }
exec { '/bin/ls': unless => "'/bin/ls' x" }
user { 'a': groups => ['a', 'b'] }
user { 'a': managehome => 'yes' }
user { 'a': password => Sensitive('a'), password_max_age => '-1' }
user { 'a': purge_ssh_keys => ['~/keys', '%h/keys', '/keys'] }
user { 'b': purge_ssh_keys => true }
group { 'a': gid => '100' }
schedule { 'a': range => ['2 - 4:30', '22:00 - 23:15'] }
schedule { 'a': repeat => '2', weekday => ['Monday', '3', 5] }
tidy { '/a': age => '4W' }
tidy { '/a': age => '1days', recurse => 2, matches => '*.x' }
filebucket { 'a': path => false }
resources { 'file': purge => 'Yes' }
yumrepo { 'a': baseurl => 'http://host/a ftp://host/b', gpgkey => 'file:///etc/pki/key' }
yumrepo { 'a': baseurl => absent, mirrorlist => 'HTTPS://host/?a=b' }
"""


def lines(text: str) -> list[str]:
    """The lines of a table."""
    return text.strip().splitlines()


@pytest.mark.parametrize("resource", lines(REFUSED))
def test_refused_values_are_reported(tmp_path: Path, resource: str) -> None:
    assert len(messages(tmp_path, "wrong-value", resource)) == 1


@pytest.mark.parametrize("resource", lines(TAKEN))
def test_accepted_values_are_not_reported(tmp_path: Path, resource: str) -> None:
    assert messages(tmp_path, "wrong-value", resource) == []


def test_a_default_is_of_the_type_of_its_parameter(tmp_path: Path) -> None:
    """The reference reports it when the function is called without that argument."""
    lines = "function a(Integer $b = 'c') { $b }\nfunction d(Integer $e = 1, Optional[String] $f = undef) { [$e, $f] }\n"
    assert messages(tmp_path, "wrong-argument", lines) == ["'a' parameter 'b' expects an Integer value, got String"]


def test_a_class_that_inherits_may_set_a_path(tmp_path: Path) -> None:
    code = "class a { file { 'rotation': path => undef } }\nclass a::b inherits a { File['rotation'] { path => '/c' } }\n"
    assert messages(tmp_path, "wrong-value", code) == []


def test_messages_name_the_patterns_of_a_type(tmp_path: Path) -> None:
    assert messages(tmp_path, "wrong-value", "yumrepo { 'a': metadata_expire => '30s' }") == [
        "Yumrepo[a]: '30s' is not a valid value of metadata_expire; expected absent or a match of /^([0-9]+[dhm]?|never)$/"
    ]
