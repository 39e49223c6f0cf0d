"""Each row of the table of versions is tried: its version differs from the one before in what the row says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from puppet_check.features.completion import complete
from puppet_typesys.builtins.resource_types import rows_of
from puppet_typesys.builtins.targets import Target
from tests.cli.command import run, write
from tests.features.versions import place

BEFORE = {
    "puppet7": "puppet8",
    "openvox8": "puppet8",
    "openvox8.19": "openvox8.18",
    "openvox8.26": "openvox8.25",
    "openvox8.28": "openvox8.27",
    "openvox9": "openvox8",
}
"""The versions with which those of the rows are compared."""
HIERA = "hiera('x', 1)"
FIELDS = '"name": "a-m", "version": "1.0.0", "author": "a", "summary": "s", "license": "MIT", "source": "https://example.com"'
OLD_CRON = '[{"name": "puppetlabs-cron_core", "version_requirement": "< 2.0.0"}]'


class Checked(NamedTuple):
    """A project, and the codes of the findings of the command line."""

    files: dict[str, str]
    before: list[str]
    after: list[str]

    def of(self, target: str, folder: Path) -> list[str]:
        """The codes for a version."""
        write(folder, {"environment.conf": "", **self.files})
        return [
            each["code"] for each in json.loads(run("puppet-check", "--no-cache", "--target", target, "--format", "json", cwd=folder).out)
        ]


class Evaluated(NamedTuple):
    """An expression, and a part of what `puppet-eval --batch` answers."""

    code: str
    before: str
    after: str

    def of(self, target: str, folder: Path) -> str:
        """The part that is in the answer for a version."""
        request = json.dumps({"id": 1, "code": self.code}) + "\n"
        answer = run("puppet-eval", "--batch", "--target", target, stdin=request).out
        return next(each for each in sorted((self.before, self.after), key=len, reverse=True) if each in answer)


class Completed(NamedTuple):
    """A manifest, and whether a word is offered at its cursor."""

    code: str
    word: str
    before: bool
    after: bool

    def of(self, target: str, folder: Path) -> bool:
        """Whether it is offered for a version."""
        return self.word in {each.label for each in complete(*place(folder, self.code, target)).items}


def site(code: str, before: list[str], after: list[str]) -> Checked:
    """The findings in a main manifest."""
    return Checked({"manifests/site.pp": code + "\n"}, before, after)


CASES: dict[tuple[str, str], Checked | Evaluated | Completed] = {
    ("puppet7", "documentation"): Evaluated(HIERA, "/8.10/", "/7.23/"),
    ("openvox8", "documentation"): Evaluated(HIERA, "/8.10/", "/8.28/"),
    ("openvox9", "documentation"): Evaluated(HIERA, "/8.28/", "/latest/"),
    ("openvox8.19", "facts"): site("notice($implementation)", ["unknown-variable"], []),
    ("openvox8.19", "server_facts"): site("notice($serverimplementation)", ["unknown-variable"], []),
    ("openvox8.26", "attributes"): site("package { 'a': environment => ['A=b'] }", ["unknown-parameter"], []),
    ("openvox8.26", "forms"): site("package { 'a': environment => ['b'] }", ["unknown-parameter"], ["wrong-value"]),
    ("openvox8.26", "values"): Completed("file { '/a': checksum => ^ }", "'etag'", before=False, after=True),
    ("openvox8.26", "functions"): site("$a = regsubst(Sensitive('a'), 'a', 'b')", ["wrong-argument"], []),
    ("openvox9", "functions"): site("$a = regsubst('a', 'a', 'b', 'G', 'U')", [], ["wrong-argument"]),
    ("puppet7", "names_lookarounds"): site("node /(?:a)1/ { }", ["evaluation-error"], []),
    ("puppet7", "compares_types_as_keys"): site("$a = { Integer => 1, Integer => 2 }", ["duplicate-key"], []),
    ("puppet7", "expects_literal_types"): Checked(
        {"modules/m/manifests/init.pp": "class m (Integer[1 + 2] $p) { }\n"}, ["illegal-nonliteral-parameter-type"], []
    ),
    ("puppet7", "functions"): site("$a = split(Sensitive('a,b'), ',')", [], ["wrong-argument"]),
    ("puppet7", "absent_dispatches"): Evaluated("min(Timespan(1), Timespan(2))", '"output": []', "auto conversion of Any to String"),
    ("puppet7", "deprecates_encoding"): Evaluated(
        "regsubst('a', 'a', 'b', 'G', 'U')", "encoding argument has been ignored", '"output": []'
    ),
    ("puppet7", "cuts_to_character"): Evaluated("sprintf('%c', 'ab')", '"value": "\'a\'"', "%c requires a character"),
    ("puppet7", "defaults"): Evaluated('"1${x}" + 1', "Unknown variable", "automatically coerced"),
    ("puppet7", "removed_settings"): site("notice($settings::ca_refresh_interval)", [], ["unknown-variable"]),
    ("openvox8.28", "names_lookarounds"): site("node /(?:a)1/ { }", ["evaluation-error"], []),
    ("openvox9", "removed_server_facts"): site("notice($pe_serverversion)", [], ["unknown-variable"]),
    ("openvox9", "removed_settings"): Checked({"puppet.conf": "pluginsync = true\n"}, [], ["removed-setting"]),
    ("openvox9", "defaults"): site(
        "file { '/a': content => 'a' }\nnotify { 'a': message => Deferred('file', ['/a']) }", [], ["early-deferred"]
    ),
    ("openvox9", "unbundled_types"): site("zone { 'a': }", [], ["unbundled-type"]),
    ("openvox9", "bundled_modules"): Checked(
        {"modules/m/metadata.json": f'{{{FIELDS}, "dependencies": {OLD_CRON}}}'}, [], ["excluded-version"]
    ),
    ("openvox9", "forms"): site("sshkey { 'a': type => 'rsa', key => 'AAA B' }", [], ["wrong-value"]),
    ("openvox9", "rubies"): Checked({"modules/m/lib/puppet/feature/a.rb": "File.exists?('a')\n"}, [], ["deprecated-ruby"]),
    ("openvox9", "openfact"): Checked({"modules/m/lib/facter/a.rb": "Facter.add(:a, ldapname: 'b') { }\n"}, [], ["removed-ruby"]),
    ("openvox9", "writes_checksums"): site("file { '/a': content => '{SSHA}c2VjcmV0' }", ["checksum-content"], []),
    ("openvox9", "product"): Evaluated("type A { }", "this version of Puppet", "this version of OpenVox"),
}


def rows() -> Iterator[tuple[str, str]]:
    """The version and field of each row."""
    for row in rows_of("targets.json"):
        yield from ((row["from"], key) for key in row if key not in ("from", "until", "source"))


@pytest.mark.parametrize(("version", "field"), CASES)
def test_a_row_makes_the_difference(tmp_path: Path, version: str, field: str) -> None:
    case = CASES[version, field]
    assert (case.of(BEFORE[version], tmp_path), case.of(version, tmp_path)) == (case.before, case.after)


def test_each_row_has_a_case_a_field_and_a_source() -> None:
    assert set(rows()) == set(CASES)
    assert {field for _, field in rows()} <= set(Target._fields)
    assert all(row["source"] for row in rows_of("targets.json"))
