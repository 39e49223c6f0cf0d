"""Renames where names are computed: a string with interpolations is changed, or the rename is refused with the string."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Failure, Json

A, B, D, INIT = (f"modules/m/manifests/{each}.pp" for each in ("a", "b", "d", "init"))
INNER = "modules/m/manifests/a/x.pp"
DATA = "data/common.yaml"
BASE = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
    "modules/m/metadata.json": '{"name": "a-m"}',
}
Texts = dict[str, str]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    folder = tmp_path_factory.mktemp("all")
    with session(tmp_path_factory.mktemp("cache"), folder) as client:
        yield client, folder


def renamed(project: tuple[Client, Path], files: Texts, new: str) -> Texts:
    """The texts that a rename of what is after `^` changes; raises Failure if it is refused."""
    client, top = project
    folder = top / str(len([*top.iterdir()]))
    path = next(each for each, text in files.items() if "^" in text)
    offset = files[path].index("^")
    files = {**BASE, **files, path: files[path].replace("^", "", 1)}
    write(folder, files)
    client.open(folder / path, files[path])
    return _after(client.at("textDocument/rename", folder / path, 0, offset, newName=new), files, folder)


def _after(edit: Json, files: Texts, folder: Path) -> Texts:
    several = edit.get("changes") or {each["textDocument"]["uri"]: each["edits"] for each in edit["documentChanges"] if "edits" in each}
    found = {}
    for uri, edits in several.items():
        path = uri.removeprefix(f"{folder.as_uri()}/")
        text = files[path]
        for each in sorted(edits, key=lambda each: each["range"]["start"]["character"], reverse=True):
            start, end = (each["range"][which]["character"] for which in ("start", "end"))
            assert each["range"]["start"]["line"] == 0
            text = text[:start] + each["newText"] + text[end:]
        found[path] = text
    return found


CLASS_X = {INNER: "class m::a::^x { }"}
CHANGED = {
    'include "${title}::x"': 'include "${title}::z"',
    'include "m::a::x", "${module_name}::a::x"': 'include "m::a::z", "${module_name}::a::z"',
    'class { "${name}::x": }': 'class { "${name}::z": }',
    'contain ["::${title}::x"] Class["${title}::x"] -> Class["m"]': 'contain ["::${title}::z"] Class["${title}::z"] -> Class["m"]',
    '$part = "x" require "${title}::${part}"': '$part = "x" require "m::a::z"',
    '$base = $title require "${base}::x"': '$base = $title require "${base}::z"',
    'create_resources("class", { "${title}::x" => {} })': 'create_resources("class", { "${title}::z" => {} })',
    'if defined("${title}::x") { }': 'if defined("${title}::z") { }',
    'notify { "${title}::x": } notice("${title}::x")': None,
    '$part = "y" include "${title}::${part}"': None,
    '[1].each |$title| { notice("${title}::x") }': None,
    'Foo["${title}::x"] -> File["b"] ensure_resource("foo", "${title}::x")': None,
}


@pytest.mark.parametrize("code", CHANGED)
def test_a_string_that_becomes_the_name_of_a_class_is_changed(code: str, project: tuple[Client, Path]) -> None:
    changed = CHANGED[code]
    found = renamed(project, {A: f"class m::a {{ {code} }}", **CLASS_X}, "m::a::z")
    assert found == {INNER: "class m::a::z { }", **({} if changed is None else {A: f"class m::a {{ {changed} }}"})}


REFUSED = (
    'include "${x}::x"',
    'class { "${title}::${x}": }',
    'include "${title}::${facts["os"]["name"]}"',
    'require "${x}::a::${y}"',
    '$all = ["${x}::a::x"]',
    '[1].each |$title| { include "${title}::x" }',
    '$part = $x ? { 1 => "x", default => "y" } include "m::a::${part}"',
    'file { "a": require => "Class[${x}::x]" }',
)


@pytest.mark.parametrize("code", REFUSED)
def test_a_string_that_may_become_the_name_of_a_class_refuses_the_rename(code: str, project: tuple[Client, Path]) -> None:
    with pytest.raises(Failure, match=r"in a\.pp may name it"):
        renamed(project, {A: f"class m::a($x, $y) {{ {code} }}", **CLASS_X}, "m::a::z")


@pytest.mark.parametrize(
    ("type", "is_refused"), [("Enum['x', 'y']", True), ("Enum['y', 'w']", False), ("Optional[Enum['y']]", False), ("Boolean", False)]
)
def test_the_type_of_a_parameter_limits_what_a_string_may_become(type: str, is_refused: bool, project: tuple[Client, Path]) -> None:
    files = {A: f'class m::a({type} $p) {{ include "${{title}}::${{p}}" }}', **CLASS_X}
    if is_refused:
        with pytest.raises(Failure, match="may name it"):
            renamed(project, files, "m::a::z")
    else:
        assert renamed(project, files, "m::a::z") == {INNER: "class m::a::z { }"}


def test_names_that_are_made_of_the_title_of_a_renamed_class_stay(project: tuple[Client, Path]) -> None:
    files = {A: 'class m::^a { include "${title}::x" notify { "${title}::y": } }', INNER: "class m::a::x { }"}
    assert renamed(project, files, "m::c") == {A: 'class m::c { include "m::a::x" notify { "${title}::y": } }'}
    files = {A: 'class m::^a { $base = $title $all = "${base}::x" }', INNER: "class m::a::x { }"}
    with pytest.raises(Failure, match="may be made of its title"):
        renamed(project, files, "m::c")


def test_defines_and_functions_with_computed_names(project: tuple[Client, Path]) -> None:
    uses = 'create_resources("${module_name}::d", {}) Resource["${module_name}::d"] { "x": } ensure_resource("@${module_name}::d", "x")'
    files = {INIT: f"class m {{ {uses} }}", D: "define m::^d() { }"}
    assert renamed(project, files, "m::e") == {INIT: f"class m {{ {uses.replace('::d', '::e')} }}", D: "define m::e() { }"}
    with pytest.raises(Failure, match=r"in init\.pp may name it"):
        renamed(project, {**files, INIT: 'class m($x) { create_resources("${x}::d", {}) }'}, "m::e")
    function = "modules/m/functions/f.pp"
    files = {INIT: 'class m { call("${module_name}::f") }', function: "function m::^f() { }"}
    assert renamed(project, files, "m::g") == {INIT: 'class m { call("${module_name}::g") }', function: "function m::g() { }"}
    with pytest.raises(Failure, match=r"in init\.pp may name it"):
        renamed(project, {**files, INIT: 'class m($x) { call("${x}::f") }'}, "m::g")


def test_variables_of_classes_with_computed_names(project: tuple[Client, Path]) -> None:
    uses = 'getvar("${title}::a::p") lookup("${module_name}::a::p.x")'
    files = {INIT: f"class m {{ {uses} }}", A: "class m::a($^p) { }"}
    assert renamed(project, files, "q") == {INIT: f"class m {{ {uses.replace('a::p', 'a::q')} }}", A: "class m::a($q) { }"}
    files = {INIT: f"class m {{ {uses} }}", A: "class m::^a($p) { }"}
    assert renamed(project, files, "m::b") == {INIT: f"class m {{ {uses.replace('a::p', 'b::p')} }}", A: "class m::b($p) { }"}
    files[INIT] = 'class m($x) { getvar("m::a::${x}") getvar("m::a::b::${x}") getvar("m::ab::${x}") include "m::a::${x}" }'
    assert renamed(project, files, "m::b")[INIT] == files[INIT].replace('getvar("m::a::${', 'getvar("m::b::${')
    for code in ('getvar("m::${x}::p")', 'lookup("${x}::a::${y}")'):
        for place in ("class m::^a($p) { }", "class m::a($^p) { }"):
            with pytest.raises(Failure, match=r"in init\.pp may name"):
                renamed(project, {INIT: f"class m($x, $y) {{ {code} }}", A: place}, "m::b" if "^a" in place else "q")


def test_keys_and_tasks_with_computed_names(project: tuple[Client, Path]) -> None:
    files = {INIT: 'class m { lookup("^m_ports") lookup(["${module_name}_ports", "x"]) }', DATA: "m_ports: 1"}
    expected = {INIT: 'class m { lookup("m_numbers") lookup(["${module_name}_numbers", "x"]) }', DATA: "m_numbers: 1"}
    assert renamed(project, files, "m_numbers") == expected
    plan, task = "modules/m/plans/p.pp", "modules/m/tasks/t.sh"
    with pytest.raises(Failure, match=r"in p\.pp may name it"):
        renamed(project, {plan: 'plan m::p($x) { run_task("m::^t", "a") run_task("${x}::t", "a") }', task: ""}, "m::u")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (DATA, "classes: ['m::%{facts.role}']"),
        (DATA, "classes: ['%{facts.role}::a']"),
        ("modules/m/templates/t.erb", '<%= scope.function_include(["m::#{@x}"]) %>'),
        ("modules/m/lib/puppet/functions/m/r.rb", 'call_function("include", "m::#{x}")'),
    ],
)
def test_data_and_ruby_that_may_name_a_class(path: str, text: str, project: tuple[Client, Path]) -> None:
    with pytest.raises(Failure, match=f"in {Path(path).name} may name it"):
        renamed(project, {A: "class m::^a { }", path: text}, "m::b")


def test_ruby_that_reads_variables_by_computed_names(project: tuple[Client, Path]) -> None:
    erb = "modules/m/templates/t.erb"
    text = '<%= scope["m::a::#{@x}"] %><%= scope.lookupvar("::m::a::#{@x}") %>'
    found = renamed(project, {A: "class m::^a($p) { }", erb: text}, "m::b")
    assert found == {A: "class m::b($p) { }", erb: text.replace("m::a", "m::b")}
    with pytest.raises(Failure, match=r"in t\.erb may name it"):
        renamed(project, {A: "class m::a($^p) { }", erb: text}, "q")


def test_keys_of_templates_with_computed_names(project: tuple[Client, Path]) -> None:
    epp = "modules/m/templates/t.epp"
    uses = '$t = "m/t.epp" epp($t, { "p" => 1 }) epp("m/${x}.conf", { "p" => 2 })'
    files = {INIT: f"class m($x) {{ {uses} }}", epp: "<%- | $^p | -%><%= $p %>"}
    expected = {INIT: files[INIT].replace('"p" => 1', '"q" => 1'), epp: "<%- | $q | -%><%= $q %>"}
    assert renamed(project, files, "q") == expected
    uses = uses.replace("m/${x}.conf", "m/${x}.epp")
    with pytest.raises(Failure, match=r"a call of a template with a computed name in init\.pp may pass it"):
        renamed(project, {**files, INIT: f"class m($x) {{ {uses} }}"}, "q")


def test_keys_of_structs(project: tuple[Client, Path]) -> None:
    alias = "modules/m/types/conf.pp"
    uses = "class { 'm::a': conf => { p_x => 1 } }"
    files = {
        alias: "type M::Conf = Struct[{ ^p_x => Integer, Optional['y'] => String }]",
        A: "class m::a(M::Conf $conf) { notice($conf['p_x']) }",
        INIT: f"class m {{ {uses} }}",
        DATA: "m::a::conf: { p_x: 2 }",
    }
    expected = {path: text.replace("^", "").replace("p_x", "q_x") for path, text in files.items()}
    assert renamed(project, files, "q_x") == expected
    for code in ("$c = { p_x => 1 }", "$c = { 'p_x' => 1 }", "$c.dig('p_x')", "$c.get('a.p_x')", "$k = 'p_x'"):
        with pytest.raises(Failure, match=r"in b\.pp may"):
            renamed(project, {**files, B: f"class m::b($c) {{ {code} }}"}, "q_x")
    assert renamed(project, {**files, B: "class m::b($p_x) { m::d { 'x': p_x => 1 } }", D: "define m::d($p_x) { }"}, "q_x") == expected
    with pytest.raises(Failure, match="has a key 'y' already"):
        renamed(project, files, "y")


def test_moved_files_with_computed_names(project: tuple[Client, Path]) -> None:
    client, top = project
    uses = 'epp("m/t") epp("${module_name}/t.epp") file { "x": source => "puppet:///modules/${module_name}/f" } $y = "${title}/t.epp"'
    expected = uses.replace("m/t", "m/u").replace("}/t", "}/u").replace("}/f", "}/g")
    files = {**BASE, INIT: f"class m {{ {uses} }}", "modules/m/templates/t.epp": "", "modules/m/files/f": ""}
    folder = write(top / "moved", files)
    moves = [
        (folder / "modules/m" / old, folder / "modules/m" / new)
        for old, new in (("templates/t.epp", "templates/u.epp"), ("files/f", "files/g"))
    ]
    asked = {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()} for old, new in moves]}
    assert _after(client.ask("workspace/willRenameFiles", asked), files, folder) == {INIT: f"class m {{ {expected} }}"}
