"""`puppet-check upgrade --target openvox9` reports each of 25 planted obstacles, at its place, and nothing else there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.command import run, write

FIELDS = '"version": "1.0.0", "author": "a", "summary": "s", "license": "MIT", "source": "https://example.com"'


class Obstacle(NamedTuple):
    """What stands in the way: files, and where what is reported about which of them."""

    files: dict[str, str]
    file: str
    line: int
    code: str


def metadata(rest: str, name: str = "a-m") -> str:
    """The metadata of a module, with a line for the name and one for the rest."""
    return f'{{"name": "{name}", {FIELDS},\n{rest}}}\n'


def ruby(code: str, path: str = "modules/m/lib/facter/a.rb") -> Obstacle:
    """A line of Ruby after another one."""
    return Obstacle({path: f"# A fact.\n{code}\n"}, path, 2, "")


def site(code: str, code_of_finding: str) -> Obstacle:
    """A line of a main manifest after another one."""
    return Obstacle({"manifests/site.pp": f"# Nodes.\n{code}\n"}, "manifests/site.pp", 2, code_of_finding)


MODULE, OTHER = "modules/m/metadata.json", "spec/fixtures/modules/other/metadata.json"
ONLY_8 = '"dependencies": [], "requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 < 9.0.0"}]'
OLD_CRON = '"dependencies": [{"name": "puppetlabs-cron_core", "version_requirement": ">= 1.0.0 < 2.0.0"}]'
ON_OTHER = '"dependencies": [{"name": "a-other", "version_requirement": ">= 1.0.0 < 2.0.0"}]'
HIERA_3 = ":backends:\n  - yaml\n:hierarchy:\n  - common\n"
BACKEND = "version: 5\nhierarchy:\n  - name: old\n    hiera3_backend: mysql\n"
CUSTOM = (
    "class Hiera\n  module Backend\n    class Mysql_backend\n      def lookup(key, scope, order, resolution); end\n    end\n  end\nend\n"
)
DEFERRED = "file { '/a': content => 'b' }\nnotify { 'a': message => Deferred('file', ['/a']) }\n"
OBSTACLES = {
    "a requirement of Puppet": Obstacle({MODULE: metadata(ONLY_8)}, MODULE, 2, "excluded-version"),
    "a dependency on an older module of the agent": Obstacle({MODULE: metadata(OLD_CRON)}, MODULE, 2, "excluded-version"),
    "a dependency that requires another version": Obstacle(
        {"metadata.json": metadata(ON_OTHER), "manifests/init.pp": "class m { }\n", OTHER: metadata(ONLY_8, "a-other")},
        "metadata.json",
        2,
        "excluded-version",
    ),
    "an older module of the agent in a Puppetfile": Obstacle(
        {"Puppetfile": "forge 'https://forge.puppet.com'\nmod 'puppetlabs-cron_core', '1.3.0'\n"}, "Puppetfile", 2, "excluded-version"
    ),
    "Facter::Util::Resolution.exec": ruby("Facter.add(:a) { setcode { Facter::Util::Resolution.exec('ls') } }")._replace(
        code="deprecated-ruby"
    ),
    "Facter::Util::Resolution.which": ruby("Facter.add(:a) { setcode { Facter::Util::Resolution.which('ls') } }")._replace(
        code="deprecated-ruby"
    ),
    "the option ldapname": ruby("Facter.add(:a, ldapname: 'b') { setcode { 1 } }")._replace(code="removed-ruby"),
    "File.exists?": ruby("Facter.add(:a) { setcode { File.exists?('/a') } }")._replace(code="deprecated-ruby"),
    "Dir.exists?": ruby("Facter.add(:a) { setcode { Dir.exists?('/a') } }")._replace(code="deprecated-ruby"),
    "URI.escape": ruby("URI.escape('a')", "modules/m/lib/puppet/feature/a.rb")._replace(code="removed-ruby"),
    "Fixnum": ruby("1.is_a?(Fixnum)", "modules/m/lib/puppet/feature/a.rb")._replace(code="removed-ruby"),
    "taint": ruby("'a'.dup.taint", "modules/m/lib/puppet/feature/a.rb")._replace(code="removed-ruby"),
    "inspect in a template": Obstacle(
        {"modules/m/templates/a.erb": "a\n<%= @a.inspect %>\n"}, "modules/m/templates/a.erb", 2, "inspected-hash"
    ),
    "the library cgi": ruby("require 'cgi'", "modules/m/lib/puppet/feature/a.rb")._replace(code="removed-ruby"),
    "Puppet::Util.get_env": ruby("Puppet::Util.get_env('PATH')", "modules/m/lib/puppet/feature/a.rb")._replace(code="deprecated-ruby"),
    "a hiera.yaml of version 3": Obstacle({"hiera.yaml": "---\n" + HIERA_3}, "hiera.yaml", 2, "hiera-config"),
    "a backend of Hiera 3": Obstacle({"hiera.yaml": "---\n" + BACKEND}, "hiera.yaml", 5, "hiera-config"),
    "a backend of Hiera 3 in Ruby": Obstacle(
        {"modules/m/lib/hiera/backend/mysql_backend.rb": CUSTOM}, "modules/m/lib/hiera/backend/mysql_backend.rb", 1, "removed-ruby"
    ),
    "a setting in environment.conf": Obstacle(
        {"environment.conf": "manifest = manifests\nenvironment_data_provider = none\n"}, "environment.conf", 2, "removed-setting"
    ),
    "a setting in puppet.conf": Obstacle({"puppet.conf": "[main]\npluginsync = true\n"}, "puppet.conf", 2, "removed-setting"),
    "a variable of a setting": site("notice($settings::data_binding_terminus)", "unknown-variable"),
    "a deferred read of a file": Obstacle({"manifests/site.pp": DEFERRED}, "manifests/site.pp", 2, "early-deferred"),
    "an unbundled type": site("create_resources('zone', { 'a' => {} })", "unbundled-type"),
    "an encoding for regsubst": site("notice(regsubst('a', 'b', 'c', 'G', 'U'))", "wrong-argument"),
    "a checksum as content": site(f"file {{ '/a': content => '{{md5}}{'0' * 32}' }}", "checksum-content"),
}


def test_there_are_25() -> None:
    assert len(OBSTACLES) == 25


@pytest.mark.parametrize("name", OBSTACLES)
def test_an_obstacle_is_reported(tmp_path: Path, name: str) -> None:
    obstacle = OBSTACLES[name]
    write(tmp_path, {} if "metadata.json" in obstacle.files else {"environment.conf": ""})
    write(tmp_path, obstacle.files)
    found = json.loads(run("puppet-check", "upgrade", "--target", "openvox9", "--format", "json", ".", cwd=tmp_path).out)
    assert [(each["file"].removeprefix("./"), each["line"], each["code"]) for each in found] == [
        (obstacle.file, obstacle.line, obstacle.code)
    ]
