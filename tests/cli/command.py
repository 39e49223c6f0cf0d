"""Running of the installed commands, as users do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.commands import COMMANDS, is_like_ours

FORKED = frozenset(("puppet-check", "puppet-format", "puppet-eval"))
CHECKOUT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Answer:
    """The output and exit code of a command."""

    code: int
    out: str
    err: str


def run(
    command: str, *arguments: str | Path, cwd: Path | None = None, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
) -> Answer:
    """Run a command of this project, where possible in a fork of a process that has imported it; its streams are then files."""
    surroundings = {**os.environ, **(env or {})}
    if command not in FORKED or not is_like_ours(surroundings):
        return run_anew(command, *arguments, cwd=cwd, stdin=stdin, env=env)
    return _answer(*COMMANDS.run(command, tuple(map(os.fspath, arguments)), cwd, _bytes(stdin), surroundings))


def run_anew(
    command: str, *arguments: str | Path, cwd: Path | None = None, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
) -> Answer:
    """Run a command of the environment in a new process, with pipes."""
    program = Path(sys.executable).parent / command
    done = subprocess.run([program, *arguments], cwd=cwd, input=_bytes(stdin), capture_output=True, env={**os.environ, **(env or {})})
    return _answer(done.returncode, done.stdout, done.stderr)


def _bytes(stdin: str | bytes) -> bytes:
    return stdin.encode() if isinstance(stdin, str) else stdin


def _answer(code: int, out: bytes, err: bytes) -> Answer:
    return Answer(code, out.decode("utf-8", "surrogateescape"), err.decode("utf-8", "surrogateescape"))


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder; return the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
