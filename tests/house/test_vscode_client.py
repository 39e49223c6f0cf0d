"""The Visual Studio Code client agrees with the rest of the project."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CLIENT = json.loads((ROOT / "vscode-client" / "package.json").read_text(encoding="utf-8"))


def test_it_has_the_version_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (CLIENT["version"], CLIENT["license"]) == (project["version"], project["license"])


def test_it_opens_what_the_grammar_reads() -> None:
    grammar = json.loads((ROOT / "grammar" / "tree-sitter.json").read_text(encoding="utf-8"))["grammars"][0]
    extensions = {extension for language in CLIENT["contributes"]["languages"] for extension in language["extensions"]}
    assert extensions == {f".{extension}" for extension in grammar["file-types"]}


def test_every_command_and_setting_is_used() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "vscode-client" / "src").glob("*.js"))
    for command in CLIENT["contributes"]["commands"]:
        assert f"'{command['command']}'" in source
    for setting in CLIENT["contributes"]["configuration"]["properties"]:
        assert f"'{setting.rpartition('.')[2]}'" in source


@pytest.mark.skipif(shutil.which("node") is None, reason="node is missing")
def test_it_finds_the_server() -> None:
    answer = subprocess.run(["node", "--test", "test/"], cwd=ROOT / "vscode-client", capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout
