"""Renames in a checkout beside others: files move with their definitions, and changes outside of the open folders are confirmed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Failure, Json

AGENT, INIT = "manifests/agent.pp", "manifests/init.pp"
MODULE = {
    "metadata.json": '{"name": "acme-zabbix", "dependencies": [{"name": "acme/nfs", "version_requirement": ">= 1.0.0"}]}',
    INIT: "class zabbix { include zabbix::agent }\n",
    AGENT: "class zabbix::agent { include nfs::server }\n",
}
NFS = {
    "metadata.json": '{"name": "acme-nfs", "version": "1.0.0", "dependencies": []}',
    INIT: "class nfs { include zabbix::agent }\n",
    "manifests/server.pp": "class nfs::server { }\n",
}
CONFIRMING = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}}}}
INSIDE, OUTSIDE = "inside", "to confirm"


def changed(edit: Json, top: Path) -> set[tuple[str, str]]:
    """The files that an edit changes or moves, each with whether the user is asked."""
    found = {(uri, INSIDE) for uri in edit.get("changes") or {}}
    annotations = edit.get("changeAnnotations") or {}
    for each in edit.get("documentChanges") or ():
        if "edits" in each:
            asked = all(annotations.get(one.get("annotationId"), {}).get("needsConfirmation") for one in each["edits"])
            found.add((each["textDocument"]["uri"], OUTSIDE if asked else INSIDE))
        else:
            found |= {(each["oldUri"], "moves"), (each["newUri"], "moves")}
    return {(uri.removeprefix(f"{top.as_uri()}/"), what) for uri, what in found}


def renamed(client: Client, folder: Path, file: str, column: int, name: str) -> Json:
    client.open(folder / file, (folder / file).read_text())
    return client.at("textDocument/rename", folder / file, 0, column, newName=name)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    for name, files in (("main", MODULE), ("feature-x", MODULE), ("nfs", NFS)):
        write(tmp_path / "src" / name, files)
    return tmp_path / "src"


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    for name in ("main", "feature-x"):
        write(tmp_path / "src" / name, MODULE)
    return tmp_path / "src"


@pytest.mark.parametrize("name", ["main", "feature-x"])
@pytest.mark.parametrize("is_alone", [True, False])
def test_a_rename_in_a_work_tree_edits_no_other(name: str, is_alone: bool, trees: Path, tmp_path: Path) -> None:
    folders = [trees / name] if is_alone else [trees / "main", trees / "feature-x"]
    with session(tmp_path, *folders) as client:
        found = changed(renamed(client, trees / name, AGENT, 16, "zabbix::client"), trees)
    moves = {(f"{name}/{AGENT}", "moves"), (f"{name}/manifests/client.pp", "moves")}
    assert found == {(f"{name}/{AGENT}", INSIDE), (f"{name}/{INIT}", INSIDE), *moves}


@pytest.mark.parametrize("name", ["zbx", "puppet-zabbix"])
def test_the_file_moves_in_a_checkout_of_any_name_beside_others(name: str, top: Path, tmp_path: Path) -> None:
    os.rename(top / "main", top / name)
    write(top / "nfs", {INIT: "class nfs { }\n"})
    with session(tmp_path, top / name) as client:
        found = changed(renamed(client, top / name, AGENT, 16, "zabbix::client"), top)
    assert (f"{name}/manifests/client.pp", "moves") in found and all(path.startswith(f"{name}/") for path, _ in found)


def test_files_of_other_checkouts_are_to_be_confirmed(top: Path, tmp_path: Path) -> None:
    with session(tmp_path, top / "main", capabilities=CONFIRMING) as client:
        edit = renamed(client, top / "main", AGENT, 16, "zabbix::client")
    assert (f"nfs/{INIT}", OUTSIDE) in changed(edit, top) and (f"main/{INIT}", INSIDE) in changed(edit, top)
    (annotation,) = edit["changeAnnotations"].values()
    assert annotation == {"label": f"{top / 'nfs' / INIT} is outside of the workspace", "needsConfirmation": True}


def test_a_client_that_cannot_ask_is_refused_with_the_file(top: Path, tmp_path: Path) -> None:
    with (
        session(tmp_path, top / "main") as client,
        pytest.raises(Failure, match=r"nfs/manifests/init.pp, which is outside of the workspace"),
    ):
        renamed(client, top / "main", AGENT, 16, "zabbix::client")


def test_files_of_other_open_folders_are_changed(top: Path, tmp_path: Path) -> None:
    with session(tmp_path, top / "main", top / "nfs") as client:
        assert (f"nfs/{INIT}", INSIDE) in changed(renamed(client, top / "main", AGENT, 16, "zabbix::client"), top)


@pytest.mark.parametrize("method", ["textDocument/rename", "textDocument/prepareRename"])
@pytest.mark.parametrize("capabilities", [None, CONFIRMING])
def test_a_definition_of_another_checkout_is_not_renamed(method: str, capabilities: Json, top: Path, tmp_path: Path) -> None:
    with session(tmp_path, top / "main", capabilities=capabilities) as client:
        client.open(top / "main" / AGENT, MODULE[AGENT])
        more = {"newName": "nfs::client"} if method.endswith("rename") else {}
        with pytest.raises(Failure, match=r"'nfs::server' is defined outside of the workspace, in .*server.pp"):
            client.at(method, top / "main" / AGENT, 0, 36, **more)


def test_without_open_folders_the_project_is_the_workspace(top: Path, tmp_path: Path) -> None:
    with session(tmp_path) as client, pytest.raises(Failure, match="outside of the workspace"):
        renamed(client, top / "main", AGENT, 16, "zabbix::client")


def test_what_a_link_leads_to_outside_is_to_be_confirmed(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere/nfs", {INIT: "class nfs { include zabbix::agent }\n"})
    folder = write(tmp_path / "env", {"environment.conf": "", **{f"modules/zabbix/{path}": text for path, text in MODULE.items()}})
    (folder / "modules/nfs").symlink_to(tmp_path / "elsewhere/nfs")
    with session(tmp_path, folder, capabilities=CONFIRMING) as client:
        found = changed(renamed(client, folder, f"modules/zabbix/{AGENT}", 16, "zabbix::client"), folder)
    assert (f"modules/nfs/{INIT}", OUTSIDE) in found


def test_a_moved_file_changes_other_checkouts_only_if_it_is_confirmed(top: Path, tmp_path: Path) -> None:
    uris = {"oldUri": (top / "main" / AGENT).as_uri(), "newUri": (top / "main/manifests/client.pp").as_uri()}
    with session(tmp_path, top / "main", capabilities=CONFIRMING) as client:
        found = changed(client.ask("workspace/willRenameFiles", {"files": [uris]}), top)
    assert (f"nfs/{INIT}", OUTSIDE) in found and (f"main/{INIT}", INSIDE) in found
    with session(tmp_path, top / "main") as client:
        found = changed(client.ask("workspace/willRenameFiles", {"files": [uris]}), top)
        warned = client.wait(lambda each: each.get("method") == "window/showMessage")[1]["params"]["message"]
    assert found == {(f"main/{INIT}", INSIDE), (f"main/{AGENT}", INSIDE)}
    assert "nfs/manifests/init.pp is outside of the workspace" in warned


def test_no_action_creates_a_file_in_another_checkout(top: Path, tmp_path: Path) -> None:
    code = "class zabbix::agent {\n  include nfs::gone\n}\n"
    with session(tmp_path, top / "main") as client:
        assert not [each for each in titles(client, top / "main" / AGENT, code) if each.startswith("Create")]
    with session(tmp_path, top / "main", top / "nfs") as client:
        assert [each for each in titles(client, top / "main" / AGENT, code) if each.startswith("Create")] == ["Create gone.pp"]


def titles(client: Client, path: Path, code: str) -> Iterator[str]:
    client.open(path, code)
    _, diagnostics = client.published(path, 0)
    span = {"start": {"line": 1, "character": 12}, "end": {"line": 1, "character": 12}}
    context = {"diagnostics": diagnostics}
    answer = client.ask("textDocument/codeAction", {"textDocument": {"uri": path.as_uri()}, "range": span, "context": context})
    return (each["title"] for each in answer)
