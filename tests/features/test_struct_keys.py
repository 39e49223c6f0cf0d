"""Keys of Structs that type aliases name: definitions and references in aliases, code and data."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.definition import definition
from puppet_check.features.occurrences import occurrences_at
from puppet_check.features.other.navigation import occurrences_at as other_occurrences_at
from puppet_check.features.references import references_of
from tests.features.other_files import other, project_files_of
from tests.features.project import Place

TYPE = "modules/m/types/opts.pp"
M = "modules/m/manifests/init.pp"
DATA = "data/common.yaml"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    TYPE: "type M::Opts = Struct[{port => Integer, Optional['host'] => String, more => Hash[String, Struct[{port => Integer}]]}]\n",
    M: "class m(M::Opts $opts, Hash $plain = {}) {\n  notice($opts['port'], $opts['host'], $plain['port'])\n}\n",
    DATA: "m::opts: { port: 1, host: a }\nm::plain: { port: 2 }\n",
}


def marked(path: str, word: str) -> dict[str, str]:
    """The files with the place before a word."""
    return {**FILES, path: FILES[path].replace(word, f"|{word}", 1)}


@pytest.mark.parametrize(("path", "word"), [(M, "port'"), (TYPE, "port")])
def test_the_definition_of_a_key(path: str, word: str, tmp_path: Path) -> None:
    place = Place(tmp_path, path, marked(path, word))
    (found,) = definition(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert place.short(found.path) == TYPE
    assert FILES[TYPE][found.start : found.end] == "port" and found.start == FILES[TYPE].index("port")


def test_the_definition_of_an_optional_key(tmp_path: Path) -> None:
    place = Place(tmp_path, M, marked(M, "host'"))
    (found,) = definition(occurrences_at(place.view, place.offset), place.view, place.project_files)
    assert FILES[TYPE][found.start : found.end] == "host"


def test_references_from_the_declaration(tmp_path: Path) -> None:
    place = Place(tmp_path, TYPE, marked(TYPE, "port"))
    found = references_of(occurrences_at(place.view, place.offset)[0].symbol, place.view, place.project_files)
    assert sorted((place.short(each.path), each.role) for each in found) == [(DATA, "read"), (M, "read"), (TYPE, "define")]


def test_a_key_of_data(tmp_path: Path) -> None:
    view, offset = other(tmp_path, DATA, FILES[DATA].replace("port", "po^rt", 1), FILES)
    (found,) = definition(other_occurrences_at(view, offset), view.code, project_files_of(view))
    assert (Path(found.path).name, found.start) == ("opts.pp", FILES[TYPE].index("port"))


def test_a_key_of_another_hash_is_none(tmp_path: Path) -> None:
    view, offset = other(tmp_path, DATA, FILES[DATA].replace("port: 2", "po^rt: 2"), FILES)
    assert list(other_occurrences_at(view, offset)) == []
