"""Slips that leave no doubt although modules are not all there, because something else in the code shows what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata

METADATA = metadata("acme/other")
TYPE = """\
Puppet::Type.newtype(:line) do
  newparam(:name, namevar: true)
  newparam(:text)
  newparam(:match)
  newparam(:path)
  newparam(:owner)
  validate do
    raise(Puppet::Error, 'a text is required') if !self[:text] && !((self[:owner].to_s == 'x') && self[:match])
    unless self[:path]
      raise Puppet::Error, 'a path is required'
    end
    if self[:owner].nil? && self[:match]
      fail 'an owner is required'
    end
  end
end
"""


def messages(code: str, folder: Path, **files: str) -> list[str]:
    """The messages about a class of a module with a dependency that is not installed."""
    found = findings(folder / "motd", {"metadata.json": METADATA, "manifests/init.pp": f"class motd {{\n{code}\n}}\n", **files})
    return [each.message for each in found if each.severity != "info"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("exec { '/bin/a b': require => Fle['/a'] }\nfile { '/a': }", ["Resource type not found: Fle, did you mean 'File'?"]),
        ("exec { '/bin/a b': }\nfile { '/a': require => Exxec['/bin/a b'] }", ["Resource type not found: Exxec, did you mean 'Exec'?"]),
        ("exec { '/bin/a b': }\nfile { '/a': require => Ecex['/bin/other'] }", []),
        (
            "file { '/usr/lib64': }\nfile { '/a': require => File['/usrr/lib64/'] }",
            ["File['/usrr/lib64/'] is not declared anywhere, did you mean '/usr/lib64'?"],
        ),
        ("service { 'puppet': before => Service['puppte'] }", ["Service['puppte'] is not declared anywhere, did you mean 'puppet'?"]),
        ("include other\nfile { '/etc/ssh/ssh_config': before => File['/etc/ssh/sshd_config'] }", []),
        ("$a = 'pte'\nservice { 'puppet': before => Service['puppte'] }\nservice { \"pup${a}\": }", []),
        ("Class['motd'] -> Class['motd::fle']", ["Class['motd::fle'] is not declared anywhere, did you mean 'motd::file'?"]),
        ("Class['motd'] -> Class['other::fle', 'another']", []),
        ("notice($facts['oss']['family'])", ["unknown fact 'oss', did you mean 'os'?"]),
        ("notice($facts['os']['reelase']['major'])", ["unknown part 'os.reelase' of a fact, did you mean 'release'?"]),
        ("notice($facts['oss']['custom'], $facts['networking']['interfaces']['eth']['ipp'])", []),
        (
            "notice(lookup('a').reduce({}) |$all, $each| { if $each { $all } else { $all + default } })",
            ["Can only append Array or Hash to a Hash"],
        ),
        ("notice(lookup('a').reduce({}) |$all, $each| { if $all =~ Array { $all + 1 } else { [$each] } })", []),
        ("include motdd", ["Could not find class motdd, did you mean 'motd'?"]),
        ("line { 'a': text => 'b' }", ["Line[a]: `path` is required"]),
        ("line { 'a': path => 'b', owner => 'c' }", ["Line[a]: `text` or `match` is required"]),
        ("line { 'a': path => 'b', match => 'c' }", []),
    ],
)
def test_a_slip_is_reported_if_the_code_shows_what_was_meant(code: str, expected: list[str], tmp_path: Path) -> None:
    others = {"manifests/file.pp": "class motd::file { }\n", "lib/puppet/type/line.rb": TYPE}
    assert messages(code, tmp_path, **others) == expected
