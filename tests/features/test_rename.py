"""Renaming changes all occurrences of a name, or is refused with a reason."""

from __future__ import annotations

from pathlib import Path

from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.renaming.draft import Refusal, Renamed
from puppet_check.features.renaming.moves import moved
from puppet_check.features.renaming.rename import rename
from tests.features.project import Place

M = "modules/m/manifests/init.pp"
A = "modules/m/manifests/a.pp"
D = "modules/m/manifests/d.pp"
T = "modules/m/templates/t.erb"


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
    files = {A: "class m::a { $|x = 1 template('m/t.erb') }", T: "@x <%= @x %> <%= @xy %>"}
    texts, _ = renamed(tmp_path, "b", A, files)
    assert texts == {A: "class m::a { $b = 1 template('m/t.erb') }", T: "@x <%= @b %> <%= @xy %>"}


def test_what_a_template_of_others_reads(tmp_path: Path) -> None:
    files = {A: "class m::a { $|x = 1 template('m/t.erb') }", T: "<%= @x %>", M: 'class m { $x = 2 template("${module_name}/t.erb") }'}
    assert refused(tmp_path, "b", A, files) == "the template 'm/t.erb', which reads it, is also used in init.pp"
    files = {A: 'class m::a { $|x = 1 template("m/${title}.erb") }', T: "<%= @x %>"}
    texts, _ = renamed(tmp_path / "other", "b", A, files)
    assert texts[T] == "<%= @b %>"


def test_what_inline_templates_read(tmp_path: Path) -> None:
    texts, _ = renamed(tmp_path, "b", A, {A: "class m::a { $|x = 1 inline_template('<%= @x %>') inline_epp('<%= $x %>') }"})
    assert texts == {A: "class m::a { $b = 1 inline_template('<%= @b %>') inline_epp('<%= $b %>') }"}


def test_a_parameter_of_a_template(tmp_path: Path) -> None:
    epp = "modules/m/templates/t.epp"
    files = {epp: "<%- | $x | -%>\n<%= $x %>", A: "class m::a { epp('m/t.epp', { '|x' => 1, y => 2 }) epp('m/t', { x => 1 }) }"}
    texts, _ = renamed(tmp_path, "b", A, files)
    assert texts == {epp: "<%- | $b | -%>\n<%= $b %>", A: "class m::a { epp('m/t.epp', { 'b' => 1, y => 2 }) epp('m/t', { b => 1 }) }"}
    files[M] = "class m($p) { epp('m/t.epp', $p) }"
    assert refused(tmp_path, "b", A, files) == "init.pp passes a computed hash to the template"


def test_attributes_in_hashes(tmp_path: Path) -> None:
    makes = "create_resources('m::d', { 't' => { 'x' => 1 } }, { x => 2 }) ensure_resource('m::d', 't', { x => 1 })"
    makes += " m::d { 'u': * => { x => 1 } }"
    reads = "notice(M::D['t']['x'], getparam(M::D['t'], 'x')) M::D <| x == 1 |>"
    files = {D: "define m::d($|x) { }", M: f"class m {{ {makes} {reads} }}"}
    texts, _ = renamed(tmp_path, "b", D, files)
    changed = (
        f"{makes} {reads}".replace("'x'", "'b'").replace("{ x =>", "{ b =>").replace("x == 1", "b == 1").replace("* => { x", "* => { b")
    )
    assert texts == {D: "define m::d($b) { }", M: f"class m {{ {changed} }}"}


def test_hashes_from_elsewhere(tmp_path: Path) -> None:
    files = {D: "define m::d($|x) { }", M: "class m { $all = { 't' => { 'x' => 1 } } create_resources('m::d', $all) }"}
    assert refused(tmp_path, "b", D, files) == "a hash in init.pp has the key 'x', and may give 'm::d' its parameters"
    place = Place(tmp_path, D, files)
    found = rename(place.view, occurrences_at(place.view, place.offset), "b", place.project_files, can_confirm=True)
    assert isinstance(found, Renamed)
    assert place.after(found.edits) == {D: "define m::d($b) { }"}
    assert [place.after(each.edits) for each in found.unsure] == [{M: files[M].replace("'x'", "'b'")}]


