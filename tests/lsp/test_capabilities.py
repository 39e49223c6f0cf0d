"""What depends on the capabilities of the client: annotated edits, details of completion items; files that the client moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Failure, Json

D, INIT = "modules/m/manifests/d.pp", "modules/m/manifests/init.pp"
FILES = {
    "environment.conf": "",
    D: "define m::d ($x) { }\n",
    INIT: "class m ($all = { 't' => { 'x' => 1 } }) {\n  create_resources('m::d', $all)\n  template('m/t.erb')\n}\n",
    "modules/m/templates/t.erb": "",
}
CONFIRMING = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "env", FILES)
    return tmp_path / "env"


@pytest.fixture
def client(tmp_path: Path, folder: Path) -> Iterator[Client]:
    with session(tmp_path, folder, capabilities=CONFIRMING) as found:
        yield found


def renamed(client: Client, folder: Path) -> Json:
    client.open(folder / D, FILES[D])
    return client.at("textDocument/rename", folder / D, 0, 14, newName="y")


def test_uncertain_places_have_to_be_confirmed(client: Client, folder: Path) -> None:
    found = renamed(client, folder)
    own, other = found["documentChanges"]
    assert [each["newText"] for each in own["edits"]] == ["y"]
    (edit,) = other["edits"]
    assert other["textDocument"]["uri"].endswith("init.pp")
    assert edit["range"]["start"] == {"line": 0, "character": 28}
    assert found["changeAnnotations"][edit["annotationId"]] == {
        "label": "a hash in init.pp has the key 'x', and may give 'm::d' its parameters",
        "needsConfirmation": True,
    }


def test_a_client_that_cannot_ask_gets_the_reason(tmp_path: Path, folder: Path) -> None:
    with session(tmp_path, folder) as client, pytest.raises(Failure, match=r"a hash in init.pp has the key 'x'"):
        renamed(client, folder)


def test_renamed_templates(client: Client, folder: Path) -> None:
    client.open(folder / INIT, FILES[INIT])
    uris = [(folder / "modules/m/templates" / each).as_uri() for each in ("t.erb", "new/u.erb")]
    found = client.ask("workspace/willRenameFiles", {"files": [{"oldUri": uris[0], "newUri": uris[1]}]})
    assert [each["newText"] for each in found["changes"][(folder / INIT).as_uri()]] == ["m/new/u.erb"]


def test_rows_of_completion_show_types(tmp_path: Path, folder: Path) -> None:
    item = {"completionItem": {"labelDetailsSupport": True}}
    with session(tmp_path, folder, capabilities={"textDocument": {"completion": item}}) as client:
        client.open(folder / D, "define m::d (Integer $x) {\n  notice($)\n}\n")
        found = client.at("textDocument/completion", folder / D, 1, 10)["items"]
    assert next(each["labelDetails"] for each in found if each["label"] == "$x") == {"description": "Integer"}
