"""Keys of `epp()` calls and the parameters of templates lead to each other, as do names in strings and what they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.navigation.definition import definition
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.usages.references import references_of
from tests.features.project import Place

A, T = "modules/m/manifests/a.pp", "modules/m/templates/t.epp"
D = "modules/m/manifests/d.pp"
CALLS = "epp('m/t.epp', { 'x' => 1 })\n  epp('m/t', { x => 2, y => 3 })"
FILES = {A: f"class m::a {{\n  {CALLS}\n}}\n", T: "<%- | $x, $y = 1 | -%>\n<%= $x %>\n", D: "define m::d ($p) { }\n"}


def references(place: Place) -> list[tuple[str, int]]:
    (found,) = occurrences_at(place.view, place.offset)
    known = references_of(found.symbol, place.view, place.project_files)
    return sorted((place.short(each.path), each.start) for each in set(known))


def test_the_parameter_of_a_key(tmp_path: Path) -> None:
    place = Place(tmp_path, A, {**FILES, A: FILES[A].replace("{ x", "{ |x")})
    (found,) = definition(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert (place.short(found.path), found.start) == (T, FILES[T].index("x"))


def test_references_are_the_same_from_both_sides(tmp_path: Path) -> None:
    from_key = references(Place(tmp_path, A, {**FILES, A: FILES[A].replace("{ x", "{ |x")}))
    assert from_key == [
        *((A, each) for each in (FILES[A].index("x'"), FILES[A].index("x =>"))),
        *((T, each) for each in (FILES[T].index("x"), FILES[T].rindex("x"))),
    ]


@pytest.mark.parametrize(
    "code",
    [
        "create_resources('|m::d', {})",
        "ensure_resource('@|m::d', 'x')",
        "defined('|m::d')",
        "Resource['|m::d', 'x']",
        "create_resources('m::d', { 't' => { '|p' => 1 } })",
        "m::d { 'x': * => { |p => 1 } }",
        "notice(M::D['x']['|p'])",
    ],
)
def test_the_definition_of_what_a_string_names(tmp_path: Path, code: str) -> None:
    place = Place(tmp_path, A, {**FILES, A: code})
    (found,) = definition(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert place.short(found.path) == D
