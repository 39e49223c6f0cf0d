"""Call hierarchies, type hierarchies and workspace symbols."""

from __future__ import annotations

from pathlib import Path

from puppet_check.features.navigation.hierarchy import callables, incoming, outgoing, subtypes, supertypes, typed
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.structure.workspace_symbols import fit, workspace_symbols
from tests.features.project import Place

FILES = {
    "modules/m/manifests/init.pp": "class |m { include m::a  m::d { 'x': } $m::a::x  Class['m::a'] }",
    "modules/m/manifests/a.pp": "class m::a inherits m { m::d { 'y': } m::f() }",
    "modules/m/manifests/d.pp": "define m::d { }",
    "modules/m/functions/f.pp": "function m::f() { [1].each |$x| { notice($x) } }",
    "modules/m/types/t.pp": "type M::T = Variant[M::U, Integer]",
    "modules/m/types/u.pp": "type M::U = String",
}


def at(folder: Path, path: str, word: str) -> Place:
    texts = {name: text.replace("|", "", 1) if name.endswith("init.pp") else text for name, text in FILES.items()}
    texts[path] = texts[path].replace(word, f"|{word}", 1)
    return Place(folder, path, texts)


def test_who_declares_a_define(tmp_path: Path) -> None:
    place = at(tmp_path, "modules/m/manifests/d.pp", "m::d")
    (item,) = callables(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert sorted((each.item.name, len(each.spans)) for each in incoming(item, place.project_files)) == [("m", 1), ("m::a", 1)]


def test_what_a_class_uses(tmp_path: Path) -> None:
    place = at(tmp_path, "modules/m/manifests/init.pp", "m")
    place = at(tmp_path, "modules/m/manifests/a.pp", "m::a")
    (item,) = callables(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert sorted(each.item.name for each in outgoing(item, place.project_files)) == ["m", "m::d", "m::f"]


def test_type_hierarchies_of_classes_and_aliases(tmp_path: Path) -> None:
    place = at(tmp_path, "modules/m/manifests/a.pp", "m::a")
    (item,) = typed(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert [each.name for each in supertypes(item, place.project_files)] == ["m"]
    place = at(tmp_path, "modules/m/types/u.pp", "M::U")
    (item,) = typed(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert [each.name for each in subtypes(item, place.project_files)] == ["M::T"]


def test_letters_in_order_match_names(tmp_path: Path) -> None:
    place = at(tmp_path, "modules/m/manifests/a.pp", "m::a")
    assert [(each.kind, each.name) for each in workspace_symbols("m::d", place.view.known)] == [("define", "m::d")]
    assert (fit("avh", "apache::vhost") or 0) > 0
    assert fit("zz", "apache") is None
