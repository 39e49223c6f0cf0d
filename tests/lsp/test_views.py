"""Files that are not Puppet code, and what the extension asks, over stdio."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.plain import session
from tests.support.lsp_client import Client, Failure, Json

FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "web::port: 80\n",
    "Puppetfile": "mod 'you/gone', '1.0.0'\n",
    "facts.yaml": "os:\n  family: Debian\nprocessors: [1, 2]\n",
    "manifests/site.pp": "node 'one' { include web }\n",
    "modules/web/metadata.json": '{"name": "me-web", "version": "1.2.3", "dependencies": []}',
    "modules/web/manifests/init.pp": "class web (Integer $port) {\n  file { '/a': content => \"${port}\" }\n}\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small environment."""
    for path, text in FILES.items():
        (tmp_path / "env" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "env" / path).write_text(text)
    return tmp_path / "env"


@pytest.fixture
def client(project: Path, tmp_path: Path) -> Iterator[Client]:
    """A session about it."""
    with session(tmp_path, project) as client:
        yield client


def at(path: Path, line: int, character: int) -> Json:
    return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}}


def test_a_key_of_data(client: Client, project: Path) -> None:
    path = project / "data" / "common.yaml"
    client.open(path, "web::port: 80\n")
    assert "Integer $port" in client.ask("textDocument/hover", at(path, 0, 6))["contents"]["value"]
    [place] = client.ask("textDocument/definition", at(path, 0, 6))
    assert place["uri"].endswith("init.pp")
    assert [each["name"] for each in client.ask("textDocument/documentSymbol", at(path, 0, 0))] == ["web::port"]


def test_keys_are_completed(client: Client, project: Path) -> None:
    path = project / "data" / "other.yaml"
    client.open(path, "web::p")
    [item] = [each for each in client.ask("textDocument/completion", at(path, 0, 6))["items"] if each["label"] == "web::port"]
    assert item["textEdit"]["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 6}}
    described = client.ask("completionItem/resolve", item)
    assert "Integer $port" in described["documentation"]["value"]


@pytest.mark.parametrize(
    ("context", "offered"),
    [
        ({}, True),
        ({"triggerKind": 1}, True),
        ({"triggerKind": 2}, False),
        ({"only": ["quickfix"]}, False),
        ({"triggerKind": 2, "only": ["source.fixAll"]}, True),
    ],
)
def test_all_is_fixed_by_editors_that_cannot_ask_for_it(tmp_path: Path, context: dict[str, object], offered: bool) -> None:
    path = tmp_path / "a.pp"
    with session(tmp_path, tmp_path) as client:
        client.open(path, "notice($osfamily)\nnotice(hiera('a'))\n")
        client.published(path)
        place = {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 8}}
        params = {"textDocument": {"uri": path.as_uri()}, "range": place, "context": {"diagnostics": [], **context}}
        assert ("source.fixAll" in [each["kind"] for each in client.ask("textDocument/codeAction", params)]) is offered


def test_a_dependency_is_added(client: Client, project: Path) -> None:
    other = project / "modules" / "db"
    (other / "manifests").mkdir(parents=True)
    (other / "metadata.json").write_text('{"name": "me-db", "version": "2.0.0", "dependencies": []}')
    (other / "manifests" / "init.pp").write_text("class db { }\n")
    (project / "modules" / "web" / "manifests" / "store.pp").write_text("class web::store {\n  include db\n}\n")
    path = project / "modules" / "web" / "metadata.json"
    client.open(path, '{"name": "me-web", "dependencies": []}')
    client.published(path)
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 38}}
    params = {"textDocument": {"uri": path.as_uri()}, "range": place, "context": {"diagnostics": []}}
    assert "Add me/db to the dependencies" in [each["title"] for each in client.ask("textDocument/codeAction", params)]


def test_the_whole_type_of_an_expression(client: Client, project: Path) -> None:
    path = project / "modules" / "web" / "manifests" / "long.pp"
    keys = ", ".join(f"'key_{number}' => Optional[String]" for number in range(30))
    client.open(path, f"class web::long (Struct[{{ {keys} }}] $p) {{\n  notice($p, $p['key_1'])\n}}\n")
    client.published(path)
    asked = {"uri": path.as_uri(), "line": 1, "character": 10}
    text = client.ask("puppetCheck/type", asked)["type"]
    assert text.splitlines()[:2] == ["Struct[{", "  'key_0' => Optional[String],"]
    assert text.splitlines()[-2:] == ["  'key_29' => Optional[String]", "}]"]
    assert client.ask("puppetCheck/type", {**asked, "character": 18}) == {"type": "Optional[String]"}
    assert client.ask("puppetCheck/type", {**asked, "line": 0, "character": 0}) is None
    with pytest.raises(Failure):
        client.ask("puppetCheck/type", {"uri": path.as_uri()})


