"""The debugger, over the Debug Adapter Protocol with a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.support.dap_client import TIMEOUT, Client, Failure, Json

SITE = "manifests/site.pp"
WEB = "modules/web/manifests/init.pp"
VHOST = "modules/web/manifests/vhost.pp"
TEMPLATE = "modules/web/templates/motd.epp"
NAMES = "modules/web/functions/names.pp"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n",
    "data/common.yaml": "web::port: 8080\n",
    "facts.yaml": "os: {family: Debian}\nnetworking: {fqdn: a.example.org}\n",
    SITE: """\
node default {
  $role = 'web'
  include web
  notice("after ${role}")
}
""",
    WEB: """\
class web (
  Integer $port = 80,
  Hash $sites = { 'a' => { 'root' => '/a' }, 'b' => { 'root' => '/b' } },
) {
  $names = web::names($sites)
  $names.each |$index, $name| {
    $title = "${index}: ${name}"
    notice($title)
  }
  if $facts['os']['family'] == 'Debian' {
    file { '/etc/motd':
      content => epp('web/motd.epp', { 'name' => 'x' }),
    }
  }
  web::vhost { 'one':
    root => '/one',
  }
  $secret = Sensitive('hidden')
  notice('done')
}
""",
    VHOST: 'define web::vhost (String $root) {\n  $path = "${root}/${title}"\n  file { $path: }\n}\n',
    TEMPLATE: "<%- | String $name | -%>\nfor <%= $name %>\n<% [1, 2].each |$n| { -%>\n<%= $n %>\n<% } -%>\n",
    NAMES: "function web::names(Hash $sites) >> Array {\n  $sorted = $sites.keys.sort\n  $sorted\n}\n",
    "broken.pp": "notice('first')\n$x = [1, 2]\n$y = $x + { 'a' => 'b' } * 3\n",
    "loop.pp": "Integer[1, 5].each |$n| {\n  notice($n)\n}\nInteger[1, 1000000].each |$n| { $m = $n }\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "e", FILES)


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with Client(cwd=folder) as started:
        yield started


def test_a_catalog_is_compiled_and_printed(client: Client, folder: Path) -> None:
    client.start(facts="facts.yaml")
    assert client.end() == 0
    assert "Notice: 0: a\nNotice: 1: b\n" in client.text("stdout")
    assert "File[/one/one]" in client.text("stdout")


def test_it_stops_on_entry(client: Client, folder: Path) -> None:
    client.start(facts="facts.yaml", stopOnEntry=True)
    assert client.stopped() == "entry"
    assert client.stack() == [
        ("node default", "site.pp", 2),
    ]


def test_a_breakpoint_in_a_class_shows_the_stack(client: Client, folder: Path) -> None:
    (set_,) = client.start({folder / WEB: [5]}, facts="facts.yaml")
    assert (set_["verified"], set_["line"]) == (True, 5)
    assert client.stopped() == "breakpoint"
    assert client.stack() == [("class web", "init.pp", 5), ("node default", "site.pp", 3)]


def test_a_breakpoint_without_a_statement_moves_to_the_next_one(client: Client, folder: Path) -> None:
    found = client.start({folder / WEB: [1, 12], folder / VHOST: [4]}, facts="facts.yaml")
    assert [(each["verified"], each.get("line")) for each in found] == [(True, 5), (True, 11), (False, None)]


def test_step_in_enters_a_function(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [5]}, facts="facts.yaml")
    client.stopped()
    assert client.go("stepIn") == ("names.pp", 2)
    assert [name for name, _, _ in client.stack()] == ["function web::names", "class web", "node default"]


def test_step_over_does_not_enter(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [5]}, facts="facts.yaml")
    client.stopped()
    assert [client.go("next") for _ in range(3)] == [("init.pp", 6), ("init.pp", 10), ("init.pp", 11)]


def test_step_out_leaves_a_function(client: Client, folder: Path) -> None:
    client.start({folder / NAMES: [2]}, facts="facts.yaml")
    client.stopped()
    assert client.go("stepOut") == ("init.pp", 6)


def test_step_in_enters_a_block_with_its_variables(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [6]}, facts="facts.yaml")
    client.stopped()
    assert client.go("stepIn") == ("init.pp", 7)
    local = client.variables(client.scopes()["Local"])
    assert {name: (each["value"], each["type"]) for name, each in local.items()} == {
        "$index": ("0", "Integer"),
        "$name": ("'a'", "String"),
    }


def test_a_condition_decides_about_a_pause(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [{"line": 8, "condition": "$index > 0"}]}, facts="facts.yaml")
    client.stopped()
    assert client.value("$title") == ("'1: b'", "String")
    client.ask("continue", threadId=1)
    assert client.end() == 0


def test_hits_are_counted(client: Client, folder: Path) -> None:
    client.start({folder / "loop.pp": [{"line": 2, "hitCondition": "== 3"}]}, program="loop.pp")
    client.stopped()
    assert client.value("$n")[0] == "3"


def test_a_logpoint_prints_and_goes_on(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [{"line": 8, "logMessage": "at {$index} of {$names.length}"}]}, facts="facts.yaml")
    assert client.end() == 0
    assert client.text("console") == "at 0 of 2\nat 1 of 2\n"


def test_values_from_hiera_and_facts_are_shown_with_types(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [19]}, facts="facts.yaml")
    client.stopped()
    scopes = client.scopes()
    assert list(scopes) == ["Class web", "Node default", "Top scope", "Catalog"]
    found = client.variables(scopes["Class web"])
    assert (found["$port"]["value"], found["$port"]["type"]) == ("8080", "Integer")
    assert "hidden" not in found["$secret"]["value"]
    sites = client.variables(found["$sites"]["variablesReference"])
    assert client.variables(sites["b"]["variablesReference"])["root"]["value"] == "'/b'"
    top = client.variables(scopes["Top scope"])
    family = client.variables(client.variables(top["$facts"]["variablesReference"])["os"]["variablesReference"])["family"]
    assert family["value"] == "'Debian'"


def test_variables_of_outer_frames_are_shown(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [7]}, facts="facts.yaml")
    client.stopped()
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    outer = client.ask("evaluate", expression="$role", frameId=frames[-1]["id"])
    assert (frames[-1]["name"], outer["result"]) == ("node default", "'web'")
    with pytest.raises(Failure, match="Unknown variable: 'index'"):
        client.ask("evaluate", expression="$index", frameId=frames[1]["id"])


def test_the_catalog_so_far_is_shown(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [15, 19]}, facts="facts.yaml")
    client.stopped()
    before = client.variables(client.scopes()["Catalog"])
    assert "File[/etc/motd]" in before and "Web::Vhost[one]" not in before
    client.go("continue")
    after = client.variables(client.scopes()["Catalog"])
    assert client.variables(after["Web::Vhost[one]"]["variablesReference"])["root"]["value"] == "'/one'"


def test_a_define_is_evaluated_with_its_title(client: Client, folder: Path) -> None:
    client.start({folder / VHOST: [3]}, facts="facts.yaml")
    client.stopped()
    assert client.stack()[0] == ("Web::Vhost[one]", "vhost.pp", 3)
    assert client.value("$path") == ("'/one/one'", "String")


def test_a_breakpoint_in_a_template(client: Client, folder: Path) -> None:
    client.start({folder / TEMPLATE: [2, 4]}, facts="facts.yaml")
    client.stopped()
    assert client.stack()[:2] == [("template", "motd.epp", 2), ("class web", "init.pp", 11)]
    assert client.value("$name") == ("'x'", "String")
    assert [client.go("continue"), client.value("$n")[0], client.go("continue"), client.value("$n")[0]] == [
        ("motd.epp", 4),
        "1",
        ("motd.epp", 4),
        "2",
    ]


def test_expressions_are_evaluated_and_change_nothing(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [19]}, facts="facts.yaml")
    client.stopped()
    assert client.value("$names.map |$n| { $n.upcase }") == ("['A', 'B']", "Array[String[1, 1]]")
    assert client.value("lookup('web::port') + 1")[0] == "8081"
    for expression in ("$new = 1", "notify { 'x': }", "include web::other", "web::names($sites).each |$x| { include x }"):
        with pytest.raises(Failure, match="would change"):
            client.value(expression)
    with pytest.raises(Failure, match="never closed"):
        client.value("$names[")


def test_it_pauses_where_the_evaluation_fails(client: Client, folder: Path) -> None:
    client.start(program="broken.pp", filters=["errors"])
    assert client.stopped() == "exception"
    assert client.at() == ("broken.pp", 3)
    assert "cannot be converted to Numeric" in client.ask("exceptionInfo", threadId=1)["description"]
    assert client.value("$x")[0] == "[1, 2]"
    client.ask("continue", threadId=1)
    assert client.end() == 1
    assert "broken.pp:3" in client.text("stderr")


def test_a_running_evaluation_is_paused_and_ended(client: Client, folder: Path) -> None:
    client.start(program="loop.pp")
    with pytest.raises(Failure, match="not paused"):
        client.ask("stackTrace", threadId=1)
    client.ask("pause", threadId=1)
    assert client.stopped() == "pause"
    assert client.at()[0] == "loop.pp"
    client.ask("terminate")
    assert client.end() == 1
    client.ask("disconnect")
    assert client.process.wait(TIMEOUT) == 0


def test_breakpoints_are_replaced_while_it_is_paused(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [5, 6]}, facts="facts.yaml")
    client.stopped()
    client.ask("setBreakpoints", source={"path": str(folder / WEB)}, breakpoints=[{"line": 19}])
    assert client.go("continue") == ("init.pp", 19)


def test_classes_nodes_and_settings_are_launched(client: Client, folder: Path) -> None:
    (folder / SITE).write_text("node default { }\n")
    client.start({folder / WEB: [5]}, node="n.example.org", classes=["web"], settings={"storeconfigs": True}, facts="facts.yaml")
    client.stopped()
    assert client.value("$trusted['certname']")[0] == "'n.example.org'"
    assert client.value("$settings::storeconfigs")[0] == "true"


def test_without_debugging_nothing_pauses(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [5]}, facts="facts.yaml", noDebug=True, stopOnEntry=True)
    assert client.end() == 0


def test_wrong_arguments_are_refused(client: Client, folder: Path) -> None:
    client.ask("initialize")
    for arguments, reason in (
        ({"program": "absent.pp"}, "cannot be read"),
        ({"facts": "absent.yaml"}, "absent"),
        ({"classes": 1}, "array"),
    ):
        with pytest.raises(Failure, match=reason):
            client.ask("launch", **arguments)
    with pytest.raises(Failure, match="not supported"):
        client.ask("restartFrame")


def test_a_second_kind_of_client_connects_to_a_port(folder: Path) -> None:
    with Client(["--dap=0", "--facts", "facts.yaml"], cwd=folder, port=True) as client:
        client.start({folder / WEB: [5]})
        assert client.stopped() == "breakpoint"
        assert client.at() == ("init.pp", 5)
        client.ask("disconnect")
        assert client.process.wait(TIMEOUT) == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"program": "a\0b"}, "not a valid path"),
        ({"facts": "\ud800"}, "not a valid path"),
        ({"modulepath": ["\0"]}, "not a valid path"),
        ({"settings": {"a": [1]}}, "strings, numbers and booleans"),
        ({"settings": {"a": "9" * 5000}}, "too many digits"),
    ],
)
def test_arguments_that_no_file_or_setting_can_have_are_refused(client: Client, arguments: Json, reason: str) -> None:
    with pytest.raises(Failure, match=reason):
        client.ask("launch", **arguments)
    assert client.ask("threads")["threads"]


def test_a_deep_message_ends_the_session_with_its_reason(folder: Path) -> None:
    with Client(cwd=folder) as client:
        assert client.process.stdin is not None and client.process.stderr is not None
        body = b"[" * 100_000
        client.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        client.process.stdin.close()
        assert client.process.wait(TIMEOUT) == 2
        assert "nested more than" in (errors := client.process.stderr.read().decode()) and "Traceback" not in errors


LARGE = {
    "loops": "Integer[1, 30000].map |$i| { Integer[1, 30000].map |$j| { $j } }",
    "products": "$wide.map |$i| { $wide.map |$j| { $wide } }",
}


@pytest.mark.parametrize("form", LARGE)
def test_an_expression_that_takes_long_is_given_up_and_leaves_the_evaluation_as_it_was(client: Client, folder: Path, form: str) -> None:
    path = folder / "wide.pp"
    path.write_text('$wide = Array(Integer[1, 20000])\n$hash = Hash($wide.map |$i| { ["k${i}", $i] })\nnotice($wide.length)\n')
    client.start({path: [3]}, program=str(path))
    client.stopped()
    with pytest.raises(Failure, match=r"too (long|large)"):
        client.value(LARGE[form])
    shown = client.variables(client.scopes()["Top scope"])
    assert shown["$hash"]["type"] == "Hash[String[2, 6], Integer]"
    parts = client.variables(shown["$wide"]["variablesReference"])
    assert (len(parts), parts["…"]["value"]) == (2001, "18000 more")
    client.ask("continue", threadId=1)
    assert client.end() == 0
    assert "Notice: 20000" in client.text("stdout")


def test_thousands_of_breakpoints_are_set_in_time(client: Client, folder: Path) -> None:
    path = folder / "lines.pp"
    path.write_text("notice(1)\n" * 20_000)
    found = client.start({path: range(1, 20_001)}, program=str(path))
    assert [each["line"] for each in found] == [*range(1, 20_001)]


def test_a_class_is_debugged_alone_with_unknown_values_for_required_parameters(client: Client, folder: Path) -> None:
    source = write(folder, {"modules/one/manifests/init.pp": "class one (String $name_) {\n  notice($name_)\n  file { '/a': }\n}\n"})
    path = source / "modules/one/manifests/init.pp"
    client.start({path: [3]}, **{"class": "one", "program": str(path)})
    assert client.stopped() == "breakpoint"
    assert client.at() == ("init.pp", 3)
    assert client.value("$name_") == ("unknown", "String")
    assert client.value("$module_name") == ("'one'", "String")
    client.ask("continue", threadId=1)
    assert client.end() == 0
    assert "after" not in client.text("stdout")


def test_a_system_stands_for_facts(client: Client, folder: Path) -> None:
    client.start({folder / WEB: [10]}, **{"class": "web", "system": "Debian 12"})
    assert client.stopped() == "breakpoint"
    assert client.value("$facts['os']['family']") == ("'Debian'", "String")


def test_a_catalog_without_resources_is_explained(client: Client, folder: Path) -> None:
    client.start(program=WEB)
    assert client.end() == 0
    assert client.text("stdout").startswith("The catalog is empty: ")


def test_an_unknown_system_is_refused(client: Client, folder: Path) -> None:
    with pytest.raises(Failure, match="'Plan9 4' is not a known system"):
        client.start(system="Plan9 4")
