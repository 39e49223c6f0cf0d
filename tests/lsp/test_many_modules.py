"""A client that opens a file among very many modules: first what needs no search of them, then all; and a save of another file."""

from __future__ import annotations

from pathlib import Path

from puppet_check.workspace.known import FEW
from tests.cli.command import write
from tests.lsp.plain import codes, session
from tests.support.lsp_client import Client

TEXT = (
    "class m0 {\n  class { 'm1': port => 1 }\n  file { '/a': mode => 420, require => Package['nowhere'] }\n  notice($nothing_sets_it)\n}\n"
)
FIRST = ["unknown-parameter", "wrong-value"]
ALL = ["unknown-parameter", "wrong-value", "unknown-reference", "unknown-variable"]


def published_in_turn(client: Client, path: Path, count: int) -> list[list[str]]:
    """The codes of the first findings of a document that are published, each time that they are."""
    found = []
    since = 0
    for _ in range(count):
        came, diagnostics = client.published(path, since=since)
        found.append(codes(diagnostics))
        since = next(at for at, (when, _) in enumerate(client.came) if at >= since and when == came) + 1
    return found


def test_the_first_findings_do_not_wait_for_the_search_of_all_modules(tmp_path: Path) -> None:
    modules = {f"modules/m{number}/manifests/init.pp": f"class m{number} {{ }}\n" for number in range(FEW + 1)}
    write(tmp_path, {"environment.conf": "", **modules, "modules/m0/manifests/init.pp": TEXT})
    path, other = (tmp_path / f"modules/m{number}/manifests/init.pp" for number in (0, 1))
    with session(tmp_path, tmp_path) as client:
        client.open(path, TEXT)
        assert published_in_turn(client, path, 2) == [FIRST, ALL]
        other.write_text("class m1 (Integer $port) { }\n")
        client.notify("textDocument/didSave", {"textDocument": {"uri": other.as_uri()}})
        assert published_in_turn(client, path, 3)[2] == ALL[1:]
