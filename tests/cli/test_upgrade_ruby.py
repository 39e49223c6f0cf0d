"""`puppet-check upgrade --target openvox9` reports Ruby code, metadata and settings that stand in the way, and fixes what it can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

FACT = """require 'uri'
# File.exists? and Fixnum in a comment
Facter.add(:x, ldapname: 'y') do
  confine { Facter::Util::Resolution.which('ls') }
  setcode do
    value = Facter::Util::Resolution.exec("ls #{Facter.value(:path)}")
    next 'Fixnum' unless File.exists?('/a') && ::Dir.exists?('/b')
    Puppet::Util.get_env('PATH').is_a?(Fixnum) ? value.untaint : URI.escape(value)
  end
end
"""
FIXED = """require 'uri'
# File.exists? and Fixnum in a comment
Facter.add(:x, ldapname: 'y') do
  confine { Facter::Core::Execution.which('ls') }
  setcode do
    value = Facter::Core::Execution.execute("ls #{Facter.value(:path)}", on_fail: nil)
    next 'Fixnum' unless File.exist?('/a') && ::Dir.exist?('/b')
    ENV.fetch('PATH', nil).is_a?(Integer) ? value.untaint : URI::RFC2396_Parser.new.escape(value)
  end
end
"""
FIELDS = '"name": "a-m", "version": "1.0.0", "author": "a", "summary": "s", "license": "MIT", "source": "https://example.com"'
PATH = "modules/m/lib/facter/x.rb"


def obstacles(folder: Path, target: str = "openvox9") -> list[tuple[int, str, str]]:
    """The lines, codes and efforts that an upgrade to a version reports."""
    found = json.loads(run("puppet-check", "upgrade", "--target", target, "--format", "json", ".", cwd=folder).out)
    return [(each["line"], each["code"], each["effort"]) for each in found]


def test_ruby_code_is_reported_and_fixed(tmp_path: Path) -> None:
    write(tmp_path, {PATH: FACT, "environment.conf": ""})
    assert obstacles(tmp_path) == [
        (3, "removed-ruby", "by hand"),
        (4, "deprecated-ruby", "automatic"),
        (6, "deprecated-ruby", "automatic"),
        (7, "deprecated-ruby", "automatic"),
        (7, "deprecated-ruby", "automatic"),
        (8, "deprecated-ruby", "automatic"),
        (8, "removed-ruby", "automatic"),
        (8, "removed-ruby", "by hand"),
        (8, "removed-ruby", "automatic"),
    ]
    run("puppet-check", "upgrade", "--target", "openvox9", "--fix", ".", cwd=tmp_path)
    assert (tmp_path / PATH).read_text() == FIXED


def test_ruby_code_is_not_checked_for_other_versions(tmp_path: Path) -> None:
    write(tmp_path, {PATH: FACT, "modules/m/templates/t.erb": "<%= File.exists?(@a) %>\n", "environment.conf": ""})
    assert obstacles(tmp_path, "puppet8") == obstacles(tmp_path, "openvox8") == []
    assert "in 2 files" in run("puppet-check", "--no-cache", ".", cwd=tmp_path).out.replace("of 2 files", "in 2 files")
    checked = run("puppet-check", "--no-cache", "--target", "openvox9", ".", cwd=tmp_path)
    assert checked.out.count("[removed-ruby]") == 4 and checked.out.count("[deprecated-ruby]") == 6


@pytest.mark.parametrize(
    "code",
    [
        "URI.respond_to?(:escape) ? URI.escape(x) : x",
        "return Fixnum if RUBY_VERSION < '2.4'",
        "defined?(Fixnum) && x.is_a?(Fixnum)",
        "begin\n  URI.escape(x)\nrescue NoMethodError\n  x\nend",
        "Fixnum = Integer\nx.is_a?(Fixnum)",
        "def untaint; end\nx.untaint",
        "My::URI.escape(x); My::Fixnum; my.exists?(x)",
        "{ Fixnum: 1 }[:Fixnum]",
        "<<~TEXT\n  File.exists?\nTEXT",
        "ERB.new(x, trim_mode: '-'); open('/a|b'); CGI.escape(x)",
        "require 'cgi'\nCGI.unescape(x)",
        "File.exist?(x)\n__END__\nFile.exists?(x)",
    ],
)
def test_what_works_everywhere_is_not_reported(tmp_path: Path, code: str) -> None:
    assert obstacles(write(tmp_path, {"modules/m/lib/puppet/feature/a.rb": f"{code}\n", "environment.conf": ""})) == []


@pytest.mark.parametrize(
    "code",
    ["ERB.new(x, nil, '-')", "open('|ls')", "require 'cgi/cookie'", "CGI.parse(x)", "x.taint", "x = Puppet[:pluginsync]", "require 'cgi'"],
)
def test_what_a_later_ruby_takes_in_another_way_is_reported(tmp_path: Path, code: str) -> None:
    write(tmp_path, {"modules/m/lib/puppet/feature/a.rb": f"{code}\n", "environment.conf": ""})
    assert obstacles(tmp_path) == [(1, "removed-ruby", "by hand")]


def test_hashes_in_templates_are_reported(tmp_path: Path) -> None:
    text = "<%= @a.inspect %>\n<%= 'a'.inspect + @b.join.inspect %>\n<%# @c.inspect %>\n<%= {1 => 2}.inspect %>\n"
    write(tmp_path, {"modules/m/templates/t.erb": text, "environment.conf": ""})
    assert obstacles(tmp_path) == [(1, "inspected-hash", "by hand"), (4, "inspected-hash", "by hand")]
    assert obstacles(tmp_path, "puppet8") == []


@pytest.mark.parametrize(
    "requirements, lines",
    [
        ('[{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"}]', [2]),
        ('[{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"},\n{"name": "openvox", "version_requirement": ">= 8.0.0"}]', []),
        ('[{"name": "puppet", "version_requirement": ">= 7.0.0"},\n{"name": "openvox", "version_requirement": ">= 8.0.0 < 9.0.0"}]', [3]),
        ('[{"name": "puppet", "version_requirement": ">= 9.2.0"}, {"name": "pe", "version_requirement": "< 1.0.0"}]', []),
        ('[{"name": "puppet"}]', []),
        ("[]", []),
    ],
)
def test_requirements_that_exclude_the_version_are_reported(tmp_path: Path, requirements: str, lines: list[int]) -> None:
    metadata = f'{{{FIELDS}, "dependencies": [], "requirements":\n{requirements}}}'
    write(tmp_path, {"modules/m/metadata.json": metadata, "environment.conf": ""})
    assert obstacles(tmp_path) == [(line, "excluded-version", "to review") for line in lines]


@pytest.mark.parametrize(("range", "lines"), [(">= 5.0.0 < 8.0.0", [2]), (">= 5.0.0 < 9.0.0", []), ("< 8.4.0", [])])
def test_an_upgrade_to_puppet_8_reports_them_as_well(tmp_path: Path, range: str, lines: list[int]) -> None:
    requirements = f'[{{"name": "puppet", "version_requirement": "{range}"}}]'
    write(
        tmp_path, {"modules/m/metadata.json": f'{{{FIELDS}, "dependencies": [], "requirements":\n{requirements}}}', "environment.conf": ""}
    )
    assert obstacles(tmp_path, "puppet8") == [(line, "excluded-version", "to review") for line in lines]
    assert "excluded-version" not in run("puppet-check", "--no-cache", ".", cwd=tmp_path).out


def test_dependencies_that_exclude_what_the_agent_includes_are_reported(tmp_path: Path) -> None:
    listed = ",\n".join(f'{{"name": "puppetlabs-{name}_core", "version_requirement": "< 2.0.0"}}' for name in ("cron", "mount", "zfs"))
    metadata = f'{{{FIELDS}, "dependencies": [\n{listed}]}}'
    write(tmp_path, {"modules/m/metadata.json": metadata, "environment.conf": ""})
    assert obstacles(tmp_path) == [(2, "excluded-version", "to review"), (4, "excluded-version", "to review")]


def test_deferred_reads_of_files_of_the_catalog_are_reported(tmp_path: Path) -> None:
    code = """file { '/a': content => 'a' }
notify { 'a': message => Deferred('file', ['/a']) }
notify { 'b': message => Deferred.new('binary_file', ['/a']) }
notify { 'c': message => Deferred('file', ['/c']) }
notify { 'd': message => Deferred('upcase', ['/a']) }
"""
    write(tmp_path, {"manifests/site.pp": code, "environment.conf": ""})
    assert obstacles(tmp_path) == [(2, "early-deferred", "by hand"), (3, "early-deferred", "by hand")]
    assert obstacles(tmp_path, "puppet8") == []


def test_removed_settings_are_reported_and_removed(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"environment.conf": "manifest = site.pp\nenvironment_data_provider = none\n", "site.pp": "notice($settings::pluginsync)\n"},
    )
    assert obstacles(tmp_path) == [(2, "removed-setting", "automatic"), (1, "unknown-variable", "by hand")]
    assert obstacles(tmp_path, "puppet8") == []
    run("puppet-check", "upgrade", "--target", "openvox9", "--fix", ".", cwd=tmp_path)
    assert (tmp_path / "environment.conf").read_text() == "manifest = site.pp\n"
