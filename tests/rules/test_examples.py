"""Examples of a module, which its users copy: what they declare of the module has the parameters that they set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings, metadata

CODE = {
    "metadata.json": metadata(),
    "manifests/init.pp": "class motd (String $banner = '') {\n  notice($banner)\n}\n",
    "manifests/line.pp": "define motd::line (String $text = '') {\n  notice($text)\n}\n",
}


@pytest.mark.parametrize("folder", ["examples", "tests"])
@pytest.mark.parametrize(
    ("code", "messages"),
    [
        ("class { 'motd':\n  baner => 'x',\n}\n", ["'motd' has no parameter named 'baner', did you mean 'banner'?"]),
        ("class { '::motd':\n  banner  => 'x',\n  require => File['/x'],\n}\n", []),
        ("motd::line { 'a':\n  txet => 'x',\n}\n", ["'motd::line' has no parameter named 'txet', did you mean 'text'?"]),
        ("motd::line { 'a':\n  size => 1,\n  font => 2,\n}\n", ["'motd::line' has no parameter named 'size', nor 1 other that this sets"]),
        ("motd::line { 'a':\n  name => 'x',\n  text => 'x',\n}\n", []),
        ("class { 'other':\n  baner => 'x',\n}\nfile { '/x':\n  owners => 'root',\n}\n", []),
    ],
)
def test_parameters_of_the_module(tmp_path: Path, folder: str, code: str, messages: list[str]) -> None:
    found = findings(tmp_path, {**CODE, f"{folder}/init.pp": code})
    assert [each.message for each in found if each.code == "unknown-parameter"] == messages
    assert {each.severity for each in found if each.code == "unknown-parameter"} <= {"warning"}


def test_examples_in_the_fixtures_of_tests_are_not_checked(tmp_path: Path) -> None:
    files = {
        **CODE,
        "spec/fixtures/modules/motd/metadata.json": metadata(),
        "spec/fixtures/modules/motd/examples/a.pp": "motd::line { 'a': txet => 1 }",
    }
    assert [each for each in findings(tmp_path, files) if each.code == "unknown-parameter"] == []


def test_a_modulefile_makes_a_folder_a_module_whose_files_have_their_names(tmp_path: Path) -> None:
    files = {
        "Modulefile": "name 'acme-motd'\nversion '0.1.0'\n",
        "manifests/init.pp": CODE["manifests/init.pp"],
        "manifests/line.pp": "define line {\n}\n",
    }
    found = [(each.path, each.code) for each in findings(tmp_path, files) if each.severity == "error"]
    assert found == [("manifests/line.pp", "illegal-definition-location")]


@pytest.mark.parametrize(
    ("code", "data", "count"),
    [
        ("class { 'motd':\n  text => 'x',\n}\n", "", 1),
        ("class { 'motd':\n  text => 'x',\n  owner => 'root',\n}\n", "", 0),
        ("class { 'motd':\n  text => 'x',\n}\n", "motd::owner: root\n", 0),
        ("class { 'motd':\n  require => File['/x'],\n}\n", "", 0),
        ("class { 'motd':\n  * => { text => 'x' },\n}\n", "", 0),
        ("motd::line {\n  default:\n    size => 1;\n  'a':\n    text => 'x';\n}\n", "", 0),
        ("Motd::Line { size => 1 }\nmotd::line { 'a':\n  text => 'x',\n}\n", "", 0),
        ("motd::line { 'a':\n  text => 'x',\n}\n", "", 1),
    ],
)
def test_parameters_that_an_example_lacks(tmp_path: Path, code: str, data: str, count: int) -> None:
    files = {
        "metadata.json": metadata(),
        "hiera.yaml": "version: 5\nhierarchy:\n- name: common\n  path: common.yaml\n",
        "data/common.yaml": data,
        "manifests/init.pp": "class motd (String $owner, String $text = '') {\n  notice($owner, $text)\n}\n",
        "manifests/line.pp": "define motd::line (Integer $size, String $text = '') {\n  notice($size, $text)\n}\n",
        "examples/init.pp": code,
    }
    found = [each for each in findings(tmp_path, files) if each.code == "missing-parameter"]
    assert [each.severity for each in found] == ["warning"] * count
