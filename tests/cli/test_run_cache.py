"""The result of a run is printed again only while nothing that it depended on has changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puppet_check.fingerprint import digest
from tests.cli.command import Answer, run, write

COMMAND = "from puppet_check.cli.check import main; raise SystemExit(main())"
FILES = {
    "metadata.json": '{"name": "a-m", "version": "1.0.0", "author": "a", "license": "MIT", "source": "x", "dependencies": []}',
    "manifests/init.pp": "class m(Integer $port = 'x') {\n  include m::other\n  notify { m::text(): }\n  file { '/a': }\n}\n",
    "manifests/other.pp": "class m::other { }\n",
    "functions/text.pp": "function m::text() >> String { 'text' }\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "m::port: 1\n",
    "files/a": "",
}


class Project:
    """A module, and runs of the command in it with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = write(folder / "modules" / "m", FILES)
        self._env = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder / "home")}
        self.runs = folder / "cache" / "puppet-check" / "runs"

    def run(self, *arguments: str) -> tuple[Answer, bool]:
        """The answer of a run, and whether it was that of an earlier one, for which the checker is not imported."""
        time.sleep(0.15)  # What changed a moment ago is not relied on.
        command = [sys.executable, "-X", "importtime", "-c", COMMAND, *arguments]
        done = subprocess.run(command, cwd=self.folder, env=self._env, capture_output=True, text=True)
        errors = "".join(f"{line}\n" for line in done.stderr.splitlines() if not line.startswith("import time:"))
        return Answer(done.returncode, done.stdout, errors), "puppet_check.checker" not in done.stderr

    def checked(self) -> Answer:
        """The answer of a run that has no earlier ones."""
        return run("puppet-check", "--no-cache", cwd=self.folder, env=self._env)

    def repeated(self, *arguments: str) -> Answer:
        """The answer of a run that is then repeated."""
        first, is_earlier = self.run(*arguments)
        assert not is_earlier
        assert self.run(*arguments) == (first, True)
        return first


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    yield Project(tmp_path)


def edit(name: str, text: str) -> Callable[[Path], object]:
    """A change of a file, which may be a new one."""
    return lambda folder: write(folder, {name: text})


def move(before: str, after: str) -> Callable[[Path], object]:
    """A file or folder that gets another name."""
    return lambda folder: (folder / before).rename(folder / after)


