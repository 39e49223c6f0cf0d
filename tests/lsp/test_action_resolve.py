"""Code actions whose edits the client requests when one is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.plain import session
from tests.support.lsp_client import Client, Failure, Json

RESOLVING = {
    "textDocument": {
        "codeAction": {
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
        }
    }
}
TEXT = "class m {\n  [1].each |$x| {\n    $port = 80\n    notice($port, $osfamily)\n  }\n}\n"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Client, Path]]:
    folder = tmp_path / "e"
    path = folder / "modules/m/manifests/init.pp"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT)
    cache = tmp_path / "cache"
    cache.mkdir()
    with session(cache, folder, capabilities=RESOLVING) as client:
        client.open(path, TEXT)
        client.published(path)
        yield client, path


def actions(client: Client, path: Path, line: int, column: int) -> list[Json]:
    at = {"line": line, "character": column}
    params = {"textDocument": {"uri": path.as_uri()}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}
    return list(client.ask("textDocument/codeAction", params))


def test_an_action_gets_its_edits_when_it_is_chosen(opened: tuple[Client, Path]) -> None:
    client, path = opened
    (fix, *_) = actions(client, path, 3, 20)
    assert fix["title"] == "Use $facts['os']['family']" and "edit" not in fix and fix["isPreferred"]
    resolved = client.ask("codeAction/resolve", fix)
    (edit,) = resolved["edit"]["changes"][path.as_uri()]
    assert edit["newText"] == "$facts['os']['family']"


def test_a_refactoring_is_resolved(opened: tuple[Client, Path]) -> None:
    client, path = opened
    (inline,) = [each for each in actions(client, path, 2, 6) if each["kind"] == "refactor.inline"]
    resolved = client.ask("codeAction/resolve", inline)
    assert "80" in {each["newText"] for each in resolved["edit"]["changes"][path.as_uri()]}


def test_an_action_for_another_text_is_refused(opened: tuple[Client, Path]) -> None:
    client, path = opened
    (fix, *_) = actions(client, path, 3, 20)
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [{"text": f"# more\n{TEXT}"}]},
    )
    with pytest.raises(Failure, match="edited since"):
        client.ask("codeAction/resolve", fix)


@pytest.mark.parametrize("data", [None, [], ["file:///a.pp", 1, 0, 0, 0, "x"], ["a", "b", 0, 0, 0, "x"]])
def test_invalid_data_is_refused(opened: tuple[Client, Path], data: Json) -> None:
    with pytest.raises(Failure):
        opened[0].ask("codeAction/resolve", {"title": "x", "data": data})
