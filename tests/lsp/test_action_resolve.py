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


def whole_file(client: Client, path: Path, only: list[str] | None = None) -> list[Json]:
    """The actions for a whole document."""
    asked = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    context = {"diagnostics": [], **({} if only is None else {"only": only})}
    return list(client.ask("textDocument/codeAction", {"textDocument": {"uri": path.as_uri()}, "range": asked, "context": context}))


def after(text: str, edits: list[Json]) -> str:
    """A text after edits."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for each in sorted(edits, key=lambda each: (each["range"]["start"]["line"], each["range"]["start"]["character"]), reverse=True):
        first, last = (starts[each["range"][end]["line"]] + each["range"][end]["character"] for end in ("start", "end"))
        text = text[:first] + each["newText"] + text[last:]
    return text


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


def test_all_safe_fixes_are_made_when_they_are_chosen(opened: tuple[Client, Path]) -> None:
    client, path = opened
    (fix_all,) = whole_file(client, path, ["source.fixAll"])
    assert "edit" not in fix_all
    edits = client.ask("codeAction/resolve", fix_all)["edit"]["changes"][path.as_uri()]
    assert after(TEXT, edits) == TEXT.replace("$osfamily", "$facts['os']['family']")


def test_an_action_of_a_text_that_was_closed_is_refused_although_versions_begin_again(opened: tuple[Client, Path]) -> None:
    client, path = opened
    (fix, *_) = actions(client, path, 3, 20)
    client.close(path)
    client.open(path, TEXT.replace("80", "443"))
    with pytest.raises(Failure, match="edited since"):
        client.ask("codeAction/resolve", fix)


def test_the_actions_of_a_place_are_the_same_each_time(opened: tuple[Client, Path]) -> None:
    client, path = opened
    assert actions(client, path, 3, 20) == actions(client, path, 3, 20)


def test_links_follow_files_that_are_created_and_deleted(opened: tuple[Client, Path]) -> None:
    client, path = opened
    client.edit(path, 2, (0, 9, 0, 9, "\n  include m::other"))
    asked = {"textDocument": {"uri": path.as_uri()}}
    assert client.ask("textDocument/documentLink", asked) == []
    other = path.with_name("other.pp")
    for kind, count in ((1, 1), (3, 0)):
        if kind == 1:
            other.write_text("class m::other { }\n")
        else:
            other.unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": other.as_uri(), "type": kind}]})
        assert len(client.ask("textDocument/documentLink", asked)) == count


def test_the_description_of_a_hint_of_another_text_is_refused(opened: tuple[Client, Path]) -> None:
    client, path = opened[0], opened[1].with_name("b.pp")
    client.open(path, "class m::b {\n  $a = 1 + 2\n}\n")
    client.published(path)
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    (hint, *_) = client.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": everything})
    assert client.ask("inlayHint/resolve", hint)["tooltip"]
    client.edit(path, 2, (0, 0, 0, 0, "# more\n"))
    with pytest.raises(Failure):
        client.ask("inlayHint/resolve", hint)


@pytest.mark.parametrize("data", [None, [], ["file:///a.pp", 1, 0, 0, 0, "x"], ["a", "b", 0, 0, 0, 0, "x"]])
def test_invalid_data_is_refused(opened: tuple[Client, Path], data: Json) -> None:
    with pytest.raises(Failure):
        opened[0].ask("codeAction/resolve", {"title": "x", "data": data})


DECLARED = "class m::a {\n  m::vhost { 'a':\n    port => 80,\n  }\n}\n"
DEFINE = "define m::vhost (Integer $port, Enum['on', 'off'] $ssl_state, Array[String] $names) {\n  notice($port, $ssl_state, $names)\n}\n"
ADDED = "    port      => 80,\n    ssl_state => 'off',\n    names     => [],\n"


def added(tmp_path: Path, capabilities: Json, settings: str = "") -> Json:
    """The edit that adds parameters."""
    folder = tmp_path / "e"
    path = folder / "modules/m/manifests/a.pp"
    path.parent.mkdir(parents=True)
    path.with_name("vhost.pp").write_text(DEFINE)
    (folder / ".puppet-check.toml").write_text(settings)
    (tmp_path / "cache").mkdir()
    with session(tmp_path / "cache", folder, capabilities=capabilities) as client:
        client.open(path, DECLARED)
        client.published(path)
        (add,) = [each for each in actions(client, path, 1, 4) if each["title"].startswith("Add ")]
        return client.ask("codeAction/resolve", add)["edit"]


def test_a_parameter_gets_a_placeholder_of_its_type(tmp_path: Path) -> None:
    ((edits,),) = ([each] for each in added(tmp_path, RESOLVING)["changes"].values())
    assert "ssl_state => 'off',\n    names     => []," in after(DECLARED, edits)


def test_a_placeholder_is_selected_where_the_client_can_do_that(tmp_path: Path) -> None:
    capable = {**RESOLVING, "workspace": {"workspaceEdit": {"documentChanges": True, "snippetEditSupport": True}}}
    (change,) = added(tmp_path, capable)["documentChanges"]
    (edit,) = change["edits"]
    assert edit["snippet"]["kind"] == "snippet"
    assert "ssl_state => '${1:off}',\n    names     => ${2:[]}," in edit["snippet"]["value"]


def test_arrows_that_an_action_moves_apart_are_aligned_again(tmp_path: Path) -> None:
    ((edits,),) = ([each] for each in added(tmp_path, RESOLVING, 'profile = "puppet-lint"\n')["changes"].values())
    assert ADDED in after(DECLARED, edits)
