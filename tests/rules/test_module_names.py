"""The name of a module may differ from the name of its folder."""

from __future__ import annotations

from pathlib import Path

from tests.cli import in_process
from tests.rules.places import findings

USING = "class rsyslog::client {\n  include rsyslog\n  rsyslog::snippet { $rsyslog::port: }\n}\n"


def locations_of(folder: Path, files: dict[str, str]) -> list[tuple[str, int, str]]:
    """The paths, lines and codes of the findings."""
    return [(each.path, each.line, each.code) for each in findings(folder, files)]


def test_a_folder_named_author_module_is_the_module(tmp_path: Path) -> None:
    files = {
        "modules/someone-rsyslog/manifests/init.pp": "class rsyslog {\n  $port = '1'\n}\n",
        "modules/someone-rsyslog/manifests/snippet.pp": "define rsyslog::snippet() {\n}\n",
        "modules/someone-rsyslog/manifests/client.pp": USING,
    }
    assert locations_of(tmp_path, files) == []
    files["modules/someone-rsyslog/manifests/client.pp"] = USING.replace("rsyslog::port", "rsyslog::prt")
    assert locations_of(tmp_path, files) == [("modules/someone-rsyslog/manifests/client.pp", 3, "unknown-variable")]


def test_the_folder_with_the_name_of_the_module_takes_precedence(tmp_path: Path) -> None:
    files = {
        "modules/a-rsyslog/manifests/init.pp": "class rsyslog {\n}\n",
        "modules/rsyslog/manifests/init.pp": "class rsyslog($port) {\n}\n",
        "modules/user/manifests/init.pp": "class user {\n  class { 'rsyslog': port => 1 }\n}\n",
    }
    assert locations_of(tmp_path, {**files}) == []


def test_a_module_with_another_name_in_its_code_is_reported_only_once(tmp_path: Path) -> None:
    files = {
        "modules/log/manifests/init.pp": "class rsyslog inherits rsyslog::params {\n  notice($rsyslog::params::port)\n}\n",
        "modules/log/manifests/params.pp": "class rsyslog::params {\n  $port = '1'\n}\n",
    }
    assert locations_of(tmp_path, files) == [
        ("modules/log/manifests/init.pp", 1, "illegal-definition-location"),
        ("modules/log/manifests/params.pp", 1, "illegal-definition-location"),
    ]


def test_a_misspelt_module_is_unknown_if_the_module_meant_has_the_name(tmp_path: Path) -> None:
    module = {
        "metadata.json": '{"name": "a-nova", "version": "1.0.0", "author": "a", "license": "x", "summary": "x", "source": "x"}',
        "manifests/params.pp": "class nova::params {\n}\n",
        "manifests/init.pp": "class nova {\n"
        "  include nva::params\n  include novaa::params\n  include onva::params\n  include nva::other\n}\n",
    }
    found = [(each.line, each.code) for each in in_process.findings(tmp_path / "nova", module) if each.code == "unknown-class"]
    assert found == [(2, "unknown-class"), (3, "unknown-class")]


def test_a_similar_module_is_not_a_misspelling(tmp_path: Path) -> None:
    module = {
        "metadata.json": '{"name": "a-mysql", "version": "1.0.0", "author": "a", "license": "x", "summary": "x", "source": "x"}',
        "manifests/server.pp": "class mysql::server {\n  include mssql::server\n  include mysqld::server\n}\n",
    }
    assert [each for each in in_process.findings(tmp_path / "mysql", module) if each.code == "unknown-class"] == []