def test_modules_and_missing_dependencies(client: Client, project: Path) -> None:
    rows = client.ask("puppetCheck/modules", {"uri": (project / "manifests" / "site.pp").as_uri()})
    assert [(each["label"], each["description"]) for each in rows] == [("gone", "missing"), ("web", "1.2.3")]


def test_a_module_with_a_bundled_interface_is_not_missing(project: Path, tmp_path: Path) -> None:
    needed = [{"name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0"}]
    (project / "modules/web/metadata.json").write_text(json.dumps({"name": "me-web", "version": "1.2.3", "dependencies": needed}))
    with session(tmp_path, project) as client:
        rows = client.ask("puppetCheck/modules", {"uri": (project / "manifests" / "site.pp").as_uri()})
        [folder] = client.ask("puppetCheck/status")["folders"]
    assert [(each["label"], each["description"], each["icon"]) for each in rows if each["label"] != "web"] == [
        ("gone", "missing", "warning"),
        ("stdlib", "bundled interface", "library"),
    ]
    assert (folder["bundled"], folder["missing"]) == (["stdlib"], ["gone"])


def test_modules_of_a_folder(client: Client, project: Path) -> None:
    for uri in (project.as_uri(), None):
        assert [each["label"] for each in client.ask("puppetCheck/modules", {"uri": uri})] == ["gone", "web"]


def test_the_modules_of_the_puppetfile(client: Client, project: Path) -> None:
    text = """\
mod 'you/gone', '1.0.0'
# mod 'you/comment', '1.0.0'
mod "me-web", '1.2.3'

mod 'me/web', '1.3.0'
mod 'web',
  git: 'https://git.example.org/web.git',
  tag: 'v1.2.3'
mod 'web', :git => 'https://git.example.org/web.git', :branch => 'main'
mod('web', :latest)
mod 'own', :local => true
mod 'far', git: 'https://git.example.org/far.git', ref: '0123456789012345678901234567890123456789'
"""
    client.open(project / "Puppetfile", text)
    rows = client.ask("puppetCheck/puppetfile", {"uri": (project / "modules/web/manifests/init.pp").as_uri()})
    assert [(each["label"], each["description"], each["icon"], each["line"]) for each in rows] == [
        ("you/gone", "1.0.0, not installed", "warning", 1),
        ("me-web", "1.2.3", "package", 3),
        ("me/web", "1.3.0, 1.2.3 installed", "warning", 5),
        ("web", "tag v1.2.3", "package", 6),
        ("web", "branch main, 1.2.3 installed", "package", 9),
        ("web", "1.2.3 installed", "package", 10),
        ("own", "in this repository, not installed", "warning", 11),
        ("far", "ref 0123456, not installed", "warning", 12),
    ]


