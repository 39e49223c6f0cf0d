"""A short run imports what it needs and no more: the number of modules is bounded, not the time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import sys
from puppet_check.cli.check import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""
WITHOUT_CHECKER = 90
"""How many modules `--version` may import, those of Python's own start included."""
OF_CHECKER = 580
"""How many modules the check of a manifest may import, before it is checked in a fork."""
OF_OTHERS = ("erb", "ruby", "hiera", "metadata", "puppetfile", "environment", "tasks", "style", "own")
"""The folders of rules about files of other kinds, and of rules that are not on by default."""


def imported(*arguments: str, folder: Path) -> set[str]:
    """The modules that a run has imported when it ends."""
    done = subprocess.run([sys.executable, "-c", CODE, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return {*done.stderr.split()}


def test_the_version_is_printed_without_the_checker(tmp_path: Path) -> None:
    found = imported("--version", folder=tmp_path)
    assert len(found) < WITHOUT_CHECKER
    assert {each for each in found if each.startswith("puppet_")} == {
        *("puppet_check", "puppet_check.cli", "puppet_check.cli.check", "puppet_check.cli.streams")
    }


def test_the_check_of_a_manifest_imports_no_rules_for_other_files(tmp_path: Path) -> None:
    (tmp_path / "a.pp").write_text("class a { notify { 'a': } }\n")
    found = imported("--no-cache", "--no-config", "a.pp", folder=tmp_path)
    assert len(found) < OF_CHECKER
    assert "puppet_check.checker" in found
    assert not {each for each in found if each.startswith(tuple(f"puppet_check.rules.{name}." for name in OF_OTHERS))}
    assert not {"pygls", "lsprotocol", "yaml", "watchfiles", "prompt_toolkit", "platformdirs"} & found
    assert not {"dataclasses", "inspect", "hashlib", "regex", "sqlite3", "shutil", "datetime"} & found
    assert "puppet_check.rules.file_modes" not in found  # It is about resources, and was imported in the fork.
