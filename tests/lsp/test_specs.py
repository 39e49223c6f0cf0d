"""Specs in an editor: what examples there are, lenses, runs, their results and the diagnostics about failures."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import log, session
from tests.specs.module import FILES
from tests.support.lsp_client import TIMEOUT, Client, Failure, Json, tree

SPEC = "spec/classes/web_spec.rb"
TEXT = """\
require 'spec_helper'
describe 'web' do
  on_supported_os.each do |os, os_facts|
    context "on #{os}" do
      let(:facts) { os_facts }
      it { is_expected.to compile }
      it('has port 81') { is_expected.to contain_file('/etc/web.conf').with_content("port=81\\n") }
    end
  end
  it('needs a helper') { some_helper(1) }
  xit('comes later') { is_expected.to compile }
end
"""
FUNCTION = "require 'spec_helper'\ndescribe 'web::twice' do\n  it { is_expected.to run.with_params(2).and_return(4) }\nend\n"
MORE = {SPEC: TEXT, "spec/functions/twice_spec.rb": FUNCTION, "spec/unit/a_spec.rb": "describe('a') { it { expect(1).to eq(1) } }\n"}
SLOW = "require 'spec_helper'\ndescribe 'web' do\n" + "  it { x = 0; loop { x += 1 } }\n" * 100 + "end\n"
NUMBER = "./spec/classes/web_spec.rb"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    (tmp_path / "cache").mkdir()
    return tmp_path / "cache"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    functions = {"functions/twice.pp": "function web::twice(Integer $x) >> Integer { $x * 2 }\n"}
    return write(tmp_path / "web", FILES | MORE | functions)


@pytest.fixture
def client(cache: Path, module: Path) -> Iterator[Client]:
    with session(cache, module, options={"specLenses": {"debug": True}}) as made:
        yield made
    assert "Traceback" not in log(cache)


def listed(client: Client, path: Path) -> Json:
    return client.ask("puppetCheck/specs", {"uri": path.as_uri()})


def run(client: Client, **given: Json) -> Json:
    return client.ask("workspace/executeCommand", {"command": "puppetCheck.runSpecs", "arguments": [given] if given else []})


def statuses(answer: Json) -> dict[str, str]:
    return {each["id"].removeprefix(NUMBER): each["status"] for part in answer["files"] for each in part["results"]}


def lenses(client: Client, path: Path) -> list[tuple[int, str]]:
    found = client.ask("textDocument/codeLens", {"textDocument": {"uri": path.as_uri()}})
    return [(each["range"]["start"]["line"], each["command"]["title"]) for each in found]


def failed(client: Client, path: Path, since: int = 0) -> list[tuple[int, str]]:
    """The lines and codes of the last diagnostics about examples."""
    found = [each["params"] for _, each in client.came[since:] if each.get("method") == "textDocument/publishDiagnostics"]
    last = [each for each in found if each["uri"] == path.as_uri()][-1]["diagnostics"]
    return [(each["range"]["start"]["line"], each["code"]) for each in last if each["source"] == "puppet-check test"]


def test_spec_files_are_those_that_are_run_or_said_not_to_be(client: Client, module: Path) -> None:
    write(module, {f"spec/{folder}/a_spec.rb": "" for folder in ("acceptance", "fixtures/modules/other/spec/classes", "hosts")})
    paths = (SPEC, "spec/functions/twice_spec.rb", "spec/hosts/a_spec.rb", "spec/unit/a_spec.rb")
    assert client.ask("puppetCheck/specFiles") == [(module / each).as_uri() for each in paths]


def test_groups_and_examples_have_ids_and_places(client: Client, module: Path) -> None:
    (web,) = listed(client, module / SPEC)["items"]
    assert (web["id"], web["label"], web["range"]["start"]) == (f"{NUMBER}[1]", "web", {"line": 1, "character": 0})
    first, second, helper, later = web["children"]
    assert [each["label"] for each in (first, second)] == ["on debian-12-x86_64", "on redhat-9-x86_64"]
    assert [each["label"] for each in first["children"]] == ["it { is_expected.to compile }", "has port 81"]
    assert second["children"][1]["id"] == f"{NUMBER}[1:2:2]"
    assert second["children"][1]["range"]["start"] == {"line": 6, "character": 6}
    assert "children" not in helper
    assert later["label"] == "comes later (Temporarily skipped)"


def test_unsaved_text_counts(client: Client, module: Path) -> None:
    client.open(module / SPEC, "require 'spec_helper'\ndescribe('other') { it('is new') { expect(1).to eq(2) } }\n", language="ruby")
    (other,) = listed(client, module / SPEC)["items"]
    assert other["children"][0]["label"] == "is new"
    client.open(module / "manifests/init.pp", FILES["manifests/init.pp"].replace("port=${port}", "port=81"))
    client.close(module / SPEC)
    assert statuses(run(client, targets=[{"uri": (module / SPEC).as_uri(), "ids": [f"{NUMBER}[1:1]"]}])) == {
        "[1:1:1]": "passed",
        "[1:1:2]": "passed",
    }


def test_what_cannot_be_listed_says_why(client: Client, module: Path, tmp_path: Path) -> None:
    unit = listed(client, module / "spec/unit/a_spec.rb")
    assert unit == {"items": [], "problem": "specs in spec/unit are not run", "module": module.as_uri()}
    outside = listed(client, tmp_path / "spec" / "a_spec.rb")
    assert outside["module"] is None
    assert "not in a module" in outside["problem"]
    client.open(module / SPEC, "describe 'web' do\n  it { is_expected.to compile }\nend\nno_such(1)\n", language="ruby")
    found = listed(client, module / SPEC)
    assert (len(found["items"]), found["problem"]) == (1, "line 4: method `no_such`")


def test_groups_and_examples_have_lenses(client: Client, module: Path) -> None:
    client.open(module / SPEC, TEXT, language="ruby")
    both = [(line, title) for line in (1, 3, 5, 6, 9) for title in ("Run", "Debug")]
    assert lenses(client, module / SPEC) == [*both, (10, "Run")]  # what is skipped has no catalog
    found = client.ask("textDocument/codeLens", {"textDocument": {"uri": (module / SPEC).as_uri()}})
    choices = [each["command"]["arguments"] for each in found if each["command"]["title"] == "Debug"][3]
    assert [each["example"] for each in choices] == [f"{NUMBER}[1:1:2]", f"{NUMBER}[1:2:2]"]
    client.open(module / "spec/functions/twice_spec.rb", FUNCTION, language="ruby")
    assert lenses(client, module / "spec/functions/twice_spec.rb") == [(1, "Run"), (2, "Run")]


@pytest.mark.parametrize(("options", "titles"), [(None, {"Run"}), ({"specLenses": {"run": False}}, set())])
def test_editors_choose_the_lenses(options: Json, titles: set[str], cache: Path, module: Path) -> None:
    with session(cache, module, options=options) as client:
        client.open(module / SPEC, TEXT, language="ruby")
        assert {title for _, title in lenses(client, module / SPEC)} == titles


def test_settings_choose_the_lenses_and_are_checked(cache: Path, module: Path) -> None:
    able = {"workspace": {"configuration": True, "codeLens": {"refreshSupport": True}}}
    with session(cache, module, capabilities=able, settings={"specLenses": {"run": False, "walk": True}}) as client:
        client.wait(lambda message: message.get("method") == "workspace/codeLens/refresh")
        client.open(module / SPEC, TEXT, language="ruby")
        assert lenses(client, module / SPEC) == []
        _, shown = client.wait(lambda message: message.get("method") == "window/showMessage")
        assert "unknown key 'walk' in `specLenses`; expected one of run, debug" in shown["params"]["message"]


def test_a_lens_runs_what_is_in_its_line(client: Client, module: Path) -> None:
    client.open(module / SPEC, TEXT, language="ruby")
    found = client.ask("textDocument/codeLens", {"textDocument": {"uri": (module / SPEC).as_uri()}})
    commands = [each["command"] for each in found if each["range"]["start"]["line"] == 6]
    answer = client.ask("workspace/executeCommand", {"command": commands[0]["command"], "arguments": commands[0]["arguments"]})
    assert statuses(answer) == {"[1:1:2]": "failed", "[1:2:2]": "failed"}
    shown = [each["params"]["message"] for _, each in client.came if each.get("method") == "window/showMessage"]
    assert shown == ["puppet-check test: 2 failed"]


def test_results_have_verdicts_places_and_values(client: Client, module: Path) -> None:
    answer = run(client)
    found = statuses(answer)
    assert found.pop("./spec/functions/twice_spec.rb[1:1]") == "passed"
    assert found.pop("./spec/unit/a_spec.rb") == "unsupported"
    assert found == {
        **{f"[1:{system}:{number}]": status for system in (1, 2) for number, status in ((1, "passed"), (2, "failed"))},
        "[1:3]": "unsupported",
        "[1:4]": "pending",
    }
    failure = next(each for part in answer["files"] for each in part["results"] if each["status"] == "failed")
    assert (failure["expected"], failure["actual"]) == ('"port=81\\n"', '"port=80\\n"')
    assert failure["declared"]["uri"] == (module / "manifests/init.pp").as_uri()
    assert failure["declared"]["range"]["start"]["line"] == 2
    helper = next(each for part in answer["files"] for each in part["results"] if each["id"] == f"{NUMBER}[1:3]")
    assert helper["message"] == "method `some_helper`"
    rows = answer["coverage"][(module / "manifests/init.pp").as_uri()]
    assert {(each["line"], each["name"]) for each in rows if each["kind"] == "branch" and each["isCovered"]} >= {(0, "class")}
    assert [(each["line"], each["name"], each["isCovered"]) for each in rows if each["kind"] == "resource"] == [
        (1, "Package[httpd]", False),
        (2, "File[/etc/web.conf]", True),
        (7, "Service[httpd]", False),
    ]


def test_results_are_streamed_to_a_token(client: Client, module: Path) -> None:
    answer = run(client, token="run 1", targets=[{"uri": (module / SPEC).as_uri()}])
    sent = [each["params"] for _, each in client.came if each.get("method") == "$/progress"]
    assert answer["files"] == []
    assert answer["counts"] == {"passed": 2, "failed": 2, "unknown": 0, "unsupported": 1, "pending": 1}
    assert [(each["token"], each["value"]["uri"], len(each["value"]["results"])) for each in sent] == [
        ("run 1", (module / SPEC).as_uri(), 6)
    ]


def test_failures_are_diagnostics_until_they_pass_or_the_text_changes(client: Client, module: Path) -> None:
    client.open(module / SPEC, TEXT, language="ruby")
    client.open(module / "manifests/init.pp", FILES["manifests/init.pp"])
    target = {"uri": (module / SPEC).as_uri()}
    run(client, targets=[target])
    assert failed(client, module / SPEC) == [(6, f"{NUMBER}[1:1:2]"), (6, f"{NUMBER}[1:2:2]")]
    client.edit(module / "manifests/init.pp", 1, (3, 15, 3, 31, '"port=81\\n"'))
    run(client, targets=[{**target, "ids": [f"{NUMBER}[1:1]"]}])
    assert failed(client, module / SPEC) == [(6, f"{NUMBER}[1:2:2]")]
    since = len(client.came)
    client.edit(module / SPEC, 1, (0, 0, 0, 0, "# changed\n"))
    client.published(module / SPEC, since=since)
    assert failed(client, module / SPEC, since) == []


def test_a_run_can_be_cancelled_while_the_server_answers(client: Client, module: Path) -> None:
    write(module, {"spec/classes/slow_spec.rb": SLOW})
    number, future = client.begin(
        "workspace/executeCommand",
        {"command": "puppetCheck.runSpecs", "arguments": [{"targets": [{"uri": (module / "spec/classes/slow_spec.rb").as_uri()}]}]},
    )
    client.open(module / "manifests/init.pp", FILES["manifests/init.pp"])
    assert client.at("textDocument/hover", module / "manifests/init.pp", 1, 4) is not None
    client.notify("$/cancelRequest", {"id": number})
    with pytest.raises(Failure, match="cancelled"):
        future.result(TIMEOUT)
    assert statuses(run(client, targets=[{"uri": (module / SPEC).as_uri(), "ids": [f"{NUMBER}[1:1:1]"]}])) == {"[1:1:1]": "passed"}


def test_a_run_can_be_cancelled_by_its_progress(cache: Path, module: Path) -> None:
    write(module, {"spec/classes/slow_spec.rb": SLOW})
    with session(cache, module, capabilities={"window": {"workDoneProgress": True}}) as client:
        targets = [{"uri": (module / path).as_uri()} for path in (SPEC, "spec/classes/slow_spec.rb")]
        _, future = client.begin("workspace/executeCommand", {"command": "puppetCheck.runSpecs", "arguments": [{"targets": targets}]})

        def is_of_run(message: Json) -> bool:
            return message.get("method") == "$/progress" and message["params"]["value"].get("title") == "Running specs"

        token = client.wait(is_of_run)[1]["params"]["token"]
        client.notify("window/workDoneProgress/cancel", {"token": token})
        with pytest.raises(Failure, match="cancelled"):
            future.result(TIMEOUT)


def test_a_process_that_is_killed_is_replaced(client: Client, module: Path) -> None:
    assert listed(client, module / SPEC)["items"]
    running = [each for each in tree(client.process.pid)[1:] if b"specs.service" in Path(f"/proc/{each}/cmdline").read_bytes()]
    assert len(running) == 1
    os.kill(running[0], signal.SIGKILL)
    for _ in range(2):
        try:
            found = listed(client, module / SPEC)
        except Failure as failure:
            assert "has failed" in failure.message
        else:
            assert found["items"]
    assert listed(client, module / SPEC)["items"]


@pytest.mark.parametrize(
    "arguments",
    [[{"targets": 1}], [{"targets": [{}]}], [{"targets": [{"uri": 1}]}], [{"targets": [1]}]],
)
def test_a_wrong_argument_is_refused(arguments: Json, client: Client) -> None:
    with pytest.raises(Failure, match="`targets` must be a list"):
        client.ask("workspace/executeCommand", {"command": "puppetCheck.runSpecs", "arguments": arguments})


def test_a_command_that_does_not_exist_is_refused(client: Client) -> None:
    with pytest.raises(Failure, match="does not exist"):
        client.ask("workspace/executeCommand", {"command": "puppetCheck.other"})


def test_all_modules_of_a_control_repository_are_run(cache: Path, tmp_path: Path) -> None:
    files = {f"site/{name}/{path}": text for name in ("one", "two") for path, text in FILES.items() if path != "manifests/init.pp"}
    spec = "require 'spec_helper'\ndescribe 'a' do\n  it { expect(1).to eq(1) }\nend\n"
    folder = write(tmp_path / "control", files | {f"site/{name}/spec/classes/a_spec.rb": spec for name in ("one", "two")})
    with session(cache, folder) as client:
        assert run(client)["counts"]["passed"] == 2


def test_the_server_starts_no_process_and_loads_nothing_for_specs_before_they_are_asked_for(client: Client, module: Path) -> None:
    client.open(module / "manifests/init.pp", FILES["manifests/init.pp"])
    assert client.at("textDocument/hover", module / "manifests/init.pp", 1, 4) is not None
    assert [each for each in tree(client.process.pid) if b"specs.service" in Path(f"/proc/{each}/cmdline").read_bytes()] == []
