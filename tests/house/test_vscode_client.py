"""The Visual Studio Code client agrees with the rest of the project."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import takewhile
from pathlib import Path

from docs.settings_groups import extension_settings

from puppet_check import __version__
from puppet_check.config.schema import properties
from puppet_check.lsp.editor_names import editor_name

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "vscode-client" / "README.md").read_text(encoding="utf-8")
CLIENT = json.loads((ROOT / "vscode-client" / "package.json").read_text(encoding="utf-8"))


def test_it_has_the_version_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (CLIENT["version"], CLIENT["license"]) == (__version__, project["license"])


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
    named += [picture for each in contributes["walkthroughs"] for step in each["steps"] for picture in step["media"]["image"].values()]
    assert [each for each in (CLIENT["icon"], *named) if not (ROOT / "vscode-client" / each).is_file()] == []


def test_its_page_lists_its_commands_and_settings() -> None:
    commands = [f"{each['category']}: {each['title']}" for each in CLIENT["contributes"]["commands"]]
    assert [row[0] for row in _rows("command")] == commands
    settings = extension_settings(CLIENT)
    assert _rows("setting") == [
        [f"`{name}`", each["markdownDescription"], f"`{json.dumps(each['default'])}`"] for name, each in settings.items()
    ]


def test_its_settings_have_the_defaults_of_the_server() -> None:
    shown = {name.removeprefix("puppetCheck."): each["default"] for name, each in extension_settings(CLIENT).items()}
    # An empty text is how an editor shows that nothing is set.
    everything = {editor_name(name): each.get("default", "") for name, each in properties().items()}
    expected = {name: default for name, default in everything.items() if name in shown}
    assert len(expected) > 15
    assert {name: shown[name] for name in expected} == expected


def test_commands_and_views_have_conditions_that_exist() -> None:
    contributes = CLIENT["contributes"]
    commands = {each["command"]: each for each in contributes["commands"]}
    used = [each for several in contributes["menus"].values() for each in several]
    assert [each["command"] for each in used if each["command"] not in commands or not each["when"]] == []
    assert {each["view"] for each in contributes["viewsWelcome"]} == {each["id"] for each in contributes["views"]["puppetCheck"]}
    assert [each["title"] for each in commands.values() if len(each.get("shortTitle", each["title"])) > 16] == []


def test_its_page_shows_pictures_that_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE)
    assert len(pictures) >= 3
    sizes = {each: (ROOT / "vscode-client" / each).stat().st_size for each in pictures}
    assert {each: size for each, size in sizes.items() if size > 150_000} == {}


def test_the_messages_on_its_page_are_in_its_source() -> None:
    messages = re.findall(r"^\| ([^|`]+) \|", PAGE[PAGE.index("## Troubleshooting") :], re.MULTILINE)[2:]
    files = [
        *(ROOT / "vscode-client" / "src").glob("*.ts"),
        ROOT / "vscode-client" / "package.json",
        ROOT / "server/puppet_check/checker.py",
    ]
    sources = re.sub(r"\$\{[^}]*\}", "…", "".join(each.read_text(encoding="utf-8") for each in files))
    parts = {part.strip() for each in messages for part in re.split(r"…|,|5 times|Python 3\.11", each) if part.strip()}
    assert {part for part in parts if part not in sources} == set()


def _rows(heading: str) -> list[list[str]]:
    """The rows of the table of the page whose first heading this is."""
    lines = PAGE[PAGE.index(f"| {heading} |") :].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in takewhile(lambda line: line.startswith("|"), lines)][2:]
