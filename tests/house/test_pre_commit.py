"""The hook for pre-commit does what pre-commit does with it: run its entry with the changed files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.command import CHECKOUT, run, write


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