def test_no_puppetfile(client: Client, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert client.ask("puppetCheck/puppetfile", {"uri": (tmp_path / "empty").as_uri()}) == []


def test_no_facts(client: Client, project: Path) -> None:
    assert client.ask("puppetCheck/facts", {"uri": (project / "manifests" / "site.pp").as_uri()}) == []


def test_facts_of_a_node(project: Path, tmp_path: Path) -> None:
    (project / ".puppet-check.toml").write_text("facts = 'facts.yaml'\n")
    with session(tmp_path, project) as client:
        rows = client.ask("puppetCheck/facts", {"uri": (project / "manifests" / "site.pp").as_uri()})
    assert [(each["label"], each["rows"][0]["description"]) for each in rows] == [("os", "'Debian'"), ("processors", "1")]


def test_subjects_of_catalogs(client: Client, project: Path) -> None:
    path = project / "modules" / "web" / "manifests" / "init.pp"
    client.open(path, FILES["modules/web/manifests/init.pp"])
    found = client.ask("puppetCheck/subjects", {"uri": path.as_uri()})
    assert {"kind": "class", "name": "web", "isHere": True} in found
    assert {"kind": "node", "name": "one", "isHere": False} in found


def test_defines_are_not_listed_as_classes(project: Path, tmp_path: Path) -> None:
    (project / "modules/web/manifests/vhost.pp").write_text("# A define.\ndefine web::vhost { }\n")
    with session(tmp_path, project) as client:
        found = client.ask("puppetCheck/subjects", {"uri": (project / "modules/web/manifests/init.pp").as_uri()})
    assert [each["kind"] for each in found if each["name"] == "web::vhost"] == ["define"]


@pytest.mark.parametrize(
    ("text", "line", "started"),
    [
        ("# About it.\nclass web::a {\n  notice(1)\n}\n", 2, ("class", "web::a")),
        ("class web::a {\n}\nclass web::b {\n}\n", 2, ("class", "web::b")),
        ("class web::a {\n  class inner { }\n}\n", 2, ("class", "web::a")),
        ("notice(1)\n", 0, ("manifest", "")),
        ("node 'one' { }\n", 0, ("manifest", "")),
        ("define web::a {\n}\n", 1, ("nothing", "`web::a` is a defined type")),
        ("type Web::A = String\n", 0, ("nothing", "`Web::A` is a type alias")),
        ("# Empty.\n", 0, ("nothing", "the file has no class and no statements")),
    ],
)
def test_what_a_debugger_starts_at_a_line(text: str, line: int, started: tuple[str, str], client: Client, project: Path) -> None:
    path = project / "modules/web/manifests/a.pp"
    client.open(path, text)
    found = client.ask("puppetCheck/launch", {"uri": path.as_uri(), "line": line})
    assert (found["kind"], found["name"].partition(";")[0]) == started
    assert found["root"] == str(project)
    assert "Debian 12" in found["systems"]


def test_the_catalog_of_a_node(client: Client, project: Path) -> None:
    uri = (project / "manifests" / "site.pp").as_uri()
    found = client.ask("puppetCheck/preview", {"uri": uri, "kind": "node", "name": "one", "facts": str(project / "facts.yaml")})
    [file] = [each for each in found["resources"] if each["type"] == "File"]
    assert (file["parameters"]["content"], file["line"], file["possible"]) == ("80", 2, False)


@pytest.mark.parametrize(
    ("method", "params", "why"),
    [
        ("preview", {"kind": "class", "name": "web::gone"}, "unknown class 'web::gone'"),
        ("preview", {"kind": "thing", "name": "web"}, "has no catalog"),
        ("preview", {"kind": "class"}, "`name` is missing"),
        ("preview", {"kind": "class", "name": "web", "facts": "/no/such/file"}, "cannot read the file"),
        ("newFile", {"kind": "class", "name": "web"}, "already exists"),
    ],
)
def test_impossible_requests_are_refused_with_a_reason(method: str, params: Json, why: str, client: Client, project: Path) -> None:
    uri = (project / "modules" / "web" / "manifests" / "init.pp").as_uri()
    with pytest.raises(Failure, match=why):
        client.ask(f"puppetCheck/{method}", {"uri": uri, **params})


def test_a_new_class(client: Client, project: Path) -> None:
    made = client.ask("puppetCheck/newFile", {"uri": (project / "modules" / "web").as_uri(), "kind": "class", "name": "extra"})
    assert made["open"].endswith("modules/web/manifests/extra.pp")
    create, text = made["edit"]["documentChanges"]
    assert (create["kind"], create["uri"]) == ("create", made["open"])
    assert "class web::extra {" in text["edits"][0]["newText"]


@pytest.mark.parametrize("chosen", [True, False])
def test_a_call_of_a_template_shows_its_text_for_the_chosen_facts(project: Path, tmp_path: Path, chosen: bool) -> None:
    (project / ".puppet-check.toml").write_text("facts = 'facts.yaml'\n" if chosen else "")
    (project / "modules/web/templates").mkdir()
    (project / "modules/web/templates/a.epp").write_text("<%- | $port | -%>\nport <%= $port %> of <%= $facts['os']['family'] %>\n")
    path = project / "modules" / "web" / "manifests" / "other.pp"
    lines = ("class web::other {", "  include web", "  $given = $web::port + 1", "  $text = epp('web/a.epp', { port => $given })", "}", "")
    path.write_text("\n".join(lines))
    with session(tmp_path, project) as client:
        client.open(path, "\n".join(lines))
        shown = client.ask("textDocument/hover", at(path, 3, 14))["contents"]["value"]
        assert ("```text\nport 81 of Debian\n```" in shown) == chosen
        client.edit(path, 1, (2, 24, 2, 25, "2"))
        shown = client.ask("textDocument/hover", at(path, 3, 14))["contents"]["value"]
        assert ("port 82 of Debian" in shown) == chosen
