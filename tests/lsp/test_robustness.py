"""The server survives invalid messages, missing files and failing processes."""

from __future__ import annotations

import os
import shutil
import signal
import time
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from tests.cli.command import write
from tests.lsp.plain import codes, is_alive, log, session
from tests.support.lsp_client import TIMEOUT, Client, Failure, Json, cpu, tree

BROKEN = "$x = 1 / 0\n"
WATCH = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
"""The client watches files, so that the server starts no process for that."""


def error_without_id(client: Client, since: int) -> int:
    """The code of the next error that belongs to no request."""
    found = client.wait(lambda message: message.get("id", 0) is None, since)[1]
    code: int = found["error"]["code"]
    return code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[1, 2]", -32600),
        (b'"text"', -32600),
        (b"{}", -32600),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "shutdown"}', -32600),
    ],
)
def test_an_invalid_message_gets_an_error_response(tmp_path: Path, body: bytes, code: int) -> None:
    with session(tmp_path) as client:
        client.send_bytes(body)
        assert error_without_id(client, 0) == code
        assert is_alive(client, tmp_path)


def test_lines_between_messages_are_skipped(tmp_path: Path) -> None:
    with session(tmp_path) as client:
        client.send_raw(b"what is this\r\n\r\nContent-Length: many\r\nContent-Length: 99999999999999\r\n\r\n")
        assert is_alive(client, tmp_path)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", {}),
        ("textDocument/hover", {"textDocument": {"uri": "file:///a.pp"}, "position": {"line": "first", "character": 0}}),
        ("textDocument/hover", {"textDocument": 7, "position": None}),
        ("textDocument/rename", {"textDocument": {"uri": "file:///a.pp"}, "position": {"line": 0, "character": 0}}),
    ],
)
def test_a_request_of_the_wrong_form_is_refused(tmp_path: Path, method: str, params: Json) -> None:
    with session(tmp_path) as client:
        with pytest.raises(Failure) as refused:
            client.ask(method, params)
        assert refused.value.code == -32602
        assert is_alive(client, tmp_path)
    assert "Traceback" not in log(tmp_path)


ITEM = {"kind": 5, "name": "a", "uri": "", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}}


@pytest.mark.parametrize("data", [None, 5, [], ["class", "a", None, 0, 1, 0, 1], {"uri": 7, "symbol": ["class"]}])
@pytest.mark.parametrize("method", ["callHierarchy/incomingCalls", "typeHierarchy/subtypes", "codeLens/resolve"])
def test_data_that_the_server_has_not_sent_is_refused(tmp_path: Path, method: str, data: Json) -> None:
    item = {**ITEM, "selectionRange": ITEM["range"], "data": data}
    with session(tmp_path) as client, pytest.raises(Failure, match="-32602: the data is not from this server"):
        client.ask(method, item if method == "codeLens/resolve" else {"item": item})
    assert "Traceback" not in log(tmp_path)


def test_odd_notifications_are_no_failures(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        item = {"uri": path.as_uri(), "languageId": 7, "version": 1, "text": BROKEN}
        client.notify("textDocument/didOpen", {"textDocument": item})
        client.notify("window/workDoneProgress/cancel", {"token": {}})
        client.notify("workspace/didChangeConfiguration", {"settings": {"puppetCheck": {"diagnostics": 10**400}}})
        assert codes(client.published(path)[1]) == ["div-by-zero"]
        reverse = {"start": {"line": 1, "character": 0}, "end": {"line": 0, "character": 0}}
        assert client.ask("textDocument/semanticTokens/range", {"textDocument": {"uri": path.as_uri()}, "range": reverse}) == {"data": []}
    assert "Traceback" not in log(tmp_path)


def test_a_large_text_that_replaces_another_is_not_parsed(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, BROKEN)
        client.edit(path, 1, (0, 0, 1, 0, "$x = 1\n" * 500_000))
        assert "too large" in client.published(path, 1)[1][0]["message"]
        client.edit(path, 2, *[(0, 0, 1, 0, "")] * 30, (0, 0, 600_000, 0, BROKEN))
        assert codes(client.published(path, 2)[1]) == ["div-by-zero"]


def test_an_unknown_request_is_refused(tmp_path: Path) -> None:
    with session(tmp_path) as client:
        with pytest.raises(Failure) as refused:
            client.ask("textDocument/invented", {})
        assert refused.value.code == -32601
        assert is_alive(client, tmp_path)


def test_requests_before_the_first_one_are_refused(tmp_path: Path) -> None:
    client = Client(env={"XDG_CACHE_HOME": str(tmp_path)})
    with pytest.raises(Failure) as refused:
        client.ask("textDocument/hover", {"textDocument": {"uri": "file:///a.pp"}, "position": {"line": 0, "character": 0}})
    client.initialize()
    assert (refused.value.code, is_alive(client, tmp_path), client.stop()) == (-32002, True, 0)


@pytest.mark.parametrize("method", ["hover", "completion", "definition", "signatureHelp", "documentHighlight", "prepareRename"])
@pytest.mark.parametrize(("line", "column"), [(0, 4_000_000), (4_000_000, 0), (2, 2)])
def test_places_outside_of_a_text_are_those_at_its_end(tmp_path: Path, method: str, line: int, column: int) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "class a {\n}\n")
        try:
            client.at(f"textDocument/{method}", path, line, column)
        except Failure as refused:
            assert (method, refused.code) == ("prepareRename", -32602)
        assert is_alive(client, tmp_path)
    assert "Traceback" not in log(tmp_path)