def test_strings_that_name_definitions(tmp_path: Path) -> None:
    names = "create_resources('@m::d', {}) ensure_resource('::m::d', 'x') Resource['m::d', 'x'] defined('m::d')"
    texts, _ = renamed(tmp_path, "m::e", M, {D: "define m::d() { }", M: f"class m {{ {names} |m::d {{ 'x': }} }}"})
    assert texts[M] == f"class m {{ {names.replace('m::d', 'm::e')} m::e {{ 'x': }} }}"
    assert refused(tmp_path, "m::e", M, {D: "define m::d() { }", M: "class m { $y = 'm::d' |m::d { 'x': } }"}) == (
        "a string in init.pp may name 'm::d'"
    )
    files = {A: "class m::a { }", M: 'class m($k) { include "m::${k}" include m::|a }'}
    assert refused(tmp_path, "m::b", M, files) == '"m::${k}" in init.pp may name it'


def test_ruby_that_names_definitions(tmp_path: Path) -> None:
    ruby = "modules/m/lib/puppet/functions/m/r.rb"
    function = "modules/m/functions/f.pp"
    files = {function: "function m::|f() { }", ruby: "# 'm::f'\ncall_function('m::f', 1)\n"}
    texts, _ = renamed(tmp_path, "m::g", function, files)
    assert texts[ruby] == "# 'm::f'\ncall_function('m::g', 1)\n"
    alias = "modules/m/types/kind.pp"
    texts, _ = renamed(tmp_path, "M::Sort", alias, {alias: "type M::|Kind = String", ruby: "param 'Optional[M::Kind]', :a\n'M::Kind::X'\n"})
    assert texts[ruby] == "param 'Optional[M::Sort]', :a\n'M::Kind::X'\n"


def test_variables_that_are_named_in_strings(tmp_path: Path) -> None:
    files = {
        A: "class m::a { $|x = 1 getvar('x') }",
        M: "class m { getvar('m::a::x.y') defined('$m::a::x') }",
        T: "<%= scope['m::a::x'] %><%= scope.lookupvar('::m::a::x') %>",
    }
    texts, _ = renamed(tmp_path, "b", A, files)
    assert texts == {
        A: "class m::a { $b = 1 getvar('b') }",
        M: "class m { getvar('m::a::b.y') defined('$m::a::b') }",
        T: "<%= scope['m::a::b'] %><%= scope.lookupvar('::m::a::b') %>",
    }


def test_a_pattern_of_lookup_options(tmp_path: Path) -> None:
    files = {
        M: "class m($|x_list) { }",
        "environment.conf": "",
        "data/common.yaml": "lookup_options:\n  '^m::.*_list$': { merge: unique }\n",
    }
    assert "'^m::.*_list$'" in refused(tmp_path, "b", M, files)


def test_moved_files_and_folders(tmp_path: Path) -> None:
    uses = "include m::f::a  template('m/old/t.erb') epp(\"${module_name}/old/t.epp\") file { '/x': source => 'puppet:///modules/m/old/f' }"
    files = {
        M: f"|class m {{ {uses} }}",
        "modules/m/manifests/f/a.pp": "class m::f::a { }",
        **{f"modules/m/{each}": "" for each in ("templates/old/t.erb", "templates/old/t.epp", "files/old/f")},
    }
    place = Place(tmp_path, M, files)
    for folder, old, new, text in (
        ("manifests", "f", "g", uses.replace("m::f", "m::g")),
        ("templates", "old", "new", uses.replace("old/t", "new/t")),
        ("files", "old/f", "old/g", uses.replace("old/f", "old/g")),
    ):
        at = tmp_path / "modules/m" / folder
        assert place.after(moved(str(at / old), str(at / new), place.project_files).edits)[M] == f"class m {{ {text} }}"


def test_built_in_names_cannot_be_renamed(tmp_path: Path) -> None:
    assert refused(tmp_path, "b", A, {A: "class m::a { |file { '/x': } }"}).startswith("only definitions")


def test_a_variable_that_is_first_that_of_a_class_above(tmp_path: Path) -> None:
    files = {A: "class m::a inherits m { notice($x)  $|x = 1 }", M: "class m { $x = 2 }"}
    reason = "'$x' is read in a.pp where it may mean a variable of an outer scope"
    assert refused(tmp_path, "b", A, files) == reason
    assert refused(tmp_path, "b", M, {A: files[A].replace("|", ""), M: "class m { $|x = 2 }"}) == reason
    assert refused(tmp_path, "b", A, {A: "class m::a inherits m { $|x = pick($x, 1) }", M: "class m { $x = 2 }"}) == reason
    assert refused(tmp_path, "b", A, {A: "class m::a inherits m { if $k { $|x = 1 } notice($x) }", M: "class m { $x = 2 }"}) == reason
    texts, _ = renamed(tmp_path, "b", A, {A: "class m::a inherits m { $|x = 1  notice($x) }", M: "class m { $x = 2 }"})
    assert texts == {A: "class m::a inherits m { $b = 1  notice($b) }"}
