"""What is found about the catalogs of code is taken from the cache wherever the repository is, as long as its files are the same."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from puppet_check.reports.catalogs.cached_parts import NAME
from puppet_check.reports.parallel import FEW
from puppet_check.workspace.database import seal
from puppet_check.workspace.store import RECORDS
from tests.cli.command import Answer, run, write

CONTROL = {
    ".git/HEAD": "",
    "environment.conf": "modulepath = modules\n",
    "modules/role/manifests/web.pp": "class role::web {\n  include profile::web\n}\n",
    "modules/profile/manifests/web.pp": "class profile::web {\n  class { 'app':\n    mode => 'fast',\n  }\n}\n",
    "modules/app/manifests/init.pp": "class app($mode) {\n  unless $mode in ['slow'] { fail(\"no mode ${mode}\") }\n}\n",
    "modules/key/manifests/init.pp": (
        "class key(Sensitive[String] $secret) {\n  file { '/k': content => \"x${secret.unwrap}\" }\n  include key::b\n"
        "  file { '/t': content => template('key/t.erb') }\n}\n"
    ),
    "modules/key/templates/t.erb": "text\n",
    "modules/app/templates/t.erb": "text\n",
    "modules/key/manifests/b.pp": "class key::b {\n  file { '/etc/k': ensure => directory }\n  file { '/etc/k/a': content => 'x' }\n}\n",
    **{f"modules/many/manifests/c{number}.pp": f"class many::c{number} {{ }}\n" for number in range(FEW)},
}
CODES = {"catalog-error", "secret-unwrapped"}


class Machine:
    """A machine with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache" / "puppet-check"

    def check(self, folder: Path, *arguments: str) -> Answer:
        """Check a folder; no result of a run as a whole is kept."""
        shutil.rmtree(self.cache / "runs", ignore_errors=True)
        env = {"XDG_CACHE_HOME": str(self.cache.parent), "HOME": str(self.folder / "home")}
        return run("puppet-check", "--format", "json", *arguments, cwd=folder, env=env)

    def mark(self) -> int:
        """Change the messages of the findings about catalogs that are in the cache; how many there are."""
        count = 0
        with sqlite3.connect(self.cache / "records.sqlite3") as opened:
            for key, content in opened.execute(f"SELECT key, content FROM {RECORDS}").fetchall():
                name, bound, names, trace, findings = content.decode().split("\n", 4)
                if json.loads(name) == NAME:
                    rows = json.loads(findings)
                    for finding in (each for _, _, several in rows for each in several):
                        finding[6] = f"KEPT {finding[6]}"
                        count += 1
                    made = "\n".join((name, bound, names, trace, json.dumps(rows))).encode()
                    opened.execute(f"UPDATE {RECORDS} SET content = ?, seal = ? WHERE key = ?", (made, seal(RECORDS, key, made), key))
        return count


def kept(answer: Answer) -> set[str]:
    """The codes of the findings that come from the cache."""
    return {each["code"] for each in json.loads(answer.out) if each["message"].startswith("KEPT ")}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_findings_about_catalogs_hold_in_another_clone(machine: Machine, jobs: str) -> None:
    first, second = (write(machine.folder / each / "repo", CONTROL) for each in ("first", "other/deep"))
    expected = machine.check(first, "--no-cache")
    assert {each["code"] for each in json.loads(expected.out)} >= CODES
    assert machine.check(first, "--jobs", jobs) == expected
    assert machine.check(second) == expected
    assert machine.mark() == len(CODES)
    assert kept(machine.check(second, "--jobs", jobs)) == CODES
    assert kept(machine.check(first)) == CODES


def test_modules_side_by_side_are_kept_together(machine: Machine) -> None:
    files = {each.removeprefix("modules/"): text for each, text in CONTROL.items() if each.startswith(("modules/key/", "modules/many/"))}
    first, second = (write(machine.folder / each / "modules", files) for each in ("first", "other/deep"))
    expected = machine.check(first, "--no-cache")
    assert machine.check(first) == expected
    assert machine.check(second) == expected
    assert machine.mark() == 1
    assert kept(machine.check(second)) == {"secret-unwrapped"}


STOP, SECRET = "catalog-error", "secret-unwrapped"
CHANGES: dict[str, tuple[dict[str, str], set[str]]] = {
    "a manifest of a role": ({"modules/app/manifests/init.pp": "class app($mode) { }\n"}, {SECRET}),
    "a manifest that no catalog needs": ({"modules/many/manifests/c1.pp": "# one\nclass many::c1 { }\n"}, {STOP, SECRET}),
    "another manifest of the module": ({"modules/key/manifests/b.pp": "# one\nclass key::b { }\n"}, {STOP}),
    "a manifest that is new": ({"modules/many/manifests/d.pp": "class many::d { }\n"}, set()),
    "a template of the module": ({"modules/key/templates/t.erb": "other\n"}, {STOP}),
    "a template that no catalog needs": ({"modules/app/templates/t.erb": "other\n"}, {STOP, SECRET}),
    "data": ({"hiera.yaml": "version: 5\n"}, set()),
    "a function": ({"modules/app/functions/f.pp": "function app::f() { 1 }\n"}, set()),
    "settings": ({".puppet-check.toml": 'ignore = ["secret-unwrapped"]\n'}, set()),
}
"""Files that are written, and what is kept then."""


@pytest.mark.parametrize("change", CHANGES)
def test_what_depends_on_a_change_is_computed_again(machine: Machine, change: str) -> None:
    folder = write(machine.folder / "repo", CONTROL)
    machine.check(folder)
    assert machine.mark() == len(CODES)
    files, expected = CHANGES[change]
    write(folder, files)
    answer = machine.check(folder)
    assert replace(answer, out=answer.out.replace("KEPT ", "")) == machine.check(folder, "--no-cache")
    assert kept(answer) == expected
    assert machine.check(folder) == answer


def test_without_a_module_they_are_computed_again(machine: Machine) -> None:
    folder = write(machine.folder / "repo", CONTROL)
    machine.check(folder)
    assert machine.mark() == len(CODES)
    shutil.rmtree(folder / "modules" / "app")
    answer = machine.check(folder)
    assert answer == machine.check(folder, "--no-cache")
    assert not kept(answer)


def test_other_files_and_levels_are_other_questions(machine: Machine) -> None:
    folder = write(machine.folder / "repo", CONTROL)
    machine.check(folder)
    assert machine.mark() == len(CODES)
    for arguments in (("modules/app", "modules/role"), ("--ignore", "catalog-error"), ("--profile", "strict"), ("--no-cache",)):
        answer = machine.check(folder, *arguments)
        assert not kept(answer)
        assert answer == machine.check(folder, "--no-cache", *arguments)
    assert kept(machine.check(folder)) == CODES


def test_a_damaged_row_is_no_answer(machine: Machine) -> None:
    folder = write(machine.folder / "repo", CONTROL)
    expected = machine.check(folder)
    for findings in ("{}", "[1]", '[["", "", []]]', '[[".", "../x", []]]', '[[".", "./modules/app/manifests/init.pp", [1]]]'):
        with sqlite3.connect(machine.cache / "records.sqlite3") as opened:
            for key, content in opened.execute(f"SELECT key, content FROM {RECORDS}").fetchall():
                if json.loads(content.decode().split("\n")[0]) == NAME:
                    made = "\n".join((*content.decode().split("\n", 4)[:4], findings)).encode()
                    opened.execute(f"UPDATE {RECORDS} SET content = ?, seal = ? WHERE key = ?", (made, seal(RECORDS, key, made), key))
        assert machine.check(folder) == expected, findings
