"""Clients, hooks and documents agree with the table of kinds of files."""

from __future__ import annotations

import json
import re
from importlib import import_module

import pytest

from puppet_check.features import symbols
from puppet_check.rules.hiera.hierarchy import HierarchyFindings
from puppet_check.rules.other_files import HIERARCHY
from puppet_check.workspace.kinds import KINDS, LOOKUP_KEY, PLAN, TITLE, Kind, all_patterns, all_selectors, all_watched, is_checked, kind_of
from puppet_grammar.parse import mode_of
from puppet_typesys import loader
from tests.cli.command import CHECKOUT

EXTENSION = CHECKOUT / "vscode-client"
PATHS = {
    "manifests/init.pp": "manifest",
    "modules/a/manifests/plans/b.pp": "manifest",
    "modules/a/plans/b.pp": "plan",
    "modules/a/templates/b/c.epp": "EPP template",
    "modules/a/templates/b/c.erb": "ERB template",
    "metadata.json": "module metadata",
    "Puppetfile": "Puppetfile",
    "environment.conf": "environment settings",
    "puppet.conf": "server settings",
    "modules/a/hiera.yaml": "Hiera configuration",
    "data/nodes/a.yaml": "Hiera data",
    "hieradata/a.yml": "Hiera data",
    "hiera/a.eyaml": "Hiera data",
    "modules/a/data/b.json": "Hiera data",
    "modules/a/tasks/b.json": "task metadata",
    "modules/a/tasks/b.sh": "task script",
    "modules/a/tasks/b": "task script",
}
"""Files that are checked."""
OTHERS = (
    "README.md", "app", "a.pp.orig", "spec/a_spec.rb", "lib/a.erb", "a.yaml", ".travis.yml", "package.json", "tasks/README.md",
    "tasks/a.conf", "tasks/.gitkeep", "lib/puppet/tasks/a.rb", "pyproject.toml", ".fixtures.yml", "modules/a/tasks/b/c.sh",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_of_a_kind_and_checked(path: str) -> None:
    kind = kind_of(f"/repository/{path}")
    assert kind is not None
    assert (kind.name, is_checked(f"/repository/{path}"), is_checked(path)) == (PATHS[path], True, True)
    assert (kind is PLAN) == mode_of(path).tasks


@pytest.mark.parametrize("path", OTHERS)
def test_a_file_is_not_looked_for(path: str) -> None:
    assert not is_checked(f"/repository/{path}")


def test_the_hook_takes_what_is_checked() -> None:
    pattern, pattern_of_fixes, _ = re.findall(
        r"^  files: '(.*)'$", (CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert pattern == pattern_of_fixes == all_patterns()
    assert [each for each in (*PATHS, *OTHERS) if re.search(pattern, each)] == list(PATHS)


def test_the_extension_asks_about_what_is_checked() -> None:
    source = (EXTENSION / "src" / "client.ts").read_text(encoding="utf-8")
    (languages,), (patterns,) = (re.findall(rf"const {name} = \[(.*?)\];", source, re.DOTALL) for name in ("LANGUAGES", "PATTERNS"))
    contributed = {each["id"]: each for each in _contributes()["languages"]}
    asked = set(re.findall(r"'([^']+)'", patterns))
    for language in (contributed[each] for each in re.findall(r"'([^']+)'", languages)):
        asked |= {f"**/*{each}" for each in language.get("extensions", ())} | {f"**/{each}" for each in language.get("filenames", ())}
    assert asked == set(all_selectors())


def test_the_extension_gives_a_schema_to_each_kind_that_has_one() -> None:
    found = {each["url"]: each["fileMatch"] for key in ("jsonValidation", "yamlValidation") for each in _contributes()[key]}
    assert {url: _globs(fits) for url, fits in found.items()} == {
        f"./schemas/{each.schema}.json": each.selectors for each in KINDS if each.schema is not None
    }


def test_the_documents_list_what_is_checked() -> None:
    page = (CHECKOUT / "docs" / "editors.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\*\*/[^`]+)` \| ([^|,]+?)(?:,[^|]*)? \|$", page, re.MULTILINE)
    assert rows == [(glob, each.name) for each in KINDS if each.is_checked for glob in each.selectors]


def test_a_change_of_every_kind_is_watched() -> None:
    suffixes = ("pp", "epp", "erb", "rb", "yaml", "yml", "eyaml", "json")
    watched = " ".join(all_watched())
    assert all(f"*.{each}" in watched for each in suffixes) and "**/tasks/*" in watched
    assert all(name in watched for kind in KINDS for name in kind.names)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_modules_that_a_row_names_exist(kind: Kind) -> None:
    if kind.rules == HIERARCHY:
        assert callable(HierarchyFindings)
    elif kind.rules is not None:
        assert callable(import_module(f"puppet_check.rules.{kind.rules}.check").subjects)
    if kind.features is not None:
        assert callable(import_module(f"puppet_check.features.other.{kind.features}").hover)
    known = {each for module in (symbols, loader) for name, each in vars(module).items() if name.isupper() and isinstance(each, str)}
    assert kind.mentions <= known | {TITLE, LOOKUP_KEY}


def _contributes() -> dict[str, list[dict[str, list[str]]]]:
    found: dict[str, list[dict[str, list[str]]]] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["contributes"]
    return found


def _globs(fits: str | list[str]) -> tuple[str, ...]:
    """The globs of a match of schemas, which fits names alone in any folder."""
    return tuple(f"**/{each.removeprefix('/**/')}" for each in ([fits] if isinstance(fits, str) else fits))
