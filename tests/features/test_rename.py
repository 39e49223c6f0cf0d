"""Renaming changes all occurrences of a name, or is refused with a reason."""

from __future__ import annotations

from pathlib import Path

from puppet_check.features.occurrences import occurrences_at
from puppet_check.features.rename import Refusal, Renamed, rename
from tests.features.project import Place

M = "modules/m/manifests/init.pp"
A = "modules/m/manifests/a.pp"


def renamed(folder: Path, name: str, path: str, files: dict[str, str]) -> tuple[dict[str, str], Renamed]:
    place = Place(folder, path, files)
    found = rename(place.view, occurrences_at(place.view, place.offset), name, place.project_files)
    assert isinstance(found, Renamed), found
    return place.after(found.edits), found


def refused(folder: Path, name: str, path: str, files: dict[str, str]) -> str:
    place = Place(folder, path, files)
    found = rename(place.view, occurrences_at(place.view, place.offset), name, place.project_files)
    assert isinstance(found, Refusal), found
    return found.reason


def test_a_local_variable(tmp_path: Path) -> None:
    texts, _ = renamed(tmp_path, "b", A, {A: 'function m::a() { $|x = 1  "${x} $x" + [2].map |$y| { $x + $y } }'})
    assert texts == {A: 'function m::a() { $b = 1  "${b} $b" + [2].map |$y| { $b + $y } }'}


def test_a_parameter_with_its_callers_and_keys(tmp_path: Path) -> None:
    files = {
        M: "class m ($|port = 1) { notice($port) }",
        A: "class m::a { class { 'm': port => 1 } notice($m::port, $::m::port, lookup('m::port')) $port = 1 }",
        "environment.conf": "",
        "data/common.yaml": "'m::port': 1\nm::ports: 2\n",
    }
    texts, _ = renamed(tmp_path, "number", M, files)
    assert texts == {
        M: "class m ($number = 1) { notice($number) }",
        A: "class m::a { class { 'm': number => 1 } notice($m::number, $::m::number, lookup('m::number')) $port = 1 }",
        "data/common.yaml": "'m::number': 1\nm::ports: 2\n",
    }


def test_a_define_with_its_file(tmp_path: Path) -> None:
    files = {M: "class m { m::a { 'x': } M::A['x'] -> m::|a { 'y': p => 1 } }", A: "define m::a($p = 1) { }"}
    texts, found = renamed(tmp_path, "m::b::c", M, files)
    assert texts == {M: "class m { m::b::c { 'x': } M::B::C['x'] -> m::b::c { 'y': p => 1 } }", A: "define m::b::c($p = 1) { }"}
    assert found.moves == ((str(tmp_path / A), str(tmp_path / "modules/m/manifests/b/c.pp")),)


def test_a_class_with_its_data(tmp_path: Path) -> None:
    files = {
        M: "class m { include m::a  contain ::m::a  $y = $m::a::x  lookup('m::a::x') Class['m::a'] }",
        A: "class m::|a ($x) { }",
        "environment.conf": "",
        "data/common.yaml": "m::a::x: 1\nm::ab::x: 2\n",
    }
    texts, _ = renamed(tmp_path, "m::b", A, files)
    assert texts == {
        M: "class m { include m::b  contain ::m::b  $y = $m::b::x  lookup('m::b::x') Class['m::b'] }",
        A: "class m::b ($x) { }",
        "data/common.yaml": "m::b::x: 1\nm::ab::x: 2\n",
    }


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    assert "already" in refused(tmp_path, "b", A, {A: "class m::a { $|x = 1 $b = 2 }"})
    assert "already exists" in refused(tmp_path, "m", A, {A: "class m::|a { }", M: "class m { }"})


def test_a_name_that_is_not_valid(tmp_path: Path) -> None:
    assert refused(tmp_path, "B-c", A, {A: "class m::a { $|x = 1 }"}) == "'B-c' is not a valid name for a variable"


def test_what_a_template_reads(tmp_path: Path) -> None:
    files = {A: "class m::a { $|x = 1 template('m/t.erb') }", "modules/m/templates/t.erb": "<%= @x %>"}
    assert refused(tmp_path, "b", A, files) == "the template 'm/t.erb' reads it"


def test_built_in_names_cannot_be_renamed(tmp_path: Path) -> None:
    assert refused(tmp_path, "b", A, {A: "class m::a { |file { '/x': } }"}).startswith("only variables")


def test_a_variable_that_is_first_that_of_a_class_above(tmp_path: Path) -> None:
    files = {A: "class m::a inherits m { notice($x)  $|x = 1 }", M: "class m { $x = 2 }"}
    assert "inherits" in refused(tmp_path, "b", A, files)
    assert "inherits" in refused(tmp_path, "b", M, {A: files[A].replace("|", ""), M: "class m { $|x = 2 }"})
    texts, _ = renamed(tmp_path, "b", A, {A: "class m::a inherits m { $|x = 1  notice($x) }", M: "class m { $x = 2 }"})
    assert texts == {A: "class m::a inherits m { $b = 1  notice($b) }"}
