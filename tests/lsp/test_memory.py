"""The server takes little memory for texts with very many parts."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.lsp.plain import is_alive, session
from tests.support.lsp_client import Client

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems measure memory in other ways")

START = {"line": 0, "character": 0}
TEXTS = {
    "a text with too many parts": ("A:" * 200_000 + "\n", 130),
    "a text with many parts": ("plan " * 60_000, 120),
    "open brackets": ("$x = " + "@(" * 100_000, 40),
}


def peak(client: Client) -> int:
    """The most megabytes that the server has had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{client.process.pid}/status").read_text())
    assert found is not None
    return int(found[1]) >> 10


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_of_many_parts_is_held_once(kind: str, tmp_path: Path) -> None:
    (text, most), path = TEXTS[kind], tmp_path / "a.pp"
    document = {"textDocument": {"uri": path.as_uri()}}
    with session(tmp_path) as client:
        client.open(tmp_path / "b.pp", "class b { }\n")
        client.published(tmp_path / "b.pp")
        before = peak(client)
        client.open(path, text)
        client.published(path)
        client.ask("textDocument/semanticTokens/full", document)
        client.ask("textDocument/semanticTokens/range", {**document, "range": {"start": START, "end": START}})
        client.at("textDocument/completion", path, 0, len(text) // 2)
        client.at("textDocument/completion", path, 1, 0)
        assert is_alive(client, tmp_path)
        assert peak(client) - before < most


def test_a_text_that_is_replaced_is_not_held_beside_the_new_one(tmp_path: Path) -> None:
    statement, count, path = "$x = @(E:json)\n {}\n | E\n", 20_000, tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "class a { }\n")
        client.published(path)
        before = peak(client)
        client.edit(path, 1, (0, 0, 1, 0, statement * count))
        client.published(path, 1)
        made = peak(client)
        client.edit(path, 2, (0, 0, 3 * count, 0, statement * (count - 1)))
        client.published(path, 2)
        assert made - before < 110 and peak(client) - made < 50


def test_an_outline_has_a_limited_number_of_symbols(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "class a { $x = 1 }\n" * 6000)
        found = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
        assert len(found) == 5000 and all(len(each["children"]) == 1 for each in found)
