"""What a module is called, and what its folder is called, need not be the same."""

from __future__ import annotations

from pathlib import Path

from tests.rules.places import findings

USING = "class rsyslog::client {\n  include rsyslog\n  rsyslog::snippet { $rsyslog::port: }\n}\n"


def told(folder: Path, files: dict[str, str]) -> list[tuple[str, int, str]]:
    """The places and codes of what is found."""
    return [(each.path, each.line, each.code) for each in findings(folder, files)]


def test_a_folder_with_the_name_of_its_owner_is_the_module_all_the_same(tmp_path: Path) -> None:
    files = {
        "modules/someone-rsyslog/manifests/init.pp": "class rsyslog {\n  $port = '1'\n}\n",
        "modules/someone-rsyslog/manifests/snippet.pp": "define rsyslog::snippet() {\n}\n",
        "modules/someone-rsyslog/manifests/client.pp": USING,
    }
    assert told(tmp_path, files) == []
    files["modules/someone-rsyslog/manifests/client.pp"] = USING.replace("rsyslog::port", "rsyslog::prt")
    assert told(tmp_path, files) == [("modules/someone-rsyslog/manifests/client.pp", 3, "unknown-variable")]


def test_of_two_folders_that_of_the_name_itself_counts(tmp_path: Path) -> None:
    files = {
        "modules/a-rsyslog/manifests/init.pp": "class rsyslog {\n}\n",
        "modules/rsyslog/manifests/init.pp": "class rsyslog($port) {\n}\n",
        "modules/user/manifests/init.pp": "class user {\n  class { 'rsyslog': port => 1 }\n}\n",
    }
    assert told(tmp_path, {**files}) == []


def test_a_module_that_calls_itself_otherwise_is_told_of_that_alone(tmp_path: Path) -> None:
    files = {
        "modules/log/manifests/init.pp": "class rsyslog inherits rsyslog::params {\n  notice($rsyslog::params::port)\n}\n",
        "modules/log/manifests/params.pp": "class rsyslog::params {\n  $port = '1'\n}\n",
    }
    assert told(tmp_path, files) == [
        ("modules/log/manifests/init.pp", 1, "illegal-definition-location"),
        ("modules/log/manifests/params.pp", 1, "illegal-definition-location"),
    ]
