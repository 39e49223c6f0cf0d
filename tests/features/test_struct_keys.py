"""Keys of Structs in the types of aliases and parameters: definitions and references in types, code and data."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_check.features.navigation.definition import definition
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.other.navigation import occurrences_at as other_occurrences_at
from puppet_check.features.symbols import SUBKEY
from puppet_check.features.usages.references import references_of
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
    assert [each.symbol.kind for each in other_occurrences_at(view, offset)] == [SUBKEY]


NESTED_TYPE = (
    "type M::Opts = Struct[{tls => Struct[{cert => String, Optional[key] => String}], list => Array[Struct[{weight => Integer}]]}]\n"
)
NESTED = {
    **FILES,
    TYPE: NESTED_TYPE,
    M: """\
class m(M::Opts $opts, Struct[{a => Hash[String, Struct[{deep => Integer}]]}] $inline = {a => {x => {deep => 1}}}) {
  notice($opts['tls']['cert'], $opts['list'][0]['weight'], $inline['a']['x']['deep'])
  $opts['list'].each |$one| { notice($one['weight']) }
}
""",
    "modules/m/manifests/d.pp": """\
define m::d(Struct[{size => Integer}] $box = {size => 1}) {
  class { 'm': opts => {tls => {cert => 'a'}, list => [{weight => 1}]}, inline => {a => {}} }
  m::d { 'x': box => {'size' => 2} }
  notice($m::opts['tls']['key'])
}
""",
    DATA: "m::opts:\n  tls:\n    cert: a\n  list:\n    - weight: 1\n",
}
D = "modules/m/manifests/d.pp"


@pytest.mark.parametrize(
    ("path", "word", "role", "home"),
    [
        (M, "cert']", "read", TYPE),
        (M, "weight']", "read", TYPE),
        (M, "deep']", "read", M),
        (M, "deep => 1", "write", M),
        (D, "cert => 'a'", "write", TYPE),
        (D, "weight => 1", "write", TYPE),
        (D, "key']", "read", TYPE),
        (D, "size => 1", "write", D),
        (D, "size' => 2", "write", D),
    ],
)
def test_keys_of_nested_structs(path: str, word: str, role: str, home: str, tmp_path: Path) -> None:
    place = Place(tmp_path, path, {**NESTED, path: NESTED[path].replace(word, f"|{word}", 1)})
    (occurrence,) = [each for each in occurrences_at(place.view, place.offset) if each.symbol.kind == "struct key"]
    assert occurrence.role == role
    (found,) = definition([occurrence], place.view, place.project_files)
    name = word.partition("'")[0].partition(" ")[0]
    assert (place.short(found.path), NESTED[home][found.start : found.end]) == (home, name)
    assert found.start == NESTED[home].index(name)


def test_references_of_a_nested_key(tmp_path: Path) -> None:
    place = Place(tmp_path, TYPE, {**NESTED, TYPE: NESTED_TYPE.replace("cert", "|cert", 1)})
    found = references_of(occurrences_at(place.view, place.offset)[0].symbol, place.view, place.project_files)
    assert sorted((place.short(each.path), each.role) for each in found) == [(DATA, "read"), (D, "write"), (M, "read"), (TYPE, "define")]
