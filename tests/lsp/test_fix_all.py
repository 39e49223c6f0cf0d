"""Fix all, which editors apply on save: only safe fixes, no suggestions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.plain import session

SHOP = {
    "modules/shop/manifests/server.pp": "class shop::server { }\n",
    "modules/shop/metadata.json": '{"name": "me-shop", "version": "1.0.0", "dependencies": []}',
}


def fixed_on_save(tmp_path: Path, text: str) -> list[str]:
    """The texts that fix all puts into a manifest of a project with the module `shop`."""
    for name, content in SHOP.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    path = tmp_path / "modules" / "shop" / "manifests" / "init.pp"
    with session(tmp_path, tmp_path) as client:
        client.open(path, text)
        assert client.published(path)[1], "there is something to fix"
        place = {"line": 0, "character": 0}
        context = {"diagnostics": [], "triggerKind": 2, "only": ["source.fixAll"]}
        params = {"textDocument": {"uri": path.as_uri()}, "range": {"start": place, "end": place}, "context": context}
        found = client.ask("textDocument/codeAction", params) or []
    return [each["newText"] for action in found for edits in action["edit"]["changes"].values() for each in edits]


@pytest.mark.parametrize(
    "text",
    [
        "class shop { include shop::serve }\n",
        "class shop (Strng $a) { notice($a) }\n",
        "class shop { file { '/a': ensur => file } }\n",
        "class shop ($port) { notice($prt) }\n",
    ],
)
def test_a_suggested_name_is_not_applied(tmp_path: Path, text: str) -> None:
    assert fixed_on_save(tmp_path, text) == []


def test_an_equivalent_spelling_is_applied(tmp_path: Path) -> None:
    assert fixed_on_save(tmp_path, "class shop { notice($osfamily) }\n") == ["$facts['os']['family']"]