def test_edits_outside_of_a_text_are_made_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "class a {\n")
        client.edit(path, 1, (900, 900, 901, 0, "}\n"), (5, 5, 1, 1, "# end\n"))
        client.published(path, 1)
        folds = client.ask("textDocument/foldingRange", {"textDocument": {"uri": path.as_uri()}})
        assert codes(client.published(path, 1)[1]) == []
        assert folds is not None
        assert is_alive(client, tmp_path)


def test_requests_for_a_closed_document_are_answered(tmp_path: Path) -> None:
    with session(tmp_path) as client:
        assert client.ask("textDocument/diagnostic", {"textDocument": {"uri": "file:///none.pp"}})["items"] == []


@pytest.mark.parametrize("method", ["didChange", "didClose", "didSave"])
def test_documents_that_are_not_open_can_be_changed_and_closed_in_vain(tmp_path: Path, method: str) -> None:
    with session(tmp_path) as client:
        identifier = {"uri": "file:///none.pp", "version": 3}
        client.notify(f"textDocument/{method}", {"textDocument": identifier, "contentChanges": [{"text": "x"}]})
        with pytest.raises(Failure, match="not open"):
            client.ask("textDocument/foldingRange", {"textDocument": identifier})
        assert is_alive(client, tmp_path)
    assert "Traceback" not in log(tmp_path)


def test_a_file_of_20_mb_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.pp"
    with session(tmp_path) as client:
        client.open(path, "file { '/tmp/some/file': ensure => present }\n" * 450_000)
        (found,) = client.published(path)[1]
        assert "too large" in found["message"]
        assert client.at("textDocument/hover", path, 1, 2) is None
        client.edit(path, 1, (0, 0, 449_999, 0, BROKEN))
        assert codes(client.published(path, 1)[1]) == ["div-by-zero"]


def test_a_folder_may_go_while_its_files_are_open(tmp_path: Path) -> None:
    module = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', "manifests/init.pp": "class m { include m::b }\n"})
    write(module, {"manifests/b.pp": "class m::b { }\n"})
    path = module / "manifests" / "init.pp"
    with session(tmp_path, module) as client:
        client.open(path, path.read_text())
        client.published(path)
        shutil.rmtree(module)
        client.edit(path, 1, (0, 0, 0, 0, BROKEN))
        assert "div-by-zero" in codes(client.published(path, 1)[1])
        client.at("textDocument/hover", path, 1, 20)
        client.ask("puppetCheck/status")
        assert is_alive(client, tmp_path)
    assert "Traceback" not in log(tmp_path)


