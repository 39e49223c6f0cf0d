"""Results of earlier runs hold wherever a repository is, are those of a check without them, and travel in one file."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from puppet_check.fingerprint import digest
from tests.cli.command import Answer, run, write

METADATA = '{{"name": "a-{0}", "version": "1.0.0", "author": "a", "license": "MIT", "source": "x", "dependencies": [{1}]}}'
MODULE = {
    "metadata.json": METADATA.format("m", '{"name": "a/lib", "version_requirement": ">= 1.0.0 < 2.0.0"}'),
    "manifests/init.pp": "class m(Integer $port = 'x', $unused = 1) {\n  include m::other\n  lib::thing { 'a': size => 'large' }\n}\n",
    "manifests/other.pp": "class m::other {\n  $sum = 1 + lib::text()\n  file { '/a': content => template('m/a.erb') }\n}\n",
    "manifests/lost.pp": "class m::elsewhere { }\n",
    "manifests/twice.pp": "define m::other::inner { }\nclass m::again { include m::absent }\n",
    "manifests/again.pp": "class m::again { file { '/b': source => 'puppet:///modules/m/b' } }\n",
    "manifests/relation.pp": "class m::relation {\n  notify { 'x': }\n  notify { 'x': }\n}\n",
    "templates/a.erb": "<%= @missing %> <%= bare %>\n",
    "templates/b.epp": "<%- | String $x | -%>\n<%= $y %>\n",
    "data/common.yaml": "m::port: text\nm::none: 1\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
}
LIBRARY = {
    "metadata.json": METADATA.format("lib", ""),
    "manifests/thing.pp": "define lib::thing(Integer $size) { }\n",
    "functions/text.pp": "function lib::text() >> String { 'text' }\n",
}


def below(folder: str, files: dict[str, str]) -> dict[str, str]:
    """Files in a subfolder."""
    return {f"{folder}/{name}": text for name, text in files.items()}


CONTROL = {
    **below("modules/m", MODULE),
    **below("modules/lib", LIBRARY),
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default {\n  include m\n  include nowhere\n}\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "m::port: a\nlib::none: 1\n",
}


class Machine:
    """A machine with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._env = {"XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder / "home")}

    def check(self, folder: Path, *arguments: str) -> Answer:
        """Check below a folder."""
        shutil.rmtree(self.folder / "cache" / "puppet-check" / "runs", ignore_errors=True)  # Those hold at one place only.
        return run("puppet-check", "--format", "json", "--jobs", "1", *arguments, cwd=folder, env=self._env)

    def cache(self, *arguments: str | Path) -> Answer:
        """Run `puppet-check cache`."""
        return run("puppet-check", "cache", *arguments, cwd=self.folder, env=self._env)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def marked(path: Path) -> Path:
    """An export whose findings say that they come from it, with the right checksum."""
    header, packed = path.read_bytes().split(b"\n", 1)
    rows = [json.loads(line) for line in zlib.decompress(packed).splitlines()]
    for row in rows:
        if row[0] == "records":
            name, bound, names, trace, findings = row[2].split("\n", 4)
            found = [[*each[:6], f"KEPT {each[6]}", *each[7:]] for each in json.loads(findings)]
            row[2] = "\n".join((name, bound, names, trace, json.dumps(found)))
    made = zlib.compress("".join(json.dumps(each) + "\n" for each in rows if each[0] != "states").encode())
    path.write_bytes(b" ".join((header.rsplit(b" ", 1)[0], digest(made).encode())) + b"\n" + made)
    return path


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.com", *arguments], cwd=folder, check=True, capture_output=True)


def other_folder(folder: Path) -> tuple[Path, list[str]]:
    return write(folder / "deep" / "er" / "clone", {**CONTROL, ".git/HEAD": ""}), []


def symlinked(folder: Path) -> tuple[Path, list[str]]:
    write(folder / "real", {**CONTROL, ".git/HEAD": ""})
    (folder / "link").symlink_to("real")
    return folder / "link", []


def work_tree(folder: Path) -> tuple[Path, list[str]]:
    write(folder / "main", CONTROL)
    for arguments in (("init", "-q"), ("add", "."), ("commit", "-qm", "x"), ("worktree", "add", "-q", str(folder / "tree"))):
        git(folder / "main", *arguments)
    return folder / "tree", []


def subfolder(folder: Path) -> tuple[Path, list[str]]:
    return write(folder / "sub", {**CONTROL, ".git/HEAD": ""}), ["modules/m"]


PLACES = {"another folder": other_folder, "a symlinked path": symlinked, "a work tree": work_tree, "a subfolder as argument": subfolder}


@pytest.mark.parametrize("place", PLACES)
def test_results_of_a_control_repository_hold_elsewhere(machine: Machine, place: str) -> None:
    first = write(machine.folder / "first" / "repo", {**CONTROL, ".git/HEAD": ""})
    folder, arguments = PLACES[place](machine.folder / "other")
    holds_elsewhere(machine, first, folder, arguments)


def test_results_of_a_module_hold_beside_its_siblings(machine: Machine) -> None:
    for name in ("one", "two/deep"):
        write(machine.folder / name / "modules", {**below("m", MODULE), **below("lib", LIBRARY)})
    holds_elsewhere(machine, machine.folder / "one" / "modules" / "m", machine.folder / "two" / "deep" / "modules" / "m", [])


def test_results_hold_with_a_module_path_outside_of_the_repository(machine: Machine) -> None:
    write(machine.folder / "shared" / "modules", below("lib", LIBRARY))
    for name in ("one", "two/deep"):
        write(machine.folder / name / "repo", {**CONTROL, ".git/HEAD": ""})
        shutil.rmtree(machine.folder / name / "repo" / "modules" / "lib")
    options = ["--modulepath", f"modules:{machine.folder / 'shared' / 'modules'}"]
    holds_elsewhere(machine, machine.folder / "one" / "repo", machine.folder / "two" / "deep" / "repo", options)


def holds_elsewhere(machine: Machine, first: Path, folder: Path, options: list[str]) -> None:
    """Show that results from one place are those of a check at another, to the last byte, and that they are taken over there."""
    expected = machine.check(folder, "--no-cache", *options)
    assert len(json.loads(expected.out)) > 5
    machine.check(first, *options)
    export = machine.folder / "export"
    assert machine.cache("--export", export).code == 0
    assert machine.check(folder, *options) == expected
    shutil.rmtree(machine.folder / "cache")
    machine.cache("--import", marked(export))
    for _ in range(2):  # by what each check has asked for, and by the state of the project
        found = json.loads(machine.check(folder, *options).out)
        assert [{**each, "message": each["message"].removeprefix("KEPT ")} for each in found] == json.loads(expected.out)
        assert {each["file"] for each in found if not each["message"].startswith("KEPT ")} <= {"modules/m/manifests/lost.pp"}


CHANGES: dict[str, Callable[[Path], object]] = {
    "a class that others include": lambda folder: write(folder, {"modules/m/manifests/other.pp": "class m::others { }\n"}),
    "a parameter of another module": lambda folder: write(
        folder, {"modules/lib/manifests/thing.pp": "define lib::thing(String $size) { }\n"}
    ),
    "a function": lambda folder: write(folder, {"modules/lib/functions/text.pp": "function lib::text() >> Integer { 1 }\n"}),
    "data": lambda folder: write(folder, {"data/common.yaml": "m::port: 80\n"}),
    "a template": lambda folder: write(folder, {"modules/m/templates/a.erb": "<%= @sum %>\n"}),
    "a file that a rule looks for": lambda folder: write(folder, {"modules/m/files/b": ""}),
    "a module that is gone": lambda folder: shutil.rmtree(folder / "modules" / "lib"),
    "settings": lambda folder: write(
        folder, {".puppet-check.toml": 'target = "puppet9"\nextend-select = ["140chars", "arrow_alignment"]\n'}
    ),
    "lines above a related place": lambda folder: write(
        folder, {"modules/lib/manifests/thing.pp": "\n\ndefine lib::thing(Integer $size) { }\n"}
    ),
    "another time": lambda folder: [os.utime(each, (1, 1)) for each in folder.rglob("*")],
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_differs_in_another_clone_is_checked_again(machine: Machine, change: str) -> None:
    first = write(machine.folder / "first" / "repo", {**CONTROL, ".git/HEAD": ""})
    machine.check(first)
    second = write(machine.folder / "second" / "clone", {**CONTROL, ".git/HEAD": ""})
    CHANGES[change](second)
    expected = machine.check(second, "--no-cache")
    assert machine.check(second) == machine.check(second) == expected
    assert machine.check(first) == machine.check(first, "--no-cache")


def test_an_export_is_the_same_bytes_and_imports_merge(machine: Machine) -> None:
    write(machine.folder / "repo", CONTROL)
    machine.check(machine.folder / "repo")
    one, two = machine.folder / "one", machine.folder / "two"
    machine.cache("--export", one)
    machine.cache("--import", one, "--prune", "--export", two)
    assert one.read_bytes() == two.read_bytes()
    assert str(machine.folder).encode() not in zlib.decompress(one.read_bytes().split(b"\n", 1)[1])
    assert machine.cache("--import", one).out.startswith(f"{one}: 0 new results of ")
    shutil.rmtree(machine.folder / "cache")
    write(machine.folder / "other" / "n", {f"manifests/c{each}.pp": f"class n::c{each} {{ $x = 1 + 'a' }}\n" for each in range(9)})
    machine.check(machine.folder / "other")
    before, after = (machine.cache(*each).out.splitlines()[-1].split()[1] for each in ((), ("--import", one)))
    assert int(after) > int(before) > 0


def test_the_cache_says_where_it_is_and_what_it_holds(machine: Machine) -> None:
    path = machine.folder / "cache" / "puppet-check" / "records.sqlite3"
    assert machine.cache().out == f"{path}: 0 results, 0.0 MB of at most 256 MB\n"
    write(machine.folder, {".puppet-check.toml": "cache-size = 3\n"})
    assert machine.cache().out.endswith("of at most 3 MB\n")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"", "it is not an export of the cache"),
        (b"\x00" * 1000, "it is not an export of the cache"),
        (b"puppet-check cache 1 x y\n", "it is damaged"),
    ],
)
def test_bad_input_is_named(machine: Machine, content: bytes | None, reason: str) -> None:
    if content is not None:
        (machine.folder / "file").write_bytes(content)
    assert machine.cache("--import", "file") == Answer(2, "", f"puppet-check: --import file: {reason}\n")


