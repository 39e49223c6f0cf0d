"""What the server opens and starts in a hostile workspace is what SECURITY.md lists."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.lsp_client import SERVER, Client
from tests.support.traced import WORKSPACE, command, hostile, read

PATIENCE = 120.0
"""Seconds; everything takes much longer under `strace`."""
REQUESTS = ("documentLink", "documentSymbol", "codeLens", "semanticTokens/full")
AT_PLACES = ("hover", "definition", "completion", "references")


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_the_server_opens_no_other_files_and_only_starts_its_own_workers(tmp_path: Path) -> None:
    top, home, log = hostile(tmp_path), tmp_path / "home", tmp_path / "log"
    home.mkdir()
    client = Client(command(log, *SERVER), env={"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}, cwd=top)
    client.begin("initialize", {"processId": None, "rootUri": top.as_uri(), "capabilities": {}})[1].result(PATIENCE)
    client.notify("initialized")
    for name in WORKSPACE:
        path = top / name
        client.open(path, path.read_text())
        identifier = {"textDocument": {"uri": path.as_uri()}}
        more = {"position": {"line": 0, "character": 8}, "context": {"includeDeclaration": True, "triggerKind": 1}}
        for method in (*REQUESTS, *AT_PLACES):
            client.ask(f"textDocument/{method}", {**identifier, **more}, PATIENCE)
    found = client.ask("workspace/diagnostic", {"previousResultIds": []}, PATIENCE)
    client.ask("workspace/symbol", {"query": "m"}, PATIENCE)
    client.ask("shutdown", None, PATIENCE)
    client.notify("exit")
    assert client.process.wait(PATIENCE) == 0
    traced = read(log)
    assert any(each["items"] for each in found["items"])
    own = ("puppet_check.reports.service", "puppet_check.lsp.watch_service")
    assert all(any(name in each for name in own) for each in traced.started[1:]) and traced.connected == []
    # The folders that environment.conf names are listed, in search of modules; these have none.
    assert {*traced.outside_of(top, home)} <= {str(tmp_path / "outside"), "/usr/share"}
