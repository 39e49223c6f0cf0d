"""What only people see: a bar with the time left, links, and a note about another program of the same name."""

import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from puppet_check.cli import progress
from tests.cli.command import write

PROGRAMS = Path(sys.executable).parent


def on_terminal(*arguments: str, cwd: Path, env: Mapping[str, str]) -> str:
    """What a run of `puppet-check` prints on a terminal, as its output and its errors."""
    ours, theirs = pty.openpty()
    environment = {"PATH": f"{PROGRAMS}:/usr/bin:/bin", "TERM": "xterm-256color", "HOME": str(cwd / "home"), **env}
    process = subprocess.Popen(
        [PROGRAMS / "puppet-check", *arguments], cwd=cwd, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 1 << 16):
            parts.append(part)
    except OSError:  # Linux says so that the other side is closed.
        pass
    finally:
        os.close(ours)
        process.wait()
    return b"".join(parts).decode().replace("\r\n", "\n")


def gem(folder: Path) -> Path:
    """A folder with a program as RubyGems writes it."""
    write(folder, {"puppet-check": "#!/usr/bin/env ruby\nrequire 'rubygems'\n"})
    (folder / "puppet-check").chmod(0o755)
    return folder


def test_another_program_of_the_name_is_said_once(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\n"})
    env = {"PATH": f"{PROGRAMS}:{gem(tmp_path / 'gems')}:/usr/bin:/bin", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    first, second = (on_terminal("--no-cache", "a.pp", cwd=tmp_path, env=env) for _ in range(2))
    assert f"{tmp_path}/gems/puppet-check is the RubyGem of the same name" in first
    assert "RubyGem" not in second and "No problems in 1 file" in second


def test_without_the_other_program_nothing_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\n"})
    assert on_terminal("--no-cache", "a.pp", cwd=tmp_path, env={}) == "No problems in 1 file\n"


@pytest.mark.parametrize(("terminal", "is_linked"), [({"TERM": "xterm-kitty"}, True), ({"VTE_VERSION": "7600"}, True), ({}, False)])
def test_codes_are_links_where_the_terminal_has_links(tmp_path: Path, terminal: dict[str, str], is_linked: bool) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    found = on_terminal("--no-cache", "a.pp", cwd=tmp_path, env={"PUPPET_CHECK_MANUAL": "https://a.example/", **terminal})
    assert ("\x1b]8;;https://a.example/rules/syntax-error/\x1b\\" in found) is is_linked


def test_the_module_is_the_program(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a {\n"})
    done = subprocess.run([sys.executable, "-m", "puppet_check", "a.pp"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "[syntax-error]" in done.stdout) == (1, True)


def test_the_bar_says_how_much_is_done_and_how_long_the_rest_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    now = iter(float(each) for each in range(1000))
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "_show", shown.append)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    assert [*progress.with_progress(range(100), 100, "checked {} of {} files", lambda each: False)] == [*range(100)]
    assert shown[0] == "\r\x1b[K[....................] checked 1 of 100 files"
    assert shown[49] == "\r\x1b[K[##########..........] checked 50 of 100 files, 50 s left"
    assert shown[-1] == "\r\x1b[K"
