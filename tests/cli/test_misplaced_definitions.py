"""A file of a module may define only the name that the autoloader expects. Where the module is uncertain, nothing is reported."""

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write

METADATA = '{"name": "me-m"}'
ELSEWHERE = "class elsewhere { }\n"


def misplaced(folder: Path) -> list[str]:
    """The files below a folder whose definitions are in the wrong place."""
    answer = run("puppet-check", "--format", "json", ".", cwd=folder)
    return [finding["file"] for finding in json.loads(answer.out) if finding["code"] == "illegal-definition-location"]


@pytest.mark.parametrize(
    ("file", "right"),
    [
        ("manifests/init.pp", "class m { }"),
        ("manifests/a.pp", "class m::a { }"),
        ("manifests/a/b.pp", "define m::a::b { }"),
        ("manifests/a/init.pp", "class m::a::init { }"),
        ("functions/f.pp", "function m::f() { }"),
        ("types/port.pp", "type M::Port = Integer"),
    ],
)
def test_a_definition_has_to_be_where_puppet_looks_for_it(tmp_path: Path, file: str, right: str) -> None:
    write(tmp_path, {"metadata.json": METADATA, file: ELSEWHERE})
    assert misplaced(tmp_path) == [file]
    write(tmp_path, {file: f"{right}\n"})
    assert misplaced(tmp_path) == []


@pytest.mark.parametrize(
    "files",
    [
        {"modules/m/manifests/a.pp": ELSEWHERE},
        {"site-modules/m/manifests/a.pp": ELSEWHERE},
        {"Puppetfile": "", "site/m/manifests/a.pp": ELSEWHERE},
        {"environment.conf": "modulepath = code:modules:$basemodulepath\n", "code/m/manifests/a.pp": ELSEWHERE},
        {"modules/m/metadata.json": METADATA, "modules/m/manifests/a.pp": ELSEWHERE},
    ],
)
def test_the_modules_of_a_control_repository_are_known(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path, files)
    assert misplaced(tmp_path) == [next(file for file in files if file.endswith(".pp"))]


@pytest.mark.parametrize(
    "files",
    [
        {"manifests/a.pp": ELSEWHERE},
        {"site/m/manifests/a.pp": ELSEWHERE},
        {"metadata.json": "{", "manifests/a.pp": ELSEWHERE},
        {"metadata.json": '{"name": 1}', "manifests/a.pp": ELSEWHERE},
        {"metadata.json": METADATA, "examples/a.pp": ELSEWHERE},
        {"metadata.json": METADATA, "a.pp": ELSEWHERE},
        {"metadata.json": METADATA, "manifests/site.pp": "node default { }\n"},
        {"metadata.json": METADATA, "Puppetfile": "", "manifests/a.pp": ELSEWHERE},
        {"metadata.json": METADATA, "spec/fixtures/m/manifests/a.pp": ELSEWHERE},
        {"modules/n/metadata.json": METADATA, "modules/n/manifests/a.pp": ELSEWHERE},
        {"environment.conf": "modulepath = code\n", "modules/m/manifests/a.pp": ELSEWHERE},
        {"modules/no-module/manifests/a.pp": ELSEWHERE},
    ],
)
def test_nothing_is_demanded_where_the_place_is_not_clear(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path, files)
    assert misplaced(tmp_path) == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"manifests/a.pp": "class m::ab { }\n"}, {"longer-name", "unknown-class"}),
        ({"manifests/a.pp": "class m::ab { }\nclass m::a { }\n"}, set()),
        ({"manifests/a.pp": "# class m::a {\n# }\n"}, {"unknown-class"}),
        ({"manifests/a.pp": ""}, {"unknown-class"}),
        ({"manifests/a.pp": ELSEWHERE}, {"illegal-definition-location"}),
        ({"manifests/a.pp": "class m::ab {\n"}, {"syntax-error"}),
        ({"manifests/a.pp": "class m::a::b { }\n"}, {"unknown-class"}),
        ({"functions/a.pp": "function m::ab() { 1 }\n", "manifests/a.pp": "class m::a { }\n"}, {"longer-name"}),
    ],
)
def test_a_name_that_only_begins_like_that_of_its_file_is_not_found(tmp_path: Path, files: dict[str, str], expected: set[str]) -> None:
    write(tmp_path, {"metadata.json": METADATA, "manifests/init.pp": "class m {\n  include m::a\n}\n", **files})
    answer = run("puppet-check", "--format", "json", ".", cwd=tmp_path)
    codes = {each["code"] for each in json.loads(answer.out) if each["severity"] in ("error", "warning")}
    assert codes & {"longer-name", "unknown-class", "syntax-error", "illegal-definition-location"} == expected


@pytest.mark.parametrize(
    ("file", "count"), [("class m::mod { }\nclass m::mod_php { }\n", 0), ("class m::mod_php { }\n", 1), ("class m::mod { }\n", 1)]
)
def test_a_class_beside_one_with_the_beginning_of_its_name_is_found_after_it(tmp_path: Path, file: str, count: int) -> None:
    init = "class m {\n  include m::mod\n  include m::mod_php\n}\n"
    write(tmp_path, {"m/metadata.json": METADATA, "m/manifests/init.pp": init, "m/manifests/mod.pp": file})
    found = json.loads(run("puppet-check", "--format", "json", ".", cwd=tmp_path).out)
    assert sum(each["code"] == "unknown-class" and each["line"] == 3 for each in found) == count
