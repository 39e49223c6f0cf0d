"""What one cause leads to in a file is one finding, and what is beyond the repository is none."""

from __future__ import annotations

from pathlib import Path

from tests.cli.in_process import findings, metadata


def codes(folder: Path, files: dict[str, str]) -> list[tuple[str, int, str]]:
    return [(each.path, each.line, each.code) for each in findings(folder, files) if each.severity != "info"]


def test_the_illegal_name_of_a_module_is_reported_at_its_definitions_alone(tmp_path: Path) -> None:
    files = {
        "manifests/site.pp": "include web-app\n",
        "modules/web-app/manifests/init.pp": "class web-app {\n  include web-app::params\n  include 'absent'\n}\n",
        "modules/web-app/manifests/params.pp": "class web-app::params { }\n",
        "modules/web-app/manifests/conf.pp": (
            "class web-app::conf inherits web-app::params {\n  file { '/a': content => template('web-app/a.erb') }\n}\n"
        ),
        "modules/web-app/templates/a.erb": "a\n",
    }
    assert codes(tmp_path, files) == [
        ("manifests/site.pp", 1, "unknown-class"),
        ("modules/web-app/manifests/conf.pp", 1, "illegal-definition-name"),
        ("modules/web-app/manifests/init.pp", 1, "illegal-definition-name"),
        ("modules/web-app/manifests/init.pp", 3, "unknown-class"),
        ("modules/web-app/manifests/params.pp", 1, "illegal-definition-name"),
    ]


def test_no_class_with_an_illegal_name_is_suggested(tmp_path: Path) -> None:
    files = {
        "manifests/site.pp": "include create-db\n",
        "modules/web-app/manifests/init.pp": "class web-app {}\n",
        "modules/web-app/manifests/create-db.pp": "class web-app::create-db { }\n",
    }
    found = [each.message for each in findings(tmp_path, files) if each.code == "unknown-class"]
    assert len(found) == 1
    assert "did you mean" not in found[0]


def test_a_negated_constant_is_reported_once_with_the_parentheses_that_it_lacks(tmp_path: Path) -> None:
    code = "function f(Hash[String, Any] $config) {\n  if ! 'sites' in $config {\n    fail('none')\n  }\n}\n"
    found = findings(tmp_path, {"manifests/site.pp": code})
    assert [(each.line, each.code) for each in found] == [(2, "constant-condition")]
    assert "expected parentheses around the operands of `in`" in found[0].message


SOURCE = "class m {\n  file { '/a': ensure => directory, recurse => true, source => 'puppet:///modules/m/applet/package' }\n"
SOURCE += "  file { '/b': content => template('m/applet/a.erb') }\n  file { '/c': source => 'puppet:///modules/m/absent' }\n}\n"
SUBMODULES = '[submodule "a"]\n\tpath = modules/m/files/applet\n\turl = https://example.org/a.git\n'
SUBMODULES += '[submodule "b"]\n\tpath = modules/m/templates/applet\n\turl = https://example.org/b.git\n'


def test_files_of_a_submodule_that_is_not_checked_out_are_not_missing(tmp_path: Path) -> None:
    files = {
        "manifests/site.pp": "include m\n",
        "modules/m/manifests/init.pp": SOURCE,
        "modules/m/files/other": "",
        "modules/m/metadata.json": metadata().replace("ntp", "m"),
        ".gitmodules": SUBMODULES,
    }
    (tmp_path / "modules/m/files/applet").mkdir(parents=True)
    assert codes(tmp_path, files) == [("modules/m/manifests/init.pp", 4, "missing-source-file")]


def test_files_that_a_checked_out_submodule_lacks_are_missing(tmp_path: Path) -> None:
    files = {
        "manifests/site.pp": "include m\n",
        "modules/m/manifests/init.pp": SOURCE,
        "modules/m/files/applet/README.md": "",
        "modules/m/templates/applet/README.md": "",
        "modules/m/metadata.json": metadata().replace("ntp", "m"),
        ".gitmodules": SUBMODULES,
    }
    assert [code for _, _, code in codes(tmp_path, files)] == ["missing-source-file", "unknown-file", "missing-source-file"]