def same_size(folder: Path) -> None:
    """Another text of the same size and with the same times."""
    path = folder / "manifests" / "init.pp"
    before = path.stat()
    path.write_text(path.read_text().replace("'x'", " 12"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "the text of a file": edit("manifests/init.pp", "class m { }\n"),
    "a text of the same size and time": same_size,
    "another file, which it includes": edit("manifests/other.pp", "class m::others { }\n"),
    "a function that it calls": edit("functions/text.pp", "function m::text(String $x) { $x }\n"),
    "a new file to check": edit("manifests/new.pp", "class m::new { $x = 1 + 'a' }\n"),
    "a file that is gone": lambda folder: (folder / "manifests" / "other.pp").unlink(),
    "a folder that is gone": lambda folder: shutil.rmtree(folder / "files"),
    "a new name of a folder": move("functions", "others"),
    "settings": edit(".puppet-check.toml", 'ignore = ["wrong-parameter"]\n'),
    "settings in a folder above": edit("../.puppet-check.toml", 'ignore = ["wrong-parameter"]\n'),
    "a configuration of puppet-lint": edit(".puppet-lint.rc", "--fail-on-warnings\n--relative\n"),
    "what git ignores": lambda folder: write(folder, {".git/HEAD": "ref: x\n", ".gitignore": "manifests/init.pp\n"}),
    "data": edit("data/common.yaml", "m::port: text\n"),
    "another module beside": edit("../m2/metadata.json", "{"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_noticed(project: Project, change: str) -> None:
    project.repeated()
    CHANGES[change](project.folder)
    after, is_earlier = project.run()
    assert not is_earlier
    assert after == project.checked()


def test_options_folder_and_environment_count(project: Project) -> None:
    text = project.repeated()
    assert "wrong-parameter" in text.out and text.code == 1
    assert project.repeated("--ignore", "wrong-parameter").code == 0
    assert project.repeated("--format", "json").out.startswith("[")
    assert project.repeated("manifests").code == 1


def test_a_file_that_is_not_looked_at_does_not_count(project: Project) -> None:
    project.repeated()
    write(project.folder, {"README.md": "text", "spec/x_spec.rb": "x"})
    (project.folder / "README.md").write_text("another")
    assert project.run()[0] == project.checked()


@pytest.mark.parametrize("arguments", [("--no-cache",), ("--diff",), ("-",), ("--update-baseline", "--baseline", "b"), ("missing.pp",)])
def test_other_runs_are_not_kept(project: Project, arguments: tuple[str, ...]) -> None:
    project.run(*arguments)
    assert not project.run(*arguments)[1]


@pytest.mark.parametrize("damage", [b"", b"x", b"\xff" * 3000, None])
def test_damaged_results_are_ignored(project: Project, damage: bytes | None) -> None:
    before = project.repeated()
    for path in project.runs.iterdir():
        content = path.read_bytes()
        path.write_bytes(content.replace(b"wrong-parameter", b"wrong-barameter") if damage is None else damage)
    assert project.run() == (before, False)
    assert project.run() == (before, True)


def test_what_a_function_returns_is_noticed_by_its_callers(project: Project) -> None:
    write(
        project.folder,
        {"manifests/other.pp": "class m::other { $sum = 1 + m::text() }\n", "functions/text.pp": "function m::text() { 1 }\n"},
    )
    assert "other.pp" not in project.run()[0].out
    write(
        project.folder, {"functions/text.pp": "function m::text() { m::inner() }\n", "functions/inner.pp": "function m::inner() { [] }\n"}
    )
    found, _ = project.run()
    assert "manifests/other.pp:1:29: error" in found.out
    write(project.folder, {"functions/inner.pp": "function m::inner() { 2 }\n"})
    assert "other.pp" not in project.run()[0].out


def test_a_link_that_leads_elsewhere_is_noticed(project: Project) -> None:
    write(project.folder.parent, {"one/init.pp": "class m { }\n", "two/init.pp": "class m { $x = 1 + 'a' }\n"})
    shutil.rmtree(project.folder / "manifests")
    link = project.folder / "manifests"
    write(project.folder, {".git/HEAD": ""})
    link.symlink_to(project.folder.parent / "one")
    project.run()
    link.unlink()
    link.symlink_to(project.folder.parent / "two")
    assert project.run()[0] == project.checked()


ASKING = (
    ("--explain", "unknown-class"),
    ("--settings-schema",),
    ("--show-settings",),
    ("--types", "manifests/init.pp"),
    ("rules",),
    ("--statistics",),
    ("--diff",),
    ("--show-settings", "--format", "json"),
)


@pytest.mark.parametrize("arguments", ASKING, ids=" ".join)
def test_every_kind_of_run_prints_the_same_again(project: Project, arguments: tuple[str, ...]) -> None:
    first, _ = project.run(*arguments)
    assert first.out or first.err
    assert project.run(*arguments)[0] == first


@pytest.mark.parametrize("part", [{0: "0"}, {0: 5}, {0: None}, {1: 5}, {1: "\ud800"}, {2: {"at": []}}])
def test_a_result_of_the_wrong_form_is_not_used(project: Project, part: dict[int, object]) -> None:
    first = project.repeated()
    (path,) = project.runs.glob("*.json")
    content = [part.get(at, each) for at, each in enumerate(json.loads(path.read_bytes().partition(b"\n")[2]))]
    changed = json.dumps(content).encode()
    path.write_bytes(digest(changed).encode() + b"\n" + changed)
    assert project.run() == (first, False)
