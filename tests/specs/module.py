"""Modules with specs, and what `puppet-check test` says of their examples."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Answer, run, write

METADATA = {
    "name": "me-web",
    "version": "1.0.0",
    "author": "me",
    "license": "Apache-2.0",
    "source": "https://example.com/web",
    "operatingsystem_support": [
        {"operatingsystem": "Debian", "operatingsystemrelease": ["12"]},
        {"operatingsystem": "RedHat", "operatingsystemrelease": ["9"]},
    ],
    "dependencies": [],
}
HELPER = "require 'puppetlabs_spec_helper/module_spec_helper'\nrequire 'rspec-puppet-facts'\ninclude RspecPuppetFacts\n"
CLASS = """\
class web (Integer $port = 80, Optional[String] $owner = undef) {
  package { 'httpd': ensure => installed }
  file { '/etc/web.conf':
    content => "port=${port}\\n",
    owner   => $owner,
    require => Package['httpd'],
  }
  service { 'httpd': ensure => running, subscribe => File['/etc/web.conf'] }
}
"""
FILES = {"metadata.json": json.dumps(METADATA), "spec/spec_helper.rb": HELPER, "manifests/init.pp": CLASS}
BEGINNING = "require 'spec_helper'\n\n"


def answer(folder: Path, *arguments: str, **files: str) -> Answer:
    """What the command answers in a module with these files besides those of `FILES`."""
    return run("puppet-check", "test", *arguments, cwd=write(folder, FILES | files))


def verdicts(folder: Path, spec: str, kind: str = "classes", files: dict[str, str] | None = None) -> dict[str, str]:
    """The statuses of the examples of a spec by their numbers."""
    write(folder, FILES | (files or {}) | {f"spec/{kind}/some_spec.rb": BEGINNING + spec})
    found = run("puppet-check", "test", "--format", "json", cwd=folder)
    assert not found.err
    return {each["id"].partition("[")[2].rstrip("]"): each["status"] for each in json.loads(found.out)["examples"]}


def of_class(folder: Path, *expectations: str, around: str = "", files: dict[str, str] | None = None) -> list[str]:
    """The statuses of examples of the class of the module."""
    examples = "".join(f"  it {{ {each} }}\n" for each in expectations)
    return [*verdicts(folder, f"describe 'web' do\n{around}{examples}end\n", files=files).values()]