def test_a_cache_that_cannot_be_written_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "puppet-check").write_text("a file where a folder should be")
    module = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', "manifests/init.pp": f"class m {{ {BROKEN} }}\n"})
    with session(tmp_path, module) as client:
        assert "div-by-zero" in codes(client.published(module / "manifests" / "init.pp")[1])
        assert client.ask("puppetCheck/status")["cache"]["bytes"] is None
        assert is_alive(client, tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_full_disk_leaves_all_findings(tmp_path: Path) -> None:
    (tmp_path / "puppet-check").mkdir()
    (tmp_path / "puppet-check" / "records.sqlite3").symlink_to("/dev/full")
    module = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', "manifests/init.pp": f"class m {{ {BROKEN} }}\n"})
    with session(tmp_path, module) as client:
        assert "div-by-zero" in codes(client.published(module / "manifests" / "init.pp")[1])
        assert is_alive(client, tmp_path)


def test_two_servers_share_one_cache(tmp_path: Path) -> None:
    files = {f"manifests/c{number}.pp": f"class m::c{number} {{ {BROKEN} }}\n" for number in range(60)}
    module = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', **files})
    with session(tmp_path, module) as one, session(tmp_path, module) as other:
        for name in files:
            assert "div-by-zero" in codes(one.published(module / name)[1])
            assert "div-by-zero" in codes(other.published(module / name)[1])
        assert is_alive(one, tmp_path)
        assert is_alive(other, tmp_path)
    assert "Traceback" not in log(tmp_path)


@pytest.mark.parametrize("processes", [2, 3], ids=["the one that checks all files", "one of its workers"])
def test_files_of_a_killed_process_are_checked_by_another(tmp_path: Path, processes: int) -> None:
    files = {f"manifests/c{number}.pp": f"class m::c{number} {{ {BROKEN} }}\n" for number in range(150)}
    module = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', ".puppet-check.toml": "jobs = 2\n", **files})
    with session(tmp_path, module, capabilities=WATCH) as client:
        below = with_two_below(client)
        os.kill(below[processes - 1], signal.SIGKILL)
        for name in files:
            assert "div-by-zero" in codes(client.published(module / name)[1])
        assert is_alive(client, tmp_path)
        for pid in below[1:]:
            wait_for_end(pid)


def with_two_below(client: Client) -> list[int]:
    """The processes of a server once it has started two or more others."""
    ends = time.monotonic() + TIMEOUT
    while len(found := tree(client.process.pid)) < 3:
        assert time.monotonic() < ends
        Event().wait(0.01)
    return found


def wait_for_end(pid: int) -> None:
    """Wait until a process is gone, or only its parent has not noticed."""
    ends = time.monotonic() + TIMEOUT
    try:
        while "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]:
            assert time.monotonic() < ends
            Event().wait(0.01)
    except OSError:
        return


def test_no_process_is_left_when_the_client_disconnects(tmp_path: Path) -> None:
    files = {f"manifests/c{number}.pp": f"class m::c{number} {{ {BROKEN} }}\n" for number in range(100)}
    module = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', **files})
    with session(tmp_path, module) as client:
        below = with_two_below(client)
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(TIMEOUT) is not None
        for pid in below:
            wait_for_end(pid)


def test_a_cancelled_request_is_answered_as_such(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "class a { $x = 1 }\n" * 3000)
        identifier = {"textDocument": {"uri": path.as_uri()}}
        number, future = client.begin("textDocument/diagnostic", identifier)
        client.notify("$/cancelRequest", {"id": number})
        with pytest.raises(Failure) as refused:
            future.result(TIMEOUT)
        assert refused.value.code == -32800
        assert is_alive(client, tmp_path)


def test_a_request_about_a_text_that_has_changed_is_outdated(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "class a { $x = 1 }\n" * 3000)
        hover = {"textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 11}}
        body = [
            {"id": 77, "method": "textDocument/hover", "params": hover},
            {
                "method": "textDocument/didChange",
                "params": {"textDocument": {"uri": path.as_uri(), "version": 1}, "contentChanges": [{"text": "$x = 1\n"}]},
            },
        ]
        for each in body:
            client.send(each)
        answer = client.wait(lambda message: message.get("id") == 77)[1]
        assert answer["error"]["code"] == -32801


def test_a_rename_that_is_refused_says_why(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "notice('x')\n")
        with pytest.raises(Failure) as refused:
            client.at("textDocument/rename", path, 0, 8, newName="y")
        assert (refused.value.code, bool(refused.value.message)) == (-32602, True)
    assert log(tmp_path) == ""


def test_nothing_of_a_workspace_is_imported(tmp_path: Path) -> None:
    folder, mark = tmp_path / "work", tmp_path / "ran"
    (folder / "puppet_check").mkdir(parents=True)
    for name in ("json.py", "yaml.py", "sitecustomize.py", "puppet_check/__init__.py"):
        (folder / name).write_text(f"open({str(mark)!r}, 'w').close()\n")
    (folder / "a.pp").write_text("class a ($x, $x) { }\n")
    with session(tmp_path, folder, cwd=folder) as client:
        assert codes(client.published(folder / "a.pp")[1]) == ["duplicate-parameter"]
    assert not mark.exists()


def test_a_long_word_is_completed_in_time(tmp_path: Path) -> None:
    path = tmp_path / "data" / "common.yaml"
    with session(tmp_path) as client:
        client.open(path, "a: " + "x" * 300_000 + "\n", language="yaml")
        client.at("textDocument/completion", path, 0, 200_000)
        assert is_alive(client, tmp_path)


def test_a_large_template_is_given_up_without_ending_the_server(tmp_path: Path) -> None:
    path, text = tmp_path / "a.erb", "<% " + "a\n" * 100_000 + "%>"
    with session(tmp_path) as client:
        client.open(path, text)
        for version in range(1, 30):
            client.edit(path, version, (0, 3, 0, 3, "x\n"))
            client.at("textDocument/hover", path, 0, 0)
        assert is_alive(client, tmp_path)


@pytest.mark.parametrize("character", [":", "a", "a "])
def test_help_for_a_long_line_is_given_in_time(character: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, character * 100_000)
        client.at("textDocument/signatureHelp", path, 0, 100_000)
        assert is_alive(client, tmp_path)


@pytest.mark.parametrize("text", ["$x = '" + "\\'" * 150_000, '$x = "' + '\\"' * 150_000, "@(" * 150_000])
def test_what_a_string_without_an_end_may_hold_is_completed_in_time(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, text)
        client.at("textDocument/hover", path, 0, 0)
        started = cpu(client.process.pid)
        for end in (100_000, 100_001):
            client.at("textDocument/completion", path, 0, end)
        assert cpu(client.process.pid) - started < 12
        assert is_alive(client, tmp_path)


def test_names_in_a_long_comment_are_counted_in_time(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path) as client:
        client.open(path, "# " + "[a](" * 60_000 + "\nclass a { }\ninclude a\n")
        lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": path.as_uri()}})
        started = cpu(client.process.pid)
        shown = client.ask("codeLens/resolve", lenses[0])
        assert shown["command"]["title"].startswith("1 ")
        assert cpu(client.process.pid) - started < 3


@pytest.mark.parametrize("text", ["!" * 150_000, '$x = "${y' + "[" * 90_000, "[" * 150_000 + "]" * 150_000])
def test_code_that_is_too_complex_has_no_tokens_and_no_folds(tmp_path: Path, text: str) -> None:
    with session(tmp_path) as client:
        path = tmp_path / "deep.pp"
        client.open(path, text)
        document = {"textDocument": {"uri": path.as_uri()}}
        assert client.ask("textDocument/semanticTokens/full", document)["data"] == []
        assert not client.ask("textDocument/foldingRange", document)
        position = {"line": 0, "character": 100}
        assert client.ask("textDocument/selectionRange", {**document, "positions": [position]}) is not None
        assert is_alive(client, tmp_path)


def test_a_hierarchy_of_many_paths_is_read_once_for_each_request(tmp_path: Path) -> None:
    paths = "".join(f"      - '%{{facts.a}}/%{{facts.b}}/{number}.yaml'\n" for number in range(3000))
    text = f"version: 5\nhierarchy:\n  - name: x\n    paths:\n{paths}"
    folder = write(tmp_path / "m", {"hiera.yaml": text, "data/a/b/7.yaml": "x: 1\n", "environment.conf": ""})
    path = folder / "hiera.yaml"
    with session(tmp_path, folder) as client:
        client.open(path, text)
        links = client.ask("textDocument/documentLink", {"textDocument": {"uri": path.as_uri()}})
        assert [each["target"] for each in links] == [(folder / "data/a/b/7.yaml").as_uri()]


def test_a_title_is_renamed_in_time_beside_strings_of_many_interpolations(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    strings = 'notify { "' + "${a}x" * 30 + '": }\n'
    with session(tmp_path) as client:
        client.open(path, f"notify {{ '{'x' * 60}y': }}\n{strings * 20}")
        client.published(path)
        started = cpu(client.process.pid)
        assert client.at("textDocument/rename", path, 0, 20, newName="other")["changes"]
        assert cpu(client.process.pid) - started < 3


def test_the_end_of_the_process_that_watches_files_is_said_and_changes_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', "manifests/init.pp": f"class m {{ {BROKEN} }}\n"})
    with session(tmp_path, path) as client:
        ends = time.monotonic() + TIMEOUT
        while not (found := watching(client)):
            assert time.monotonic() < ends
        os.kill(found[0], signal.SIGKILL)
        # It may have ended before it got its request.
        while "cannot watch for changes on the disk" not in log(tmp_path):
            assert time.monotonic() < ends
        assert is_alive(client, tmp_path)


def watching(client: Client) -> list[int]:
    """The processes of a server that watch folders."""
    found = []
    for each in tree(client.process.pid)[1:]:
        with suppress(OSError):
            if b"watch_service" in Path(f"/proc/{each}/cmdline").read_bytes():
                found.append(each)
    return found
