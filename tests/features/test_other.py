"""Editor features of files that are not Puppet code. `^` marks the cursor."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puppet_check.features.navigation.definition import definition
from puppet_check.features.other import complete, hover, occurrences_at, symbols
from puppet_check.features.project_files.project_files import ProjectFiles
from tests.features.other_files import other

HOVERS = {
    "a key of data": ("data/common.yaml", "web::^port: 80\n", "Where it listens."),
    "the value of a key elsewhere": ("data/other.yaml", "pl^ain: 2\n", "common.yaml"),
    "a fact in an interpolation": ("data/common.yaml", "a: '%{facts.os.fam^ily}'\n", "family of the operating system"),
    "a key in an interpolation": ("data/common.yaml", "a: \"%{lookup('web::po^rt')}\"\n", "Where it listens."),
    "a method of interpolation": ("data/common.yaml", "a: \"%{lit^eral('%')}\"\n", "percent"),
    "a class by its name": ("data/common.yaml", "classes:\n  - web^::nothing\n", ""),
    "an option of lookups": ("data/common.yaml", "lookup_options:\n  web::port:\n    mer^ge: first\n", "strategy"),
    "a level": ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    glo^b: '*.yaml'\n", "glob pattern for data files"),
    "the files of a path": ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    path: com^mon.yaml\n", "data/common.yaml"),
    "a field of metadata": ("modules/web/metadata.json", '{"lice^nse": "MIT"}', "licence"),
    "a needed module": ("modules/web/metadata.json", '{"dependencies": [{"name": "me/we^b"}]}', "Installed version: 1.2.3."),
    "a needed module that is missing": ("modules/web/metadata.json", '{"dependencies": [{"name": "a/ot^her"}]}', "Not on the module path"),
    "a field of a task": ("modules/web/tasks/run.json", '{"input_met^hod": "stdin"}', "standard input"),
    "a type of a task": ("modules/web/tasks/run.json", '{"parameters": {"a": {"type": "Int^eger[1]"}}}', "Integer"),
    "a module of a Puppetfile": ("Puppetfile", "mod 'me/w^eb', '1.2.3'\n", "Installed version: 1.2.3."),
    "an option of a Puppetfile": ("Puppetfile", "mod 'web',\n  :gi^t => 'x'\n", "git repository"),
    "an option as Ruby 1.9 writes it": ("Puppetfile", "mod 'web', gi^t: 'x'\n", "git repository"),
    "a setting": ("environment.conf", "module^path = modules\n", "modules"),
    "a variable of a template": ("modules/web/templates/site.erb", "<%= @po^rt %>", "Where it listens."),
    "a variable of another class": ("modules/web/templates/site.erb", "<%= scope['web::po^rt'] %>", "Where it listens."),
}

COMPLETIONS = {
    "parameters": ("data/common.yaml", "we^", {"web::port", "web::mode", "lookup_options"}, {"web::own"}),
    "parameters after the colons": ("data/common.yaml", "a: 1\nweb::p^", {"web::port"}, set()),
    "no parameters that are there": ("data/common.yaml", "web::port: 1\n^", {"web::mode"}, {"web::port"}),
    "values of an Enum": ("data/common.yaml", "web::mode: ^", {"on", "off"}, {"undef"}),
    "values of a Boolean": ("data/common.yaml", "web::sites:\n  a:\n    deep: ^", {"true", "false"}, set()),
    "options of lookups": ("data/common.yaml", "lookup_options:\n  web::port:\n    ^", {"merge", "convert_to"}, {"strategy"}),
    "strategies": ("data/common.yaml", "lookup_options:\n  web::port:\n    merge: ^", {"first", "deep"}, set()),
    "what may be interpolated": ("data/common.yaml", "a: '%{^", {"facts", "lookup", "trusted"}, set()),
    "facts": ("data/common.yaml", "a: '%{facts.^", {"os", "networking"}, set()),
    "parts of facts": ("data/common.yaml", "a: '%{facts.os.^", {"family", "release"}, set()),
    "keys of a hierarchy": ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    ^", {"path", "globs", "datadir"}, {"name"}),
    "functions of a level": ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    lookup_key: ^", {"eyaml_lookup_key"}, set()),
    "fields of metadata": ("modules/web/metadata.json", '{"name": "me-web", ^', {"license", "dependencies"}, {"name"}),
    "modules": ("modules/web/metadata.json", '{"dependencies": [{"name": "^', {"me/log"}, {"me/web"}),
    "ranges": ("modules/web/metadata.json", '{"dependencies": [{"name": "me/log", "version_requirement": "^', {">= 2.0.0 < 3.0.0"}, set()),
    "licences": ("modules/web/metadata.json", '{"license": "^', {"Apache-2.0"}, set()),
    "a field between others": ("modules/web/metadata.json", '{"name": "me-web",\n  "^\n  "version": "1.2.3"}', {"license"}, {"name"}),
    "fields of a task": ("modules/web/tasks/run.json", '{"parameters": {"a": {"^', {"type", "sensitive"}, set()),
    "methods of a task": ("modules/web/tasks/run.json", '{"input_method": "^', {"stdin", "both"}, set()),
    "types of a task": ("modules/web/tasks/run.json", '{"parameters": {"a": {"type": "^', {"Integer", "Enum"}, set()),
    "statements of a Puppetfile": ("Puppetfile", "forge 'x'\nm^", {"mod", "moduledir"}, {":git"}),
    "modules of a Puppetfile": ("Puppetfile", "mod '^", {"me/web", "me/log"}, set()),
    "versions": ("Puppetfile", "mod 'me/web', '^", {"1.2.3"}, set()),
    "options of a Puppetfile": ("Puppetfile", "mod 'web',\n  ^", {"git:", "ref:"}, set()),
    "options after a colon": ("Puppetfile", "mod 'web', :^", {"git", "ref"}, set()),
    "settings": ("environment.conf", "modulepath = modules\nma^", {"manifest"}, {"modulepath"}),
    "variables of a template": ("modules/web/templates/site.erb", "<%= @^ %>", {"@port", "@mode", "@own"}, set()),
}

DEFINITIONS = {
    "a key": ("data/common.yaml", "web::po^rt: 80\n", "init.pp"),
    "a key in an interpolation": ("data/other.yaml", "a: \"%{lookup('pla^in')}\"\n", "common.yaml"),
    "a class in a list": ("data/common.yaml", "classes:\n  - we^b\n", "init.pp"),
    "the file of a level": ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    path: com^mon.yaml\n", "common.yaml"),
    "a module": ("modules/web/metadata.json", '{"dependencies": [{"name": "me/lo^g"}]}', "metadata.json"),
    "a module of a Puppetfile": ("Puppetfile", "mod 'me/w^eb'\n", "metadata.json"),
    "a variable of a template": ("modules/web/templates/site.erb", "<%= @po^rt %>", "init.pp"),
    "a variable of another class": ("modules/web/templates/site.erb", "<%= scope['web::po^rt'] %>", "init.pp"),
}


@pytest.mark.parametrize("what", HOVERS)
def test_it_shows(what: str, tmp_path: Path) -> None:
    path, marked, expected = HOVERS[what]
    found = hover(*other(tmp_path, path, marked))
    assert (found is None) if not expected else (found is not None and expected in found.text)


@pytest.mark.parametrize("what", COMPLETIONS)
def test_it_offers(what: str, tmp_path: Path) -> None:
    path, marked, wanted, unwanted = COMPLETIONS[what]
    view, offset = other(tmp_path, path, marked)
    found = complete(view, offset)
    labels = {each.label for each in found.items}
    assert wanted <= labels
    assert not unwanted & labels
    assert found.start <= offset == found.end


@pytest.mark.parametrize("what", DEFINITIONS)
def test_it_leads_to(what: str, tmp_path: Path) -> None:
    path, marked, expected = DEFINITIONS[what]
    view, offset = other(tmp_path, path, marked)
    assert [os.path.basename(each.path) for each in definition(occurrences_at(view, offset), view.code, ProjectFiles(view.known))] == [
        expected
    ]


def test_outlines(tmp_path: Path) -> None:
    view, _ = other(tmp_path, "Puppetfile", "^mod 'a/b', '1.0.0'\nmod 'c',\n  :git => 'x'\n")
    assert [each.name for each in symbols(view)] == ["a/b", "c"]
    view, _ = other(tmp_path, "hiera.yaml", "^version: 5\nhierarchy:\n  - name: one\n    path: a\n  - name: two\n")
    assert [each.name for each in symbols(view)] == ["one", "two"]
    view, _ = other(tmp_path, "data/common.yaml", "^a::b: 1\n'c': 2\n")
    assert [each.name for each in symbols(view)] == ["a::b", "c"]


@pytest.mark.parametrize("path", [each for each, *_ in COMPLETIONS.values()])
@pytest.mark.parametrize("text", ["^", "{^", "[[[^", '"^', "a: [^", "\t^:", "- - ^", "\xff^", "<%= @^", "%{^", "mod ^"])
def test_no_text_breaks_it(path: str, text: str, tmp_path: Path) -> None:
    view, offset = other(tmp_path, path, text)
    hover(view, offset)
    complete(view, offset)
    symbols(view)
    definition(occurrences_at(view, offset), view.code, ProjectFiles(view.known))
