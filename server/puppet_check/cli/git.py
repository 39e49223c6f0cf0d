"""What git says about a repository. It runs no programs of the repository but the filters of its files, such as those of Git LFS."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

from puppet_check.config.error import ConfigError
from puppet_check.reading.places import real

QUIET = (
    *("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.quotePath=false"),
    *("-c", f"core.attributesFile={os.devnull}"),
)
PLACES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
"""The variables that name places of a repository."""
SECONDS = 30.0
"""How long git may take: it waits forever for a FIFO in place of one of its files."""


def git(folder: str, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """The output of git. Raises ConfigError."""
    return git_bytes(folder, *arguments, environment=environment).decode(errors="surrogateescape")


def git_bytes(folder: str, *arguments: str, environment: Mapping[str, str] | None = None) -> bytes:
    """The output of git as bytes. Raises ConfigError."""
    try:
        done = subprocess.run(
            ["git", *QUIET, "-C", folder, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**_environment(), **(environment or {})},
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ConfigError(f"git {arguments[0]}: no answer in {SECONDS:.0f} s") from None
    except FileNotFoundError:
        raise ConfigError("git is not installed, which is needed to compare revisions") from None
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
        raise ConfigError(f"git {arguments[0]}: {reason}")
    return done.stdout


def _environment() -> dict[str, str]:
    """The variables of git in which the folder that it is started in decides about the repository and its root.

    Git sets some for hooks, as seen from the root of the repository that it commits to: without a working tree, they make any folder that
    root, and relative ones lead nowhere from other folders.
    """
    if "GIT_WORK_TREE" in os.environ:
        return {**os.environ, **{name: os.path.abspath(os.environ[name]) for name in PLACES if name in os.environ}}
    return {name: value for name, value in os.environ.items() if name not in PLACES}


def commit_of(folder: str, revision: str) -> str | None:
    """The name of the commit of a revision; None if there is none."""
    try:
        return git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip() or None
    except ConfigError:
        return None


def top_of(folder: str) -> str:
    """The root of the repository that a folder is in, without links. Raises ConfigError."""
    return real(git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
