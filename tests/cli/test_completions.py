"""Shells complete commands, options, codes and files of the programs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run, run_anew, write

SEPARATOR = "\v"


def completed(line: str, folder: Path) -> list[str]:
    """What is offered at the end of a command line."""
    answers = folder / "answers"
    environment = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": SEPARATOR,
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answers),
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "ARGCOMPLETE_USE_TEMPFILES": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    run_anew(line.split()[0], cwd=folder, env=environment)
    return [each for each in answers.read_text().split(SEPARATOR) if each]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("puppet-check up", ["upgrade"]),
        ("puppet-check --forma", ["--format"]),
        ("puppet-check --format js", ["json", "jsonl"]),
        ("puppet-check --target openv", ["openvox8", "openvox9"]),
        ("puppet-check --select unknown-cl", ["unknown-class"]),
        ("puppet-check --select syntax-error,unknown-cl", ["syntax-error,unknown-class"]),
        ("puppet-check --explain unknown-cl", ["unknown-class"]),
        ("puppet-check --severity unknown-class=w", ["unknown-class=warning"]),
        ("puppet-check mani", ["manifests/"]),
        ("puppet-check manifests/in", ["manifests/init.pp"]),
        ("puppet-check upgrade --targ", ["--target"]),
        ("puppet-check completions f", ["fish"]),
        ("puppet-check interfaces ma", ["make"]),
        ("puppet-eval dif", ["diff"]),
        ("puppet-eval diff --facts", ["--facts-dir"]),
        ("puppet-format --che", ["--check"]),
    ],
)
def test_what_is_offered(tmp_path: Path, line: str, offered: list[str]) -> None:
    write(tmp_path, {"manifests/init.pp": ""})
    assert completed(line, tmp_path) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_gets_code_for_all_programs(shell: str) -> None:
    answer = run("puppet-check", "completions", shell)
    assert answer.code == 0
    assert [each for each in ("puppet-check", "puppet-eval", "puppet-format") if each not in answer.out] == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(tmp_path: Path) -> None:
    line = "puppet-check upg"
    script = f"""
        eval "$(puppet-check completions bash)"
        COMP_LINE={line!r} COMP_POINT={len(line)} COMP_TYPE=9 COMP_WORDS=({line}) COMP_CWORD=1
        _python_argcomplete puppet-check upg puppet-check
        echo "${{COMPREPLY[@]}}"
    """
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    found = subprocess.run(["bash", "-c", script], cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "upgrade"
