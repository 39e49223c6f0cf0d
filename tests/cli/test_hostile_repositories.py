"""Whatever a repository names as a program, no command runs it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.command import run, write
from tests.support.hostile_repositories import COMMANDS, FILES, make, started
from tests.support.repository import committed, git


def test_no_program_but_git_is_started(tmp_path: Path) -> None:
    places = [*make(tmp_path)]
    assert len(places) >= 30
    (tmp_path / "canary").unlink(missing_ok=True)  # Making them has run some.
    assert started(tmp_path, places, {"XDG_CACHE_HOME": str(tmp_path / "cache")}) == set()
    assert not (tmp_path / "canary").exists()
