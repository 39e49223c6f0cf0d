"""Commands whose standard streams are full or closed end with an exit code that says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import write

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")

CODE = "class a { notify { 'x': message=>'y' } }\nnotice('z')\n"
COMMANDS = {
    "check": ("puppet-check", "a.pp"),
    "rules": ("puppet-check", "rules"),
    "format": ("puppet-format", "--diff", "a.pp"),
    "evaluate": ("puppet-eval", "a.pp"),
    "catalog": ("puppet-eval", "--catalog", "a.pp"),
}
ENDED = {"check": 0, "rules": 0, "format": 2, "evaluate": 0, "catalog": 0}
"""The exit codes without a standard error; the formatter cannot say there what it did."""


@pytest.fixture(autouse=True, params=["", "1"], ids=["buffered", "unbuffered"])
def buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether Python keeps what is written until the end of a run; many images of containers set that it does not."""
    monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


def run(command: str, folder: Path, output: str, errors: str) -> int:
    """The exit code of a command whose streams are files."""
    program, *arguments = COMMANDS[command]
    with Path(output).open("wb") as out, Path(errors).open("wb") as err:
        done = subprocess.run([Path(sys.executable).parent / program, *arguments], cwd=folder, stdout=out, stderr=err, check=False)
    return done.returncode


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_output_is_an_error_that_is_told(command: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": CODE})
    for _ in range(2):  # The second run prints the kept result of the first.
        assert run(command, tmp_path, "/dev/full", str(tmp_path / "errors")) == 2
        *_, last = (tmp_path / "errors").read_text().splitlines()
        assert last == f"{COMMANDS[command][0]}: cannot write the output: No space left on device"


@pytest.mark.parametrize("command", COMMANDS)
def test_full_errors_end_no_command_in_an_odd_way(command: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": CODE})
    assert run(command, tmp_path, "/dev/null", "/dev/full") == ENDED[command]
    assert run(command, tmp_path, "/dev/full", "/dev/full") == 2


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_streams_may_be_closed(command: str, closed: tuple[int, ...], tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": CODE})
    program, *arguments = COMMANDS[command]
    marks = " ".join(f"{each}>&-" for each in closed)
    line = f'"{Path(sys.executable).parent / program}" {" ".join(arguments)} {marks}'
    for _ in range(2):
        done = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == (1 if command == "format" else 0) and b"Traceback" not in done.stderr
