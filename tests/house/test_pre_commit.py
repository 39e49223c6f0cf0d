"""The hook for pre-commit does what pre-commit does with it: run its entry with the changed files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.command import CHECKOUT, run, write


def hook() -> dict[str, str]:
    """The fields of the only hook."""
    lines = (CHECKOUT / ".pre-commit-hooks.yaml").read_text().splitlines()
    return dict(re.findall(r"^[- ] (\w+): (.*)$", "\n".join(lines), re.MULTILINE))


def test_the_hook_checks_the_given_files(tmp_path: Path) -> None:
    write(tmp_path, {"good.pp": "class good { }\n", "bad.pp": "class {\n", "other.pp": "class {\n"})
    command, *arguments = shlex.split(hook()["entry"])
    assert run(command, *arguments, "good.pp", cwd=tmp_path).code == 0
    answer = run(command, *arguments, "good.pp", "bad.pp", cwd=tmp_path)
    assert answer.code == 1
    assert "bad.pp:1" in answer.out
    assert "other.pp" not in answer.out
