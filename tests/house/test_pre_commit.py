"""The hook for pre-commit does what pre-commit does with it: run its entry with the changed files."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.command import CHECKOUT, run, write
from tests.support.repository import AUTHOR, committed, git


def hook(name: str = "puppet-check") -> dict[str, str]:
    """The fields of a hook."""
    hooks = (CHECKOUT / ".pre-commit-hooks.yaml").read_text().split("- id: ")
    (found,) = (each for each in hooks if each.startswith(f"{name}\n"))
    return dict(re.findall(r"^[- ] (\w+): (.*)$", found, re.MULTILINE))


def test_the_hook_formats_the_given_files(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a=1\n", "other.pp": "$a=1\n"})
    fields = hook("puppet-format")
    assert re.search(fields["files"].strip("'"), "manifests/a.pp") and re.search(fields["files"].strip("'"), "x.epp")
    command, *arguments = shlex.split(fields["entry"])
    assert run(command, *arguments, "a.pp", cwd=tmp_path).code == 0
    assert (tmp_path / "a.pp").read_text() == "$a = 1\n"
    assert (tmp_path / "other.pp").read_text() == "$a=1\n"


def test_the_hook_fixes_the_given_files(tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": 'profile = "puppet-lint"\n', "a.pp": "$a = 1 \n", "other.pp": "$a = 1 \n"})
    command, *arguments = shlex.split(hook("puppet-check-fix")["entry"])
    assert run(command, *arguments, "a.pp", cwd=tmp_path).code == 0
    assert (tmp_path / "a.pp").read_text() == "$a = 1\n"
    assert (tmp_path / "other.pp").read_text() == "$a = 1 \n"


def test_the_hook_checks_the_given_files(tmp_path: Path) -> None:
    write(tmp_path, {"good.pp": "class good { }\n", "bad.pp": "class {\n", "other.pp": "class {\n"})
    command, *arguments = shlex.split(hook()["entry"])
    assert run(command, *arguments, "good.pp", cwd=tmp_path).code == 0
    answer = run(command, *arguments, "good.pp", "bad.pp", cwd=tmp_path)
    assert answer.code == 1
    assert "bad.pp:1" in answer.out
    assert "other.pp" not in answer.out


@pytest.mark.parametrize("name", ["puppet-check", "puppet-check-fix", "puppet-format"])
def test_no_name_of_a_file_is_an_option_of_a_hook(tmp_path: Path, name: str) -> None:
    names = ["--config=a.pp", "--diff=a.pp", "-x.pp", "a.pp"]
    write(tmp_path, dict.fromkeys(names, "class {\n"))
    fields = hook(name)
    command = [*shlex.split(fields["entry"]), *yaml.safe_load(fields["args"])]
    answer = run(*command, *names, cwd=tmp_path)
    assert answer.code == (2 if name == "puppet-format" else 1)
    assert all(f"{each}:" in answer.out + answer.err for each in names)
    assert {(tmp_path / each).read_text() for each in names} == {"class {\n"}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose commits pre-commit checks with all hooks. They run the installed commands, as nothing is installed here."""
    hooks = committed(tmp_path / "hooks", {".pre-commit-hooks.yaml": (CHECKOUT / ".pre-commit-hooks.yaml").read_text()})
    ids = ("puppet-check", "puppet-check-fix", "puppet-format")
    listed = "".join(f"      - id: {each}\n        language: system\n" for each in ids)
    config = f"repos:\n  - repo: {hooks}\n    rev: {git(hooks, 'rev-parse', 'HEAD').strip()}\n    hooks:\n{listed}"
    folder = committed(tmp_path / "m", {".pre-commit-config.yaml": config, "manifests/old.pp": "class m::old {\n"})
    pre_commit(folder, "pre-commit", "install")
    return folder


def pre_commit(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """The result of a command with which pre-commit runs."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": path,
        "PRE_COMMIT_HOME": str(folder.parent / "home"),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
    }
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def commit(folder: Path) -> subprocess.CompletedProcess[str]:
    """The result of a commit of everything."""
    git(folder, "add", "--all")
    return pre_commit(folder, "git", *AUTHOR, "commit", "--message", "x")


@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="needs pre-commit")
def test_pre_commit_checks_fixes_and_formats_what_is_committed(repository: Path) -> None:
    write(repository, {"manifests/a.pp": "class m::a {\n", "README.md": "class {\n"})
    answer = commit(repository)
    assert answer.returncode == 1 and "manifests/a.pp:1" in answer.stdout + answer.stderr
    assert "old.pp" not in answer.stdout + answer.stderr and "README.md" not in answer.stdout + answer.stderr
    write(repository, {"manifests/a.pp": "class m::a {\n  $x=1\n}\n"})
    # The first attempt formats the file, the second one commits it.
    assert commit(repository).returncode == 1
    assert (repository / "manifests/a.pp").read_text() == "class m::a {\n  $x = 1\n}\n"
    assert commit(repository).returncode == 0
    assert git(repository, "show", "--name-only", "--format=").split() == ["README.md", "manifests/a.pp"]


@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="needs pre-commit")
def test_pre_commit_passes_other_files_by(repository: Path) -> None:
    write(repository, {"notes.txt": "class {\n", "lib/tasks/x.rb": "class {\n"})
    answer = commit(repository)
    assert answer.returncode == 0 and answer.stderr.count("(no files to check)") == 3, answer
