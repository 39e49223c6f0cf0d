"""Exit codes: 0 without errors, 1 with some, 2 for wrong usage or an internal failure."""

from pathlib import Path

import pytest

from puppet_check import __version__
from tests.cli.command import run, write


def test_clean_code_gives_0(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\n"})
    assert run("puppet-check", "a.pp", cwd=tmp_path).code == 0


def test_an_error_gives_1(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    assert run("puppet-check", "a.pp", cwd=tmp_path).code == 1


def test_a_warning_alone_gives_0(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": '$a = "\\q"\n'})
    answer = run("puppet-check", "a.pp", cwd=tmp_path)
    assert (answer.code, "warning: " in answer.out) == (0, True)


def test_a_folder_without_puppet_files_gives_0(tmp_path: Path) -> None:
    answer = run("puppet-check", cwd=tmp_path)
    assert (answer.code, answer.out) == (0, "No Puppet files found\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "xml"], "'xml' is not valid; expected one of checkstyle, codeclimate"),
        (["--no-such-option"], "unknown option: --no-such-option"),
        (["--jobs", "-1"], "argument --jobs"),
        (["--stdin-filename", "a.pp"], "--stdin-filename requires the path -"),
        (["no-such-file.pp"], "no such file or folder: no-such-file.pp"),
        (["--explain", "no-such-code"], "unknown code: no-such-code"),
    ],
)
def test_wrong_usage_gives_2_and_says_why(tmp_path: Path, arguments: list[str], message: str) -> None:
    answer = run("puppet-check", *arguments, cwd=tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_a_missing_path_does_not_keep_others_from_being_checked(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    answer = run("puppet-check", "missing.pp", "a.pp", cwd=tmp_path)
    assert answer.code == 2
    assert "a.pp:1:9: error:" in answer.out


def test_an_unreadable_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "gone.pp").symlink_to("nowhere.pp")
    answer = run("puppet-check", "--format", "concise", cwd=tmp_path)
    assert answer.code == 1
    assert "gone.pp:1:1: error: cannot read the file: No such file or directory [unreadable-file]\n" in answer.out


@pytest.mark.parametrize("program", ["puppet-check", "puppet-format", "puppet-eval", "puppet-language-server"])
def test_each_program_tells_its_version(program: str) -> None:
    answer = run(program, "--version")
    assert (answer.code, answer.out) == (0, f"{program} {__version__}\n")


def test_folders_of_interfaces_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    answer = run("puppet-check", "interfaces", "--interfaces", "absent", cwd=tmp_path)
    assert (answer.code, answer.out, answer.err) == (2, "", "puppet-check: --interfaces absent: no such folder\n")
