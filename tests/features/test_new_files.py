"""The content of new files, which is valid as it is."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.features.project_files.new_files import KINDS, RefusedError, new_files
from puppet_check.workspace.workspace import Workspace

PLACES = {
    "class": ("extra", ["manifests/extra.pp"]),
    "define": ("web::deep::site", ["manifests/deep/site.pp"]),
    "function": ("shout", ["functions/shout.pp"]),
    "type": ("Web::Port", ["types/port.pp"]),
    "plan": ("web::deploy", ["plans/deploy.pp"]),
    "fact": ("web_version", ["lib/facter/web_version.rb"]),
    "task": ("restart", ["tasks/restart.sh", "tasks/restart.json"]),
}


def module(folder: Path) -> Path:
    """A module to add a file to."""
    (folder / "web" / "manifests").mkdir(parents=True)
    (folder / "web" / "metadata.json").write_text(json.dumps({"name": "me-web", "version": "1.0.0", "dependencies": []}))
    return folder / "web"


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_is_in_its_place_and_has_no_findings(kind: str, tmp_path: Path) -> None:
    top = module(tmp_path)
    name, places = PLACES[kind]
    made = new_files(kind, name, Workspace().known(os.fspath(top / "metadata.json")), os.fspath(top))
    assert [os.path.relpath(each.path, top) for each in made] == places
    for each in made:
        Path(each.path).parent.mkdir(parents=True, exist_ok=True)
        Path(each.path).write_text(each.text)
    for each in made:
        assert not each.path.endswith((".pp", ".json")) or Analysis().check(each.path).diagnostics == ()


@pytest.mark.parametrize(
    ("kind", "name", "why"),
    [
        ("class", "web::Bad-name", "not a valid name for a class"),
        ("class", "other::thing", "unknown module 'other'"),
        ("function", "web", "not a valid name for a function"),
        ("task", "Bad", "not a valid name for a task"),
        ("thing", "x", "unknown kind 'thing'; expected one of class, define"),
    ],
)
def test_what_cannot_be_made_is_told(kind: str, name: str, why: str, tmp_path: Path) -> None:
    top = module(tmp_path)
    with pytest.raises(RefusedError, match=why):
        new_files(kind, name, Workspace().known(os.fspath(top / "metadata.json")), os.fspath(top))


def test_no_file_is_lost(tmp_path: Path) -> None:
    top = module(tmp_path)
    (top / "manifests" / "here.pp").write_text("class web::here { }\n")
    with pytest.raises(RefusedError, match="already exists"):
        new_files("class", "web::here", Workspace().known(os.fspath(top / "metadata.json")), os.fspath(top))
