"""Starts git: the only place that does. What it is asked for runs no program, whatever a repository or the user has configured.

Only commands that read objects, the index and references are run, never one that looks at files of a work tree: those run the filters that
`.gitattributes` and a configuration name. Objects that a partial clone lacks are not downloaded, as the program that sends them is
configured as well: every protocol is refused, also by releases of git that do not know `GIT_NO_LAZY_FETCH` (before 2.45).
"""

from __future__ import annotations

import os
import subprocess
from functools import cache

from puppet_check.config.error import ConfigError

OPTIONS = (
    *("--no-pager", "--no-replace-objects", "--literal-pathspecs"),
    *("-c", "safe.bareRepository=explicit", "-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false"),
    *("-c", f"core.attributesFile={os.devnull}", "-c", "core.quotePath=false", "-c", "protocol.allow=never"),
    *("-c", "submodule.recurse=false", "-c", "credential.helper=", "-c", "core.askPass=", "-c", "diff.external="),
)
ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_PROTOCOL_FROM_USER": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_SSH_COMMAND": "",
    "GIT_ATTR_NOSYSTEM": "1",
    "LC_ALL": "C",
}
OWN_CONFIGURATION = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": os.devnull, "GIT_CONFIG_GLOBAL": os.devnull}
"""Without the configuration of the user and of the system."""
SECONDS = 30.0
"""How long git may take: it waits forever for a FIFO in place of one of its files."""
COMMANDS = frozenset(("rev-parse", "merge-base", "ls-tree", "ls-files", "cat-file", "for-each-ref"))
"""The commands that run no program."""


def run_git(folder: str, place: tuple[str, ...], command: str, *arguments: str, given: bytes = b"") -> bytes:
    """The output of a command of git. Raises ConfigError if there is none.

    `place` are options that name the repository. Without any, git looks for it in the folder alone, and then, to know which repositories
    the user trusts, it reads the configuration of the user.
    """
    assert command in COMMANDS
    own = OWN_CONFIGURATION if place else {"GIT_CEILING_DIRECTORIES": os.path.dirname(folder)}
    try:
        done = subprocess.run(
            [_program(), *OPTIONS, "-C", folder, *place, command, *arguments],
            input=given,
            capture_output=True,
            env={**_inherited(), **ENVIRONMENT, **own},
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ConfigError(f"git {command}: no answer in {SECONDS:.0f} s") from None
    if done.returncode != 0:
        raise ConfigError(f"git {command}: {_reason(done)}")
    return done.stdout


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    said = done.stderr.decode(errors="replace").strip()
    if "promisor remote" in said:
        return "objects of the revision are missing in this partial clone, and are never downloaded here"
    return " ".join(said.split()) or f"exit code {done.returncode}"


def _inherited() -> dict[str, str]:
    """The variables of this process but those of git, such as the ones that it sets for hooks."""
    return {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}


@cache
def _program() -> str:
    """The path of git, from the absolute folders of `PATH` alone: others would find one in a workspace. Raises ConfigError."""
    names = ("git.exe",) if os.name == "nt" else ("git",)
    for path in (os.path.join(folder, name) for folder in os.get_exec_path() if os.path.isabs(folder) for name in names):
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise ConfigError("git is not installed, which is needed to compare revisions")
