"""Text of others does nothing to a terminal, and makes no commands for build servers."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.support.repository import git

NAME = "b\n::error file=x::y\x1b[31m\u202e.pp"
UGLY = "class   b { }\n"
BAD = "class b { notify { 'a': colour => 1 } $x = $facts['selinux'] }\n"


def on_terminal(*command: str, cwd: Path) -> str:
    """What a command prints on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [Path(sys.executable).parent / command[0], *command[1:]], cwd=cwd, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    found = b""
    try:
        while piece := os.read(ours, 10_000):
            found += piece
    except OSError:  # The end of a terminal.
        pass
    process.wait()
    os.close(ours)
    return found.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def assert_harmless(text: str) -> None:
    """No line is a command, and what does not print is not there."""
    assert not any(each.lstrip().startswith("::error file=x") for each in text.splitlines())
    assert "\u202e" not in text and "\x1b[31m" not in text


@pytest.mark.parametrize(
    "command",
    [
        ("puppet-format", "--check"),
        ("puppet-format", "--diff"),
        ("puppet-format", "--check", "nothing-" + NAME),
        ("puppet-check", "--diff"),
        ("puppet-check",),
        ("puppet-check", "--format", "github"),
        ("puppet-check", "--format", "concise"),
        ("puppet-check", "--format", "checkstyle"),
        ("puppet-check", "--format", "junit"),
        ("puppet-check", "--format", "gitlab"),
        ("puppet-check", "--log-format", "%{path}: %{message}"),
        ("puppet-check", "upgrade", "--details"),
        ("puppet-check", "nothing-" + NAME),
        ("puppet-eval", "nothing-" + NAME),
        ("puppet-eval", "--ast", "pn", "nothing-" + NAME),
    ],
)
def test_names_of_files(command: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path, {f"manifests/{NAME}": UGLY + BAD, "metadata.json": "{}"})
    answer = run(*command, cwd=tmp_path)
    text = answer.out + answer.err
    if command[-1] != "gitlab":
        assert text
    # For GitHub, the name of a file has to stay what it is.
    assert_harmless(text.replace("\u202e", "") if command[-1] == "github" else text)


CODE = 'notice("a\\n::error file=x::y\\u{1b}[31m\\u{202e}")'


def test_notices(tmp_path: Path) -> None:
    assert run("puppet-eval", "-e", CODE).out.splitlines()[0].endswith("a\\n::error file=x::y\\x1b[31m\\u202e")
    assert run("puppet-eval", "-e", 'notice("a\\nb")').out.splitlines()[:2] == ["Notice: a", "b"]


def test_titles_and_notices_of_catalogs() -> None:
    code = 'file { "/a\\n::error file=x::y": ensure => file, before => File["/b\\n::error file=x::y"] } notice("a\\n::error file=x::y")'
    answer = run("puppet-eval", "--catalog", "-e", code + ' file { "/b\\n::error file=x::y": }')
    assert "File[/a\\n::error file=x::y]" in answer.out and "Notice: a\\n::error" in answer.out
    assert_harmless(answer.out + answer.err)


def test_values_of_data(tmp_path: Path) -> None:
    data = {"hiera.yaml": "version: 5\nhierarchy:\n  - name: x\n    path: c.yaml\n", "data/c.yaml": 'k: "a\\n::error file=x::y"\n'}
    write(tmp_path, {**data, "environment.conf": ""})
    answer = run("puppet-check", "explain", "k", cwd=tmp_path)
    assert "error file=x" in answer.out
    assert_harmless(answer.out)


def test_rendered_text_is_exact_elsewhere_and_visible_on_a_terminal(tmp_path: Path) -> None:
    write(tmp_path, {"metadata.json": '{"name": "x-m"}', "templates/a.epp": "a\x1b[31m\u202e\tb\n"})
    assert run("puppet-eval", "--render", "templates/a.epp", cwd=tmp_path).out == "a\x1b[31m\u202e\tb\n"
    shown = on_terminal("puppet-eval", "--render", "templates/a.epp", cwd=tmp_path)
    assert "a\\x1b[31m\\u202e" in shown or "\u202e" not in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize("command", [("puppet-format", "--diff"), ("puppet-check", "--diff", "--profile", "puppet-lint")])
def test_differences_on_a_terminal(command: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path, {"manifests/a.pp": 'class   a { # \x1b]0;x\x07 \u202e\n  $x = "a" }\n'})
    found = on_terminal(*command, cwd=tmp_path)
    assert "\\x1b]0;x\\x07" in found and "\x07" not in found and "\u202e" not in found


@pytest.mark.parametrize("name", ["a.pp", "a b.pp", 'q"q.pp', "é.pp", "a\nb.pp", "tab\tb.pp"])
def test_a_difference_is_a_patch_whatever_the_name(name: str, tmp_path: Path) -> None:
    write(tmp_path, {name: UGLY})
    git(tmp_path, "init", "--quiet")
    patch = run("puppet-format", "--diff", cwd=tmp_path).out
    (tmp_path / "p").write_text(patch)
    git(tmp_path, "apply", "-p0", "p")
    assert (tmp_path / name).read_text() == "class b {}\n"
