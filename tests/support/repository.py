"""Git repositories for tests."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.cli.command import write

AUTHOR = ("-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main")


def git(folder: Path, *arguments: str) -> str:
    """The output of git in a folder."""
    return subprocess.run(["git", *AUTHOR, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def committed(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files and commit everything in a folder, which becomes a repository; return the folder."""
    write(folder, files)
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "x")
    return folder
