"""The Visual Studio Code client agrees with the rest of the project."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CLIENT = json.loads((ROOT / "vscode-client" / "package.json").read_text(encoding="utf-8"))


def test_it_has_the_version_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (CLIENT["version"], CLIENT["license"]) == (project["version"], project["license"])


def test_it_opens_what_the_grammar_reads() -> None:
    grammar = json.loads((ROOT / "grammar" / "tree-sitter.json").read_text(encoding="utf-8"))["grammars"][0]
    languages = [each for each in CLIENT["contributes"]["languages"] if each["id"] in ("puppet", "epp")]
    extensions = {extension for language in languages for extension in language["extensions"]}
    assert extensions == {f".{extension}" for extension in grammar["file-types"]}


def test_its_lock_has_its_version_and_names_no_registry() -> None:
    lock = json.loads((ROOT / "vscode-client" / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["version"] == lock["packages"][""]["version"] == CLIENT["version"]
    assert not any("resolved" in package for package in lock["packages"].values())


def test_every_command_and_setting_is_used() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "vscode-client" / "src").glob("*.ts"))
    kinds = re.findall(r"^  (\w+): '[\w:]+',$", source, re.MULTILINE)
    for command in CLIENT["contributes"]["commands"]:
        section, _, name = command["command"].partition(".")
        assert section == "puppetCheck"
        assert name.removeprefix("new.") in kinds if name.startswith("new.") else re.search(rf"^    {name}[:,]", source, re.MULTILINE), name
    for setting in ("path", "arguments"):
        assert f"'{setting}'" in source


def test_every_file_it_names_is_there() -> None:
    contributes = CLIENT["contributes"]
    named = [each["path"] for key in ("grammars", "snippets") for each in contributes[key]]
    named += [each["configuration"] for each in contributes["languages"] if "configuration" in each]
    named += [step["media"]["markdown"] for each in contributes["walkthroughs"] for step in each["steps"]]
    assert [each for each in (CLIENT["icon"], *named) if not (ROOT / "vscode-client" / each).is_file()] == []
