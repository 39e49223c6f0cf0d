"""Completion of facts and their values, tags of comments, deprecated names, and after a forgotten comma."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from tests.features.cursor import completed, labels, view_of

MORE = {
    "lib/facter/own.rb": "Facter.add(:my_fact) { setcode { 1 } }\n",
    "manifests/old.pp": "# Old.\n# @deprecated Use web::site.\ndefine web::old (String $x) { }\n",
    "manifests/oldest.pp": "# Old.\n# @deprecated Use web.\nclass web::oldest { }\n",
    "functions/gone.pp": "# Gone.\n# @deprecated Use web::shout.\nfunction web::gone() { 1 }\n",
    "manifests/st.pp": (
        "class web::st (Struct[{ depth => Integer, Optional[mode] => String }] $opts, Array[Struct[{ kind => String }]] $list) { }\n"
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in MORE.items():
        (tmp_path / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "web" / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("$x = $facts['my^']", "my_fact"),
        ("if $facts['os']['family'] == '^' { }", "RedHat"),
        ("if $facts['os']['name'] == ^ { }", "'RedHat'"),
        ("if $osfamily in ['Debian', '^'] { }", "RedHat"),
        ("case $facts['kernel'] {\n  '^': { }\n}", "Linux"),
        ("$x = fact('os.family') ? {\n  '^' => 1,\n}", "RedHat"),
        ("file { '/x':\n  ensure => file\n  ow^\n}", "owner"),
        ("# @^\nclass web::a ($x) { }", "param"),
        ("# @su^\nclass web::a ($x) { }", "summary"),
        ("# @param ^\nclass web::a ($x) { }", "x"),
    ],
)
def test_the_first_item(folder: Path, code: str, expected: str) -> None:
    assert labels(folder, code)[0] == expected


@pytest.mark.parametrize(("code", "name"), [("web::ol^", "web::old"), ("include web::ol^", "web::oldest"), ("$x = web::go^", "web::gone")])
def test_deprecated_names_are_marked(folder: Path, code: str, name: str) -> None:
    assert [each.deprecated for each in completed(folder, code).items if each.label == name] == [True]


def test_a_define_comes_with_its_required_parameters(folder: Path) -> None:
    (item,) = completed(folder, "web::si^").items
    assert item.insert == "web::site { '${1:title}':\n  docroot => ${2},\n}$0"


def test_a_class_does_not_include_itself(folder: Path) -> None:
    assert "web::here" not in labels(folder, "class web::here {\n  include web::^\n}\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("web::st::opts:\n  ^\n", ["depth", "mode"]),
        ("web::st::opts:\n  depth: 1\n  m^\n", ["mode"]),
        ("web::st::list:\n  - ^\n", ["kind"]),
        ("a: \"%{lookup('^')}\"\n", ["web::port", "web::state"]),
    ],
)
def test_keys_in_data(folder: Path, text: str, expected: list[str]) -> None:
    view_of(folder, "^")
    document = Analysis().open(str(folder / "web/data/x.yaml"), text.replace("^", ""))
    found = [each.label for each in document.answers.complete(text.index("^")).items if each.kind == "key"]
    assert found[: len(expected)] == expected