HOSTILE = {
    "another table": lambda row: ["sqlite_master", *row[1:]],
    "a short key": lambda row: [row[0], "ab", *row[2:]],
    "another content": lambda row: [row[0], row[1], "\n\n[]\n", row[3]],
    "an invalid date": lambda row: [*row[:3], "x"],
    "fewer columns": lambda row: row[:2],
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_an_export_with_rows_of_another_form_changes_nothing(machine: Machine, kind: str) -> None:
    write(machine.folder / "repo", CONTROL)
    machine.check(machine.folder / "repo")
    export = machine.folder / "export"
    machine.cache("--export", export)
    header, packed = export.read_bytes().split(b"\n", 1)
    lines = zlib.decompress(packed).splitlines()
    made = zlib.compress(b"\n".join((*lines[1:], json.dumps(HOSTILE[kind](json.loads(lines[0]))).encode())) + b"\n")
    export.write_bytes(b" ".join((header.rsplit(b" ", 1)[0], digest(made).encode())) + b"\n" + made)
    shutil.rmtree(machine.folder / "cache")
    answer = machine.cache("--import", export)
    assert (answer.code, answer.err) == (2, f"puppet-check: --import {export}: a row of it is not valid\n")
    assert " 0 results" in machine.cache().out


def test_an_export_of_another_version_is_left_alone(machine: Machine) -> None:
    write(machine.folder / "repo", CONTROL)
    machine.check(machine.folder / "repo")
    export = machine.folder / "export"
    machine.cache("--export", export)
    magic, program, rest = export.read_bytes().partition(b" cache 1 ")
    export.write_bytes(magic + program + b"0" * 24 + rest[24:])
    answer = machine.cache("--import", export)
    assert answer.code == 0
    assert answer.out.startswith(f"{export}: nothing imported, as another version of puppet-check has exported it\n")


def test_old_results_are_pruned_and_the_oldest_go_first(machine: Machine) -> None:
    write(machine.folder / "repo", CONTROL)
    machine.check(machine.folder / "repo")
    path = machine.folder / "cache" / "puppet-check" / "records.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE records SET used = used - 30")
        (count,) = connection.execute("SELECT count(*) FROM records").fetchone()
    connection.close()
    assert machine.cache("--prune").out.startswith(f"removed {count} results\n")
    write(machine.folder, {".puppet-check.toml": "cache-size = 0\n"})
    assert " 0 results" in machine.cache("--prune").out


def test_a_cache_of_no_size_is_not_written(machine: Machine) -> None:
    folder = write(machine.folder / "repo", {**CONTROL, ".puppet-check.toml": "cache-size = 0\n"})
    machine.check(folder)
    assert not (machine.folder / "cache" / "puppet-check" / "records.sqlite3").exists()
