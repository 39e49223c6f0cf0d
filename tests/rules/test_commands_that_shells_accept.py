"""Commands with quotes and percent signs that are right, although they look like those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CODES = ("cron-percent", "unclosed-command-quote")


def found(folder: Path, code: str) -> list[str]:
    return [each.code for each in findings(folder, {"m.pp": code}) if each.code in CODES]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (r"'echo \'a'", ["unclosed-command-quote"]),
        (r"""'/bin/bash -c "x=$(grep -c \'"\' /etc/f)"'""", []),
        (r"""'echo "`grep \'"\' /etc/f`"'""", []),
        ("'echo $\\'don\\\\\\'t\\''", []),
        ('"echo a;#don\'t"', []),
        ('"echo a#don\'t"', ["unclosed-command-quote"]),
        ('"echo \'a ${rest}"', []),
        ('"echo \'a ${other}"', ["unclosed-command-quote"]),
    ],
)
def test_quotes(tmp_path: Path, command: str, expected: list[str]) -> None:
    values = "$rest = \"b' >> /etc/f\"\n$other = 'b'\n"
    assert found(tmp_path, f"{values}exec {{ 'x': command => {command}, path => '/bin', provider => shell }}\n") == expected


def test_quotes_in_a_command_that_is_found_in_a_folder_of_windows(tmp_path: Path) -> None:
    assert found(tmp_path, "exec { \"net user o'brien\": command => \"net user o'brien\", path => 'C:/Windows' }\n") == []


@pytest.mark.parametrize(("ensure", "expected"), [("present", ["cron-percent"]), ("absent", [])])
def test_a_percent_sign_in_a_command_that_nobody_runs(tmp_path: Path, ensure: str, expected: list[str]) -> None:
    assert found(tmp_path, f"cron {{ 'x': ensure => {ensure}, command => 'date +%F', user => 'root' }}\n") == expected
