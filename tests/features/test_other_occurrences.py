"""Occurrences of symbols in files that are not Puppet code: highlights, references, renames, definitions and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puppet_check.features.navigation.definition import definition
from puppet_check.features.other import folds, highlights, links, occurrences_at, selections, tokens
from puppet_check.features.renaming.draft import Refusal
from puppet_check.features.renaming.rename import rename
from puppet_check.features.usages.references import references_of
from tests.features.other_files import FILES, project_files_of, saved
from tests.features.project import edited

TLS = {"modules/web/manifests/tls.pp": "class web::tls { include web  notice($web::port, lookup('plain'), $facts['own']) }\n"}
OWN = {"modules/web/lib/facter/own.rb": "Facter.add(:own) { }\n", "modules/web/types/size.pp": "type Web::Size = Integer\n"}
FUNCTION = {"modules/web/functions/keys.pp": "function web::keys($key, $options, $context) { }\n"}

DEFINED = {
    "a fact of a module": ("data/common.yaml", "a: '%{facts.o^wn}'\n", "modules/web/lib/facter/own.rb"),
    "a variable of a class": ("data/common.yaml", "a: '%{web::po^rt}'\n", "modules/web/manifests/init.pp"),
    "a key of an alias": ("data/other.yaml", "a: \"%{alias('pla^in.x')}\"\n", "data/common.yaml"),
    "a class below a key that says so": ("data/common.yaml", "my_classes: ['we^b']\n", "modules/web/manifests/init.pp"),
    "a function of a level": (
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: a\n    lookup_key: web::k^eys\n",
        "modules/web/functions/keys.pp",
    ),
    "an alias in a task": (
        "modules/web/tasks/run.json",
        '{"parameters": {"a": {"type": "Array[Web::Si^ze]"}}}',
        "modules/web/types/size.pp",
    ),
    "a manifest": ("environment.conf", "manifest = mani^fests.pp\n", "manifests.pp"),
    "a module that is called with brackets": ("Puppetfile", 'mod("me-w^eb")\n', "modules/web/metadata.json"),
    "a function of a template": (
        "modules/web/templates/site.erb",
        "<%= scope.call_function('web::ke^ys', []) %>",
        "modules/web/functions/keys.pp",
    ),
}
NOT_DEFINED = {
    "a text that is like a class": ("data/common.yaml", "packages: ['we^b']\n"),
    "a text": ("data/common.yaml", "a: we^b\n"),
    "a number": ("data/common.yaml", "a: [1^2]\n"),
    "nothing": ("modules/web/metadata.json", "{}^"),
}


@pytest.mark.parametrize("what", DEFINED)
def test_it_is_defined(what: str, tmp_path: Path) -> None:
    path, marked, expected = DEFINED[what]
    view, offset = saved(tmp_path, path, marked, {**TLS, **OWN, **FUNCTION, "manifests.pp": ""})
    found = definition(occurrences_at(view, offset), view.code, project_files_of(view))
    assert [each.path for each in found] == [str(tmp_path / expected)]


@pytest.mark.parametrize("what", NOT_DEFINED)
def test_it_is_not_a_symbol(what: str, tmp_path: Path) -> None:
    path, marked = NOT_DEFINED[what]
    view, offset = saved(tmp_path, path, marked)
    assert occurrences_at(view, offset) == []


HIGHLIGHTED = {
    "a key": (
        "data/common.yaml",
        "web::po^rt: 80\nlookup_options:\n  web::port: {}\na: \"%{lookup('web::port')} %{web::port}\"\nweb::ports: 1\n",
        4,
    ),
    "a class": ("data/common.yaml", "classes: [we^b, 'web']\nweb: 1\n", 2),
    "a fact": ("data/common.yaml", "a: '%{facts.os.family}'\nb: 'é %{facts.o^s.name}'\n", 2),
    "a variable": ("modules/web/templates/site.erb", "<%= @po^rt %><% if @port %><%= scope['web::port'] %>@ports<% end %>", 3),
    "a module": ("Puppetfile", "mod 'me/we^b', '1.2.3'\nmod 'me/log'\n", 1),
    "a type": ("modules/web/tasks/run.json", '{"parameters": {"a": {"type": "Str^ing"}, "b": {"type": "Array[String]"}}}', 2),
}


@pytest.mark.parametrize("what", HIGHLIGHTED)
def test_all_occurrences_are_highlighted(what: str, tmp_path: Path) -> None:
    path, marked, expected = HIGHLIGHTED[what]
    view, offset = saved(tmp_path, path, marked)
    found = highlights(view, offset)
    assert len(found) == expected
    assert {re.split("::|/", view.text.slice(each.start, each.end))[-1].lower() for each in found} == {
        occurrences_at(view, offset)[0].symbol.word.lower()
    }


REFERRED = {
    "a key": (
        ("data/common.yaml", "web::po^rt: 80\nx: '%{lookup(\"web::port\")}'\n"),
        [
            "data/common.yaml",
            "data/common.yaml",
            "modules/web/manifests/init.pp",
            "modules/web/manifests/tls.pp",
            "modules/web/templates/site.erb",
        ],
    ),
    "another key": (
        ("data/common.yaml", "pla^in: 80\nx: '%{alias(\"plain\")}'\n"),
        ["data/common.yaml"] * 2 + ["modules/web/manifests/tls.pp"],
    ),
    "a class": (("data/common.yaml", "classes: ['web::t^ls']\n"), ["data/common.yaml", "modules/web/manifests/tls.pp"]),
    "a variable of a template": (
        ("modules/web/templates/site.erb", "<%= @po^rt %>"),
        ["data/common.yaml", "modules/web/manifests/init.pp", "modules/web/manifests/tls.pp", "modules/web/templates/site.erb"],
    ),
    "a module": (
        ("Puppetfile", "mod 'me/l^og'\n"),
        ["Puppetfile", "modules/log/metadata.json", "modules/web/metadata.json"],
    ),
}


@pytest.mark.parametrize("what", REFERRED)
def test_it_is_found_everywhere(what: str, tmp_path: Path) -> None:
    (path, marked), expected = REFERRED[what]
    metadata = {"modules/web/metadata.json": '{"name": "me-web", "dependencies": [{"name": "me/log"}]}'}
    view, offset = saved(tmp_path, path, marked, {**TLS, **metadata})
    found = references_of(occurrences_at(view, offset)[0].symbol, view.code, project_files_of(view))
    assert sorted(each.path for each in found) == [str(tmp_path / each) for each in expected]


def renamed(folder: Path, path: str, marked: str, name: str, files: dict[str, str]) -> dict[str, str]:
    view, offset = saved(folder, path, marked, files)
    found = rename(view.code, occurrences_at(view, offset), name, project_files_of(view))
    assert not isinstance(found, Refusal), found
    return {str(Path(each).relative_to(folder)): edited(Path(each).read_text(), edits) for each, edits in found.edits.items()}


def test_a_parameter_is_renamed_from_its_key(tmp_path: Path) -> None:
    files = {"modules/web/manifests/init.pp": "class web ($port) { notice($port) }\n", "modules/web/templates/site.erb": ""}
    texts = renamed(
        tmp_path, "data/common.yaml", "web::po^rt: 80\nx: '%{web::port} %{lookup(\"web::port\")}'\n", "number", {**TLS, **files}
    )
    assert texts["data/common.yaml"] == "web::number: 80\nx: '%{web::number} %{lookup(\"web::number\")}'\n"
    assert texts["modules/web/manifests/init.pp"] == "class web ($number) { notice($number) }\n"
    assert "$web::number" in texts["modules/web/manifests/tls.pp"]


def test_a_class_is_renamed_in_lists_keys_and_interpolations_of_data(tmp_path: Path) -> None:
    files = {"modules/web/manifests/a.pp": "class web::a ($x) { }\n"}
    text = "classes: ['web::^a', 'web::ab']\nweb::a::x: 1\nb: '%{web::a::x} %{lookup(\"web::a::x\")} web::a::x'\n"
    texts = renamed(tmp_path, "data/common.yaml", text, "web::b", files)
    assert texts == {
        "data/common.yaml": "classes: ['web::b', 'web::ab']\nweb::b::x: 1\nb: '%{web::b::x} %{lookup(\"web::b::x\")} web::a::x'\n",
        "modules/web/manifests/a.pp": "class web::b ($x) { }\n",
    }


@pytest.mark.parametrize(("path", "marked"), [("data/common.yaml", "a: 1^2\n"), ("Puppetfile", "mod 'me/w^eb'\n")])
def test_renaming_is_refused_for_other_symbols(path: str, marked: str, tmp_path: Path) -> None:
    view, offset = saved(tmp_path, path, marked)
    assert isinstance(rename(view.code, occurrences_at(view, offset), "x", project_files_of(view)), Refusal)


LINKS = {
    "classes": ("data/common.yaml", "^classes: [web, 'none::x']\nweb::port: 1\n", ["modules/web/manifests/init.pp"]),
    "levels": ("hiera.yaml", "^version: 5\nhierarchy:\n  - name: a\n    paths: [common.yaml, none.yaml]\n", ["data/common.yaml"]),
    "modules of a Puppetfile": ("Puppetfile", "^mod 'me/web'\nmod 'none'\n", ["modules/web/metadata.json"]),
    "dependencies": (
        "modules/web/metadata.json",
        '^{"name": "me-web", "dependencies": [{"name": "me/log"}]}',
        ["modules/log/metadata.json"],
    ),
    "a level with many files": ("hiera.yaml", "^version: 5\nhierarchy:\n  - name: a\n    glob: '*.yaml'\n", []),
}


@pytest.mark.parametrize("what", LINKS)
def test_it_leads_to_files(what: str, tmp_path: Path) -> None:
    path, marked, expected = LINKS[what]
    view, _ = saved(tmp_path, path, marked, {"data/second.yaml": ""})
    assert [each.path for each in links(view, project_files_of(view))] == [str(tmp_path / each) for each in expected]


SELECTED = {
    "a value": ("data/common.yaml", "a:\n  b: 'x ^yz'\n", ["yz", "x yz", "'x yz'", "b: 'x yz'", "a:\n  b: 'x yz'"]),
    "a key": ("data/common.yaml", "web::po^rt: 1\nb: 2\n", ["port", "web::port", "web::port: 1", "web::port: 1\nb: 2"]),
    "JSON": ("modules/web/tasks/run.json", '{"a": ["x^y"]}', ["xy", '"xy"', '["xy"]', '"a": ["xy"]', '{"a": ["xy"]}']),
    "a module": ("Puppetfile", "mod 'a/b^c',\n  :git => 'x'\n", ["bc", "a/bc", "mod 'a/bc',", "mod 'a/bc',\n  :git => 'x'"]),
    "a template": ("modules/web/templates/site.erb", "a <% if @x^y %>b\n<% end %>c", ["@xy", "if @xy", "<% if @xy %>b\n<% end %>"]),
    "broken YAML": ("data/common.yaml", "a: [x^y\n", ["xy", "a: [xy"]),
}


@pytest.mark.parametrize("what", SELECTED)
def test_selections_grow(what: str, tmp_path: Path) -> None:
    path, marked, expected = SELECTED[what]
    view, offset = saved(tmp_path, path, marked)
    found = [view.text.slice(*each) for each in selections(view, offset)]
    assert [each for each in found if each.strip() != marked.replace("^", "").strip()] == [
        each for each in expected if each.strip() != marked.replace("^", "").strip()
    ]
    assert len(found[-1]) == len(marked) - 1


FOLDED = {
    "entries": ("data/common.yaml", "^# one\n# two\na:\n  b:\n    - 1\n    - 2\n  c: 3\nd: 4\n", [(0, 1), (2, 6), (3, 5)]),
    "a hierarchy": ("hiera.yaml", "^version: 5\nhierarchy:\n  - name: a\n    path: b\n  - name: c\n", [(1, 4), (2, 3)]),
    "blocks": ("modules/web/templates/site.erb", "^<% @a.each do |b| %>\n<% if b -%>\nx\n<% end -%>\n<% end %>\n", [(0, 3), (1, 2)]),
    "modules": ("Puppetfile", "^# a\n# b\nmod 'a/b',\n  :git => 'x',\n  :ref => 'y'\n", [(0, 1), (2, 4)]),
    "regions": ("Puppetfile", "^# region Own\nmod 'a/b'\n\nmod 'a/c'\n# endregion\nmod 'a/d'\n", [(0, 4)]),
    "JSON": ("modules/web/metadata.json", '^{\n  "dependencies": [\n    {\n      "name": "me/log"\n    }\n  ]\n}\n', [(1, 4), (2, 3)]),
}


@pytest.mark.parametrize("what", FOLDED)
def test_it_folds(what: str, tmp_path: Path) -> None:
    path, marked, expected = FOLDED[what]
    view, _ = saved(tmp_path, path, marked)
    assert [(each.first, each.last) for each in folds(view)] == expected


def test_all_files_of_the_project_can_be_asked(tmp_path: Path) -> None:
    for path, text in FILES.items():
        if not path.endswith(".pp"):
            view, _ = saved(tmp_path, path, f"^{text}")
            assert selections(view, 0)[-1] == (0, len(text))
            assert all(0 <= each.start <= each.end <= len(text) for each in links(view, project_files_of(view)))


COLOURED = {
    "data": (
        "data/common.yaml",
        "^web::port: 80\nclasses: [web, none]\na: 'é %{facts.os.name} %{lookup(\"plain\")} %{web::port}'\n",
        [("web", "class"), ("os", "variable"), ("plain", "variable"), ("port", "variable")],
    ),
    "a template": ("modules/web/templates/site.erb", "^<%= @port %> @", [("port", "variable")]),
    "a task": (
        "modules/web/tasks/run.json",
        '^{"parameters": {"a": {"type": "Array[Web::Size]"}}}',
        [("Array", "type"), ("Web::Size", "type")],
    ),
    "modules": ("Puppetfile", "^mod 'me/web'\n", []),
}


@pytest.mark.parametrize("what", COLOURED)
def test_symbols_have_semantic_tokens(what: str, tmp_path: Path) -> None:
    path, marked, expected = COLOURED[what]
    view, _ = saved(tmp_path, path, marked, OWN)
    assert [(view.text.slice(each.start, each.end), each.kind) for each in tokens(view)] == expected
