"""Running of the installed commands, as users do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
    """Run a command of this project."""
    source = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [Path(sys.executable).parent / command, *arguments], cwd=cwd, input=source, capture_output=True, env={**os.environ, **(env or {})}
    )
    return Answer(done.returncode, done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8", "surrogateescape"))


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder; return the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
