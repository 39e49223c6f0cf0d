"""Previews of the catalog of a class, define or node."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import pytest

from puppet_check.features.catalog.preview import NoSubjectError, Subject, preview
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.values.hash import Hash

FILES = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node 'one' { include web }\nnode default { notify { 'other': } }\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "web::port: 8080\n",
    "modules/web/manifests/init.pp": """
class web (Integer $port = 80, String $needed = 'x') {
  if $facts['os']['family'] == 'Debian' {
    package { 'nginx': }
  }
  web::site { 'first': port => $port }
  file { $facts['networking']['fqdn']: }
}
""",
    "modules/web/manifests/site.pp": """
define web::site (Integer $port, String $root) {
  file { "/srv/${title}": content => web::text($port) }
  ~> service { 'nginx': }
}
""",
    "modules/web/manifests/other.pp": 'class web::other (Integer $port) { notify { "port ${port}": } }\n',
    "modules/web/manifests/page.pp": "class web::page { file { '/page': content => epp('web/page.epp') } }\n",
    "modules/web/templates/page.epp": "<%= $facts['os']['family'] %> <%= $module_name %>\n",
    "modules/web/functions/text.pp": 'function web::text(Integer $port) { "port ${port}" }\n',
}


def shown(folder: Path, kind: Literal["class", "define", "node"], name: str, facts: Hash | None = None) -> dict[str, Any]:
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    known = Workspace().known(os.fspath(folder / "modules/web/manifests/init.pp"))
    return preview(Subject(kind, name), known, ProjectFiles(known), facts)


def rows(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {f"{each['type']}[{each['title']}]": each for each in data["resources"]}


def test_a_class_with_all_that_it_declares(tmp_path: Path) -> None:
    data = shown(tmp_path, "class", "web")
    found = rows(data)
    assert found["Web::Site[first]"]["parameters"]["port"] == 8080
    assert found["Package[nginx]"]["possible"]
    assert not found["Web::Site[first]"]["possible"]
    assert found["Web::Site[first]"]["path"].endswith("init.pp")
    assert found["Web::Site[first]"]["line"] == 6


def test_a_define_without_a_required_parameter_is_reported(tmp_path: Path) -> None:
    assert [each["message"] for each in shown(tmp_path, "class", "web")["problems"]] == [
        "Web::Site[first]: expects a value for parameter 'root'"
    ]


def test_a_define_with_its_resources_and_edges(tmp_path: Path) -> None:
    data = shown(tmp_path, "define", "web::site")
    assert "content" in rows(data)["File[/srv/preview]"]["parameters"]
    assert {"source": "File[/srv/preview]", "target": "Service[nginx]", "parameter": "notify"} in data["edges"]


def test_facts_decide(tmp_path: Path) -> None:
    facts = Hash([("os", Hash([("family", "RedHat")])), ("networking", Hash([("fqdn", "a.example")]))])
    found = rows(shown(tmp_path, "class", "web", facts))
    assert "Package[nginx]" not in found
    assert "File[a.example]" in found


@pytest.mark.parametrize(("node", "wanted"), [("one", "Class[Web]"), ("two", "Notify[other]")])
def test_a_node(node: str, wanted: str, tmp_path: Path) -> None:
    assert wanted in rows(shown(tmp_path, "node", node))


def test_what_is_required_is_some_value(tmp_path: Path) -> None:
    data = shown(tmp_path, "class", "web::other")
    assert data["problems"] == []
    assert any(each["type"] == "Notify" for each in data["resources"])


@pytest.mark.parametrize("kind", ["class", "define"])
def test_what_is_not_there(kind: str, tmp_path: Path) -> None:
    with pytest.raises(NoSubjectError, match=f"unknown {kind} 'web::gone'"):
        shown(tmp_path, kind, "web::gone")


def test_templates_are_filled_in_for_chosen_facts(tmp_path: Path) -> None:
    facts = Hash([("os", Hash([("family", "RedHat")]))])
    assert rows(shown(tmp_path, "class", "web::page", facts))["File[/page]"]["parameters"]["content"] == "RedHat \n"
    assert "unknown" in rows(shown(tmp_path, "class", "web::page"))["File[/page]"]["parameters"]["content"]


def test_required_parameters_are_unknown_for_chosen_facts(tmp_path: Path) -> None:
    data = shown(tmp_path, "class", "web::other", Hash())
    assert data["problems"] == []
    assert "unknown" in rows(data)["Class[Web::Other]"]["parameters"]["port"]


@pytest.mark.parametrize("facts", [None, Hash((("os", Hash((("family", "Debian"),))), ("networking", Hash((("fqdn", "a"),)))))])
def test_classes_have_the_places_of_their_definitions(tmp_path: Path, facts: Hash | None) -> None:
    rows = shown(tmp_path, "class", "web", facts)["resources"]
    [(path, line)] = [(each["path"], each["line"]) for each in rows if (each["type"], each["title"]) == ("Class", "Web")]
    assert (os.path.relpath(path, tmp_path), line) == ("modules/web/manifests/init.pp", 2)


ORDERED = """
class web::ordered {
  file { '/srv': ensure => directory }
  file { '/srv/page': content => 'x' }
  service { 'varnish': ensure => running }
  package { 'varnish': }
}
"""


def test_what_an_agent_orders_by_itself_and_what_needs_an_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "modules/web/manifests/ordered.pp", ORDERED)
    for facts in (None, Hash()):
        data = shown(tmp_path, "class", "web::ordered", facts)
        assert data["automatic"] == [{"source": "File[/srv]", "target": "File[/srv/page]"}]
        (unmet,) = data["unmet"]
        assert (unmet["source"], unmet["target"]) == ("Package[varnish]", "Service[varnish]") and "brings" in unmet["why"]
