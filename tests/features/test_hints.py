"""Inlay hints, document links and code lenses."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.inspection.inlay_hints import inlay_hints
from puppet_check.features.navigation.links import links
from puppet_check.features.usages.code_lens import counted, lenses
from tests.features.project import Place

A = "modules/m/manifests/a.pp"


def shown(folder: Path, text: str) -> str:
    place = Place(folder, A, {A: f"|{text}"})
    source = text
    for each in sorted(inlay_hints(place.view, 0, len(text)), reverse=True):
        source = source[: each.offset] + f"«{each.text}»" + source[each.offset :]
    return source


def test_types_of_variables(tmp_path: Path) -> None:
    assert shown(tmp_path, "$a = 'x'\n$b = split($a, ' ')\n") == "$a = 'x'\n$b«: Tuple[String]» = split($a, «pattern:»' ')\n"


@pytest.mark.parametrize("value", ["'x'", "[1, 2]", "{ 'a' => 1 }", "!$x", "(1 == $x)", "1 in [$x]", "$x =~ Integer", '"a${x}"'])
def test_types_that_are_plain_are_not_repeated(tmp_path: Path, value: str) -> None:
    assert "«" not in shown(tmp_path, f"$y = {value}\n")


def test_lengths_of_the_values_that_were_seen_are_not_shown(tmp_path: Path) -> None:
    assert shown(tmp_path, "$y = $x ? { 1 => 'a', default => 'abc' }\n") == "$y«: String» = $x ? { 1 => 'a', default => 'abc' }\n"


@pytest.mark.parametrize("call", ["versioncmp('1', '2')", "m::f('count', 'b')", "m::g(1, 2)"])
def test_names_that_say_nothing_are_not_shown(tmp_path: Path, call: str) -> None:
    files = {"modules/m/functions/f.pp": "function m::f($count, $x) { }", "modules/m/functions/g.pp": "function m::g($arg1, $arg2) { }"}
    place = Place(tmp_path, A, {A: f"|{call}\n", **files})
    assert list(inlay_hints(place.view, 0, len(call))) == []


def test_types_of_lambda_parameters(tmp_path: Path) -> None:
    assert shown(tmp_path, "['a'].each |$x| { notice($x) }\n") == "['a'].each |$x«: String»| { notice($x) }\n"


def test_names_of_arguments(tmp_path: Path) -> None:
    files = {"modules/m/functions/f.pp": "function m::f($count, $size) { }"}
    place = Place(tmp_path, A, {A: "|m::f(1, 2)\n", **files})
    assert [(each.offset, each.text) for each in inlay_hints(place.view, 0, 20)] == [(5, "count:"), (8, "size:")]


def test_links_lead_to_files(tmp_path: Path) -> None:
    files = {
        "modules/m/manifests/init.pp": "class m { }",
        "modules/m/templates/t.epp": "",
        "modules/m/files/f": "",
        A: "|class m::a { include m  epp('m/t.epp')  file { '/x': source => 'puppet:///modules/m/f' } }",
    }
    place = Place(tmp_path, A, files)
    found = [place.short(each.path) for each in links(place.view, place.project_files)]
    assert found == ["modules/m/manifests/init.pp", "modules/m/templates/t.epp", "modules/m/files/f"]


def test_documentation_links_to_what_it_refers_to(tmp_path: Path) -> None:
    files = {"modules/m/functions/f.pp": "function m::f() { }", A: "|# @see m::f\n# @see M::T\n# @see m::none\nclass m::a { }"}
    place = Place(tmp_path, A, {**files, "modules/m/types/t.pp": "type M::T = Any"})
    found = [(place.view.text.slice(each.start, each.end), place.short(each.path)) for each in links(place.view, place.project_files)]
    assert found == [("m::f", "modules/m/functions/f.pp"), ("M::T", "modules/m/types/t.pp")]


def test_references_are_counted(tmp_path: Path) -> None:
    place = Place(tmp_path, A, {A: "|class m::a { }", "modules/m/manifests/init.pp": "class m { include m::a  contain m::a }"})
    (lens,) = lenses(place.view.program)
    assert len(counted(lens.symbol, place.view, place.project_files)) == 2
