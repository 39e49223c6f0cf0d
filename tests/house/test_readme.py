"""The output that the README shows is the actual one."""

from __future__ import annotations

import re

from tests.cli.command import CHECKOUT, run

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")


def test_the_sample_is_what_the_command_prints() -> None:
    ((command, sample),) = re.findall(r"```console\n\$ ([^\n]*)\n(.*?)```", README, re.DOTALL)
    assert run(*command.split(), cwd=CHECKOUT).out == sample


def test_one_command_installs_and_checks_and_one_installs_and_tests() -> None:
    commands = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert ["pip install" in command for command in commands] == [True, True]
    assert ["examples" in command for command in commands] == [True, False]
    assert ["pytest" in command for command in commands] == [False, True]


def test_the_run_of_everything_takes_its_command_from_the_readme() -> None:
    script = (CHECKOUT / ".ci" / "run").read_text()
    assert "grep -m1 'pytest' README.md" in script
    assert next(line for line in README.splitlines() if "pytest" in line).startswith("python3 -m venv .venv")
