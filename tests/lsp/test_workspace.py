"""Diagnostics of all files in the client's folders: published or pulled, and updated with the disk and the settings."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from urllib.parse import unquote, urlparse

import pytest

from tests.cli.command import write
from tests.lsp.plain import codes, session
from tests.support.lsp_client import TIMEOUT, Client, Json, tree

BROKEN = "$x = 1 / 0"
PULL = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
WATCH = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True}}}
ASK = {"workspace": {"configuration": True}}
CHANGED, DELETED = 2, 3


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module with a class that takes a number, and one that gives it none."""
    return write(
        tmp_path / "m",
        {
            "metadata.json": '{"name": "a-m"}',
            "manifests/init.pp": "class m(Integer $port) {\n  notice($port)\n}\n",
            "manifests/user.pp": "class m::user {\n  class { 'm': port => 'many' }\n}\n",
        },
    )


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "cache"
    folder.mkdir()
    yield folder


def watched(client: Client, path: Path, kind: int = CHANGED) -> None:
    """Tell the server of a change on the disk."""
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": kind}]})


def pulled(client: Client, path: Path, previous: str | None = None) -> Json:
    return client.ask("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}, "previousResultId": previous})


def pulled_all(client: Client, previous: dict[str, str] | None = None, **more: Json) -> dict[str, Json]:
    ids = [{"uri": uri, "value": value} for uri, value in (previous or {}).items()]
    answer = client.ask("workspace/diagnostic", {"previousResultIds": ids, **more})
    return {each["uri"]: each for each in answer["items"]}


def test_closed_files_are_checked(module: Path, cache: Path) -> None:
    with session(cache, module) as client:
        assert codes(client.published(module / "manifests" / "user.pp")[1]) == ["wrong-parameter"]


@pytest.mark.parametrize("answer", [None, 5, [5], [], {}])
def test_all_files_are_checked_if_the_client_sends_no_settings(answer: Json, module: Path, cache: Path) -> None:
    with session(cache, module, capabilities=ASK) as client:
        client.answers["workspace/configuration"] = lambda _: answer
        assert codes(client.published(module / "manifests" / "user.pp")[1]) == ["wrong-parameter"]


@pytest.mark.parametrize(("language", "is_puppet"), [("ruby", False), ("markdown", False), ("puppet", True), ("", True)])
def test_a_file_of_another_language_is_left_alone(language: str, is_puppet: bool, module: Path, cache: Path) -> None:
    expected = ["duplicate-parameter"] if is_puppet else []
    path = module / "notes.txt"
    with session(cache, module) as client:
        client.open(path, "class a ($x, $x) { }\n", 1, language)
        assert codes(client.published(path, 1)[1]) == expected
        client.edit(path, 2, (0, 0, 0, 0, " "))
        assert codes(client.published(path, 2)[1]) == expected
        hover = {"textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 8}}
        assert (client.ask("textDocument/hover", hover) is not None) == is_puppet


def test_unused_code_is_tagged_in_closed_files(module: Path, cache: Path) -> None:
    write(module, {"functions/f.pp": "function m::f() {\n  $x = 1\n  2\n}\n"})
    for _ in ("found", "recalled"):
        with session(cache, module) as client:
            (found,) = client.published(module / "functions" / "f.pp")[1]
            assert (found["code"], found["tags"]) == ("unused-variable", [1])


def test_only_open_files_are_reported_if_the_settings_say_so(module: Path, cache: Path) -> None:
    write(module, {".puppet-check.toml": 'diagnostics = "open"\n'})
    with session(cache, module, capabilities=PULL) as client:
        assert pulled_all(client) == {}
        client.open(module / "manifests" / "user.pp", (module / "manifests" / "user.pp").read_text())
        assert codes(pulled(client, module / "manifests" / "user.pp")["items"]) == ["wrong-parameter"]


def test_an_edit_of_an_open_file_affects_another(module: Path, cache: Path) -> None:
    init, user = module / "manifests" / "init.pp", module / "manifests" / "user.pp"
    with session(cache) as client:
        client.open(user, user.read_text())
        assert codes(client.published(user)[1]) == ["wrong-parameter"]
        client.open(init, init.read_text())
        client.published(init)
        since = len(client.came)
        client.edit(init, 1, (0, 8, 0, 15, "String"))
        assert codes(client.published(user, since=since)[1]) == []


def test_an_edit_affects_closed_files_until_it_is_undone(module: Path, cache: Path) -> None:
    init, user = module / "manifests" / "init.pp", module / "manifests" / "user.pp"
    with session(cache, module) as client:
        assert codes(client.published(user)[1]) == ["wrong-parameter"]
        since = len(client.came)
        client.open(init, init.read_text().replace("Integer", "String"))
        assert codes(client.published(user, since=since)[1]) == []
        since = len(client.came)
        client.edit(init, 2, (0, 8, 0, 14, "Boolean"))
        assert codes(client.published(user, since=since)[1]) == ["wrong-parameter"]
        since = len(client.came)
        client.edit(init, 3, (0, 8, 0, 15, "Any"))
        assert codes(client.published(user, since=since)[1]) == []
        since = len(client.came)
        client.close(init)
        assert codes(client.published(user, since=since)[1]) == ["wrong-parameter"]


def test_dependents_of_unsaved_text_are_checked_again_after_the_check_of_all_files(module: Path, cache: Path) -> None:
    init, user, other = (module / "manifests" / f"{each}.pp" for each in ("init", "user", "other"))
    with session(cache, module) as client:
        client.published(user)
        since = len(client.came)
        client.open(init, init.read_text().replace("Integer", "String"))
        assert codes(client.published(user, since=since)[1]) == []
        since = len(client.came)
        other.write_text("class m::other { }\n")
        watched(client, other)
        when, on_disk = client.published(user, since=since)
        assert codes(on_disk) == ["wrong-parameter"], "the process knows only what is saved"
        since = [each for each, _ in client.came].index(when) + 1
        assert codes(client.published(user, since=since)[1]) == []


def test_a_saved_edit_affects_other_files_once(module: Path, cache: Path) -> None:
    init, user = module / "manifests" / "init.pp", module / "manifests" / "user.pp"
    with session(cache, module) as client:
        client.published(user)
        client.open(init, init.read_text())
        since = len(client.came)
        client.edit(init, 2, (0, 8, 0, 15, "String"))
        assert codes(client.published(user, since=since)[1]) == []
        init.write_text(init.read_text().replace("Integer", "String"))
        client.notify("textDocument/didSave", {"textDocument": {"uri": init.as_uri()}})
        since = len(client.came)
        client.close(init)
        client.open(user, user.read_text(), 5)
        assert codes(client.published(user, 5, since)[1]) == []


def test_nothing_is_published_to_a_client_that_pulls_diagnostics(module: Path, cache: Path) -> None:
    user = module / "manifests" / "user.pp"
    with session(cache, module, capabilities=PULL) as client:
        client.open(user, user.read_text())
        first = pulled(client, user)
        assert (first["kind"], codes(first["items"])) == ("full", ["wrong-parameter"])
        assert pulled(client, user, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
        client.edit(user, 1, (1, 23, 1, 29, "80"))
        second = pulled(client, user, first["resultId"])
        assert (second["kind"], second["items"]) == ("full", [])
        assert not any(message["method"] == "textDocument/publishDiagnostics" for _, message in client.came)


def test_workspace_diagnostics_do_not_repeat_unchanged_files(module: Path, cache: Path) -> None:
    user = (module / "manifests" / "user.pp").as_uri()
    with session(cache, module, capabilities=PULL) as client:
        first = pulled_all(client)
        assert {uri: codes(each["items"]) for uri, each in first.items() if uri.endswith(".pp")} == {user: ["wrong-parameter"]}
        again = pulled_all(client, {uri: each["resultId"] for uri, each in first.items()})
        assert {each["kind"] for each in again.values()} == {"unchanged"}


def test_workspace_diagnostics_can_be_partial_results(module: Path, cache: Path) -> None:
    with session(cache, module, capabilities=PULL) as client:
        assert pulled_all(client, partialResultToken="parts") == {}
        part = client.wait(lambda message: message["method"] == "$/progress")[1]
        assert part["params"]["token"] == "parts"
        assert ["wrong-parameter"] in [codes(each["items"]) for each in part["params"]["value"]["items"]]


def test_withdrawn_diagnostics_are_sent_although_the_client_has_forgotten_the_document(module: Path, cache: Path) -> None:
    user = module / "manifests" / "user.pp"
    capabilities = {**PULL, "workspace": {**PULL["workspace"], **WATCH["workspace"]}}
    with session(cache, module, capabilities=capabilities) as client:
        client.open(user, user.read_text())
        assert codes(pulled(client, user)["items"]) == ["wrong-parameter"]
        client.notify("textDocument/didClose", {"textDocument": {"uri": user.as_uri()}})
        shutil.rmtree(user.parent)
        watched(client, user.parent, DELETED)
        assert pulled_all(client)[user.as_uri()]["items"] == []
        assert user.as_uri() not in pulled_all(client)


def test_a_client_that_pulls_diagnostics_is_asked_to_refresh(module: Path, cache: Path) -> None:
    init, user = module / "manifests" / "init.pp", module / "manifests" / "user.pp"
    with session(cache, module, capabilities={**PULL, "workspace": {**PULL["workspace"], **WATCH["workspace"]}}) as client:
        client.open(user, user.read_text())
        pulled(client, user)
        init.write_text(init.read_text().replace("Integer", "String"))
        watched(client, init)
        client.wait(lambda message: message["method"] == "workspace/diagnostic/refresh")
        assert pulled(client, user)["items"] == []


@pytest.mark.parametrize("capabilities", [{}, WATCH], ids=["the server watches", "the client watches"])
def test_changes_on_the_disk_are_seen(module: Path, cache: Path, capabilities: Json) -> None:
    made = module / "manifests" / "made.pp"
    user = module / "manifests" / "user.pp"
    with session(cache, module, capabilities=capabilities) as client:

        def change(path: Path, text: str | None) -> list[str]:
            since = len(client.came)
            if text is None:
                path.unlink()
            else:
                path.write_text(text)
            if capabilities:
                watched(client, path, CHANGED if text is not None else DELETED)
            return codes(client.published(path if path != module / "manifests" / "init.pp" else user, since=since)[1])

        client.published(user)
        client.open(user, user.read_text())
        client.published(user, 0)
        assert change(made, f"class m::made {{ {BROKEN} }}\n") == ["div-by-zero"]
        assert change(made, "class m::made { $longer = 12 / 0 }\n") == ["div-by-zero"]
        assert change(made, None) == []
        assert change(module / "manifests" / "init.pp", "class m(String $port) { notice($port) }\n") == []
        (registered,) = [message for _, message in client.came if message["method"] == "client/registerCapability"] or [None]
        assert (registered is not None) == bool(capabilities)


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment with data."""
    return write(
        tmp_path / "e",
        {
            "environment.conf": "",
            "hiera.yaml": "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n",
            "data/common.yaml": "m::port: 80\nkey: text\n",
            "manifests/site.pp": "$x = lookup('key')\nnotice($x + 1)\n",
            "modules/m/manifests/init.pp": "class m(Integer $port) {\n  notice($port)\n}\n",
        },
    )


def test_unsaved_data_are_checked_as_they_are_in_the_editor(environment: Path, cache: Path) -> None:
    data = environment / "data" / "common.yaml"
    with session(cache, capabilities=PULL) as client:
        client.open(data, data.read_text())
        assert pulled(client, data)["items"] == []
        client.edit(data, 1, (0, 9, 0, 11, "many"), (0, 0, 0, 0, "# new\n"))
        (found,) = pulled(client, data)["items"]
        assert (found["code"], found["range"]["start"]["line"]) == ("hiera-value", 1)


def test_unsaved_data_count_for_the_code_that_looks_them_up(environment: Path, cache: Path) -> None:
    data, site = environment / "data" / "common.yaml", environment / "manifests" / "site.pp"
    with session(cache) as client:
        client.open(site, site.read_text())
        assert len(client.published(site)[1]) == 1
        client.open(data, data.read_text())
        since = len(client.came)
        client.edit(data, 1, (1, 5, 1, 9, "3"))
        assert client.published(site, since=since)[1] == []
        since = len(client.came)
        client.close(data)
        assert len(client.published(site, since=since)[1]) == 1


def test_an_unsaved_template_counts_for_those_that_call_it(module: Path, cache: Path) -> None:
    write(module, {"templates/t.epp": "<%- | Integer $a | -%>\n<%= $a %>\n"})
    user, template = module / "manifests" / "user.pp", module / "templates" / "t.epp"
    with session(cache) as client:
        client.open(user, "class m::user {\n  notice(epp('m/t.epp', { 'a' => 1 }))\n}\n")
        assert client.published(user)[1] == []
        client.open(template, template.read_text())
        since = len(client.came)
        client.edit(template, 1, (0, 6, 0, 13, "String"))
        assert client.published(user, since=since)[1] != []
        since = len(client.came)
        client.close(template)
        assert client.published(user, since=since)[1] == []


def test_an_unsaved_dependency_counts_for_the_code_that_uses_it(module: Path, cache: Path) -> None:
    user, metadata = module / "manifests" / "user.pp", module / "metadata.json"
    with session(cache) as client:
        client.open(user, "class m::user { include other }\n")
        assert codes(client.published(user)[1]) == ["missing-module"]
        client.open(metadata, metadata.read_text())
        since = len(client.came)
        needed = '{"name": "a-m", "dependencies": [{"name": "a/other"}]}'
        client.notify(
            "textDocument/didChange", {"textDocument": {"uri": metadata.as_uri(), "version": 1}, "contentChanges": [{"text": needed}]}
        )
        assert client.published(user, since=since)[1] == []


def test_findings_lead_to_the_pages_of_their_rules(module: Path, cache: Path) -> None:
    user = module / "manifests" / "user.pp"
    with session(cache) as client:
        client.open(user, "class m::user { include m::none }\n")
        (found,) = client.published(user)[1]
        page = Path(unquote(urlparse(found["codeDescription"]["href"]).path))
        assert page.name == "unknown-class.md" and page.is_file()


def test_a_new_dependency_is_seen(module: Path, cache: Path) -> None:
    user = module / "manifests" / "user.pp"
    text = "class m::user { include other }\n"
    with session(cache, module, capabilities=WATCH) as client:
        client.open(user, text)
        assert codes(client.published(user)[1]) == ["missing-module"]
        other = write(module / "spec" / "fixtures" / "modules" / "other", {"manifests/init.pp": "class other { }\n"})
        since = len(client.came)
        watched(client, other / "manifests" / "init.pp", 1)
        assert codes(client.published(user, since=since)[1]) == []


def test_removing_a_folder_withdraws_its_findings(module: Path, cache: Path) -> None:
    path = write(module, {"manifests/deep/a.pp": f"class m::deep::a {{ {BROKEN} }}\n"}) / "manifests" / "deep" / "a.pp"
    with session(cache, module, capabilities=WATCH) as client:
        client.published(path)
        since = len(client.came)
        shutil.rmtree(path.parent)
        watched(client, path.parent, DELETED)
        assert client.published(path, since=since)[1] == []


def test_settings_are_followed_when_they_change(module: Path, cache: Path) -> None:
    user, settings = module / "manifests" / "user.pp", module / ".puppet-check.toml"
    with session(cache, module, capabilities=WATCH) as client:
        client.open(user, user.read_text())
        client.published(user, 0)
        since = len(client.came)
        settings.write_text('ignore = ["wrong-parameter"]\n')
        watched(client, settings)
        assert client.published(user, since=since)[1] == []


def test_the_clients_settings_count_where_no_file_says_otherwise(module: Path, cache: Path) -> None:
    user = module / "manifests" / "user.pp"
    with session(cache, module, capabilities=ASK, settings={"severity": {"wrong-parameter": "hint"}, "target": None}) as client:
        assert [each["severity"] for each in client.published(user)[1]] == [4]
        since = len(client.came)
        client.answers["workspace/configuration"] = lambda params: [{"ignore": ["wrong-parameter"]}]
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        assert client.published(user, since=since)[1] == []


def test_an_error_in_the_clients_settings_is_shown(module: Path, cache: Path) -> None:
    with session(cache, module, capabilities=ASK, settings={"diagnostics": "all"}) as client:
        message = client.wait(lambda message: message["method"] == "window/showMessage")[1]["params"]["message"]
        assert message == "the editor's settings `puppetCheck`: `diagnostics` is 'all', expected one of workspace, open"
        assert client.ask("puppetCheck/status")["problems"] == [message]


def test_hints_follow_the_clients_settings_at_once(module: Path, cache: Path) -> None:
    able = {"workspace": {"configuration": True, "inlayHint": {"refreshSupport": True}}}
    with session(cache, module, capabilities=able, settings={"inlayHints": {"variable": False}}) as client:
        file = module / "manifests" / "hinted.pp"
        client.open(file, "class m::hinted {\n  $a = 1 + 2\n}\n")
        about = {
            "textDocument": {"uri": file.as_uri()},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}},
        }
        assert client.ask("textDocument/inlayHint", about) == []
        since = len(client.came)
        client.answers["workspace/configuration"] = lambda params: [{"inlayHints": {}}]
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.wait(lambda message: message["method"] == "workspace/inlayHint/refresh", since=since)
        assert [each["label"] for each in client.ask("textDocument/inlayHint", about)] == [": Integer"]


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ({"variabel": False}, "unknown key 'variabel' in `inlayHints`, did you mean 'variable'?"),
        ({"lambda": "no"}, "`inlayHints.lambda` must be true or false"),
        (False, "`inlayHints` must be a table of variable, lambda, argument, each true or false"),
    ],
)
def test_an_error_in_the_settings_of_hints_is_shown(setting: object, expected: str, module: Path, cache: Path) -> None:
    with session(cache, module, capabilities=ASK, settings={"inlayHints": setting}) as client:
        client.wait(lambda message: message["method"] == "window/showMessage" and message["params"]["message"].endswith(expected))


def test_an_error_in_a_settings_file_is_shown_once(module: Path, cache: Path) -> None:
    write(module, {".puppet-check.toml": "ignor = []\n"})
    with session(cache, module, capabilities=WATCH) as client:
        message = client.wait(lambda message: message["method"] == "window/showMessage")[1]["params"]["message"]
        assert "unknown key 'ignor'" in message
        watched(client, module / "manifests" / "init.pp")
        client.ask("puppetCheck/status")
        assert sum(message["method"] == "window/showMessage" for _, message in client.came) == 1


def test_folders_come_and_go(module: Path, cache: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", {"metadata.json": '{"name": "a-other"}', "manifests/init.pp": f"class other {{ {BROKEN} }}\n"})
    path = other / "manifests" / "init.pp"
    with session(cache, module) as client:
        client.published(module / "manifests" / "user.pp")
        folder = {"uri": other.as_uri(), "name": "other"}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
        assert codes(client.published(path)[1]) == ["div-by-zero"]
        assert [each["folder"] for each in client.ask("puppetCheck/status")["folders"]] == [str(module), str(other)]
        since = len(client.came)
        path.write_text("class other { }\n")  # The server watches the folder, as the client cannot.
        assert client.published(path, since=since)[1] == []
        since = len(client.came)
        path.write_text(f"class other {{ {BROKEN} }}\n")
        assert codes(client.published(path, since=since)[1]) == ["div-by-zero"]
        since = len(client.came)
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
        assert client.published(path, since=since)[1] == []


def test_progress_is_shown_and_can_be_cancelled(module: Path, cache: Path) -> None:
    write(module, {f"manifests/c{number}.pp": f"class m::c{number} {{ {BROKEN} }}\n" for number in range(300)})
    with session(cache, module, capabilities={"window": {"workDoneProgress": True}}) as client:
        begun = client.wait(lambda message: message["method"] == "$/progress")[1]["params"]
        assert (begun["value"]["kind"], begun["value"]["cancellable"]) == ("begin", True)
        client.notify("window/workDoneProgress/cancel", {"token": begun["token"]})
        client.wait(lambda message: message["method"] == "$/progress" and message["params"]["value"]["kind"] == "end")
        until(lambda: not client.ask("puppetCheck/status")["running"])


def test_what_is_not_known_is_told_once(module: Path, cache: Path) -> None:
    declared = {"name": "a-m", "dependencies": [{"name": "x/absent"}, {"name": "x/other"}]}
    (module / "metadata.json").write_text(json.dumps(declared))
    used = module / "manifests" / "used.pp"
    used.write_text("class m::used { include absent, other::a, third }\n")

    def is_told(message: Json) -> bool:
        return bool(message["method"] == "window/showMessage")

    with session(cache, module) as client:
        told = client.wait(is_told)[1]["params"]
        assert (told["type"], "x-absent" in told["message"] or "third" in told["message"]) == (3, True)
        unknown = client.ask("puppetCheck/status")["unknown"]
        assert sorted(Path(each["file"]).name for each in unknown) == ["metadata.json", "used.pp"]
        used.write_text("class m::used { include absent, fourth }\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": used.as_uri(), "type": 2}]})
        until(lambda: any("fourth" in each["message"] for each in client.ask("puppetCheck/status")["unknown"]))
        assert sum(is_told(message) for _, message in client.came) == 1


def test_the_status_is_complete(module: Path, cache: Path) -> None:
    with session(cache, module, capabilities=PULL) as client:
        pulled_all(client)
        status = client.ask("puppetCheck/status")
        (folder,) = status["folders"]
        assert (status["files"], status["running"], status["problems"], folder["modules"]) == (3, [], [], ["m"])
        assert (status["cache"]["path"], status["cache"]["bytes"] > 0) == (str(cache / "puppet-check" / "records.sqlite3"), True)


@pytest.mark.parametrize(
    ("name", "wrong", "right", "code"),
    [
        ("metadata.json", '{"name": "a-m", }', '{"name": "a-m"}', "metadata-syntax"),
        ("environment.conf", "modulpath = x\n", "modulepath = x\n", "environment-conf"),
        ("templates/a.erb", "<% if %>\n<%= @x \n", "<%= @x %>\n", "erb-syntax"),
    ],
)
def test_other_files_are_checked_as_they_are_edited(tmp_path: Path, cache: Path, name: str, wrong: str, right: str, code: str) -> None:
    path = write(tmp_path / "e", {name: right, "manifests/site.pp": ""}) / name
    with session(cache) as client:
        client.open(path, right)
        before = codes(client.published(path)[1])
        client.edit(path, 1, (0, 0, 99, 0, wrong))
        during = codes(client.published(path, 1)[1])
        client.edit(path, 2, (0, 0, 99, 0, right))
        assert codes(client.published(path, 2)[1]) == before
        assert during != before, code
        since = len(client.came)
        client.close(path)
        assert client.published(path, since=since)[1] == [] or before == []


def test_a_request_about_a_file_of_another_kind_gives_nothing(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "metadata.json"
    with session(cache) as client:
        client.open(path, "{}")
        assert client.at("textDocument/signatureHelp", path, 0, 0) is None
        assert client.ask("textDocument/codeLens", {"textDocument": {"uri": path.as_uri()}}) is None


def test_symbols_of_data_fold(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "metadata.json"
    with session(cache) as client:
        client.open(path, '{\n  "dependencies": [\n    {"name": "a/b"}\n  ]\n}\n')
        (fold,) = client.ask("textDocument/foldingRange", {"textDocument": {"uri": path.as_uri()}})
        assert (fold["startLine"], fold["endLine"]) == (1, 2)


def test_a_class_follows_its_file(module: Path, cache: Path) -> None:
    old, new = module / "manifests" / "user.pp", module / "manifests" / "client.pp"
    with session(cache, module) as client:
        answer = client.ask("workspace/willRenameFiles", {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]})
        ((edit,),) = answer["changes"].values()
        assert edit["newText"] == "m::client"


def test_the_results_of_a_first_check_of_many_files_are_confirmed_in_a_pause(tmp_path: Path, cache: Path) -> None:
    module = write(tmp_path / "m", {f"manifests/a{number}.pp": f"class m::a{number} {{ }}\n" for number in range(401)})
    write(module, {"metadata.json": '{"name": "a-m"}'})
    kept = cache / "puppet-check" / "checks"
    with session(cache, module, capabilities=WATCH | {"window": {"workDoneProgress": True}}) as client:
        ended = client.wait(lambda each: each.get("method") == "$/progress" and each["params"]["value"]["kind"] == "end")
        assert not kept.exists()
        until(lambda: bool(children(client)))
        client.notify("$/setTrace", {"value": "off"})
        until(lambda: not children(client))
        assert not kept.exists(), "a message of the client comes first"
        until(lambda: kept.exists() and not children(client))
        assert not any(each["method"] == "$/progress" for came, each in client.came if came > ended[0])


def children(client: Client) -> list[int]:
    """The processes that the server has started, whose client watches files."""
    return tree(client.process.pid)[1:]


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    ends = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < ends
        Event().wait(0.01)
