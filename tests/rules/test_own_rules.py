"""Rules that a repository declares in its settings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import CHECKOUT, run, write

Files = dict[str, str]
RULE = '[[rules]]\ncode = "no-x"\nmessage = "not here"\n'
BODY = "# A class.\nclass shop {\n  %s\n}\n"


def found(folder: Path, files: Files, *arguments: str) -> list[tuple[str, int, str]]:
    """The code, line and severity of each finding with an own code."""
    write(folder, files)
    answer = run("puppet-check", "--format", "json", *arguments, cwd=folder)
    return [(each["code"], each["line"], each["severity"]) for each in json.loads(answer.out) if each["code"].startswith(("no-", "our-"))]


CASES = {
    "a call": ('functions = ["fa*"]', "fail('x')", True),
    "a method call": ('functions = ["unique"]', "notice([1].unique)", True),
    "another call": ('functions = ["fail"]', "notice('x')", False),
    "an included class": ('classes = ["apt::*"]', "include ::apt::update", True),
    "a declared class": ('classes = ["apt"]', "class { ['a', 'apt']: }", True),
    "a class that is not known": ('classes = ["*"]', "include $x", False),
    "a class of another module": ("classes = [\"*\"]\nmust-match = '\\Aprofile::'", "include role::a", True),
    "a resource": ('resources = ["exec"]', "exec { 'ls': path => '/bin' }", True),
    "a resource without an attribute": ('resources = ["exec"]\nwithout = ["path"]', "exec { 'ls': }", True),
    "a resource with the attribute": ('resources = ["exec"]\nwithout = ["path"]', "exec { 'ls': path => '/bin' }", False),
    "an attribute by default": ('resources = ["exec"]\nwithout = ["path"]', "Exec { path => '/bin' } exec { 'ls': }", False),
    "an attribute for all bodies": ('resources = ["exec"]\nwithout = ["path"]', "exec { default: path => '/bin'; 'ls': }", False),
    "attributes that are not known": ('resources = ["exec"]\nwithout = ["path"]', "exec { 'ls': * => $x }", False),
    "the title of a resource": ("resources = [\"user\"]\nmust-match = '\\Asvc-'", "user { 'bob': }", True),
    "a title that is not known": ("resources = [\"user\"]\nmust-match = '\\Asvc-'", "user { $x: }", False),
    "an attribute": ('resources = ["*"]\nattributes = ["source"]', "file { '/a': source => $x }", True),
    "a value": ('resources = ["file"]\nattributes = ["mode"]\nmust-match = \'\\A0\'', "file { '/a': mode => '644' }", True),
    "a right value": ('resources = ["file"]\nattributes = ["mode"]\nmust-match = \'\\A0\'', "file { '/a': mode => '0644' }", False),
    "a value of defaults": ('resources = ["file"]\nattributes = ["mode"]\nmust-not-match = \'7\\z\'', "File { mode => '0777' }", True),
    "the name of a variable": ("names = [\"variable\"]\nmust-match = '\\A[a-z]+\\z'", "$a_b = 1", True),
    "a query": ("query = '(unless) @report'", "unless $x { }", True),
    "a query with a predicate": ("query = '((name) @n (#match? @n \"\\\\Afa\"))'", "fail('x')", True),
    "a query without that predicate": ("query = '((name) @n (#not-match? @n \"\\\\w\"))'", "fail('x')", False),
    "something else": ("query = '(unless) @report'", "if $x { }", False),
}


@pytest.mark.parametrize("name", CASES)
def test_a_subject_is_reported(name: str, tmp_path: Path) -> None:
    rule, code, is_reported = CASES[name]
    files = {".puppet-check.toml": f"{RULE}{rule}\n", "manifests/init.pp": BODY % code}
    assert found(tmp_path, files) == [("no-x", 3, "warning")] * is_reported


def test_a_definition_that_lacks_what_is_required_is_reported(tmp_path: Path) -> None:
    settings = RULE + 'functions = ["tag"]\nrequired-in = ["class", "node"]\nseverity = "error"\n'
    code = "class a { tag('x') }\nclass b { }\nnode 'n' { }\nnode 'm' { tag('y') }\n"
    assert found(tmp_path, {".puppet-check.toml": settings, "manifests/site.pp": code}) == [("no-x", 2, "error"), ("no-x", 3, "error")]


def test_defaults_of_another_file_count(tmp_path: Path) -> None:
    settings = RULE + 'resources = ["exec"]\nwithout = ["path"]\n'
    files = {
        ".puppet-check.toml": settings,
        "environment.conf": "",
        "modules/shop/manifests/init.pp": BODY % "exec { 'ls': }",
        "manifests/site.pp": "Exec { path => '/bin' }\ninclude shop\n",
    }
    assert found(tmp_path, files) == []
    assert found(tmp_path, {**files, "manifests/site.pp": "include shop\n"}) == [("no-x", 3, "warning")]


def test_paths_and_settings_select(tmp_path: Path) -> None:
    settings = 'ignore = ["no-y"]\n' + RULE + 'functions = ["fail"]\npaths = ["a/"]\n'
    settings += '[[rules]]\ncode = "no-y"\nmessage = "y"\nfunctions = ["fail"]\n[severity]\nno-x = "info"\n'
    files = {".puppet-check.toml": settings, "a/x.pp": "fail('x')\n", "b/x.pp": "fail('x')\n"}
    assert found(tmp_path, files) == [("no-x", 1, "info")]
    assert found(tmp_path, files, "--select", "no-y") == [("no-y", 1, "warning")] * 2
    assert found(tmp_path, files, "--ignore", "no-*") == []
    assert run("puppet-check", "--select", "no-z", cwd=tmp_path).code == 2


def test_comments_suppress_findings(tmp_path: Path) -> None:
    code = "fail('x') # puppet-check: ignore[no-x] needed\nfail('y') # lint:ignore:no-x\n"
    settings = RULE + 'functions = ["fail"]\n'
    write(tmp_path, {".puppet-check.toml": settings, "a.pp": code})
    answer = run("puppet-check", "--format", "json", "--select", "no-x,unknown-code,unused-suppression", cwd=tmp_path)
    assert json.loads(answer.out) == []


def test_a_changed_rule_invalidates_the_cache(tmp_path: Path) -> None:
    files = {f"{number}.pp": "fail('x')\n" for number in range(10)}
    assert found(tmp_path, {**files, ".puppet-check.toml": RULE + 'functions = ["notice"]\n'}) == []
    assert len(found(tmp_path, {".puppet-check.toml": RULE + 'functions = ["fail"]\n'})) == 10


MISTAKES = {
    'functions = ["a"]\nresources = ["b"]': "1:3: a rule requires one of",
    "": "1:3: a rule requires one of",
    'function = ["a"]': "4:1: unknown key 'function', did you mean 'functions'?",
    'attributes = ["a"]\nfunctions = ["a"]': "4:1: `attributes` requires `resources`",
    "names = ['clas']": "4:10: an element of `rules.names` is 'clas'",
    "names = ['class']\nmust-match = '(a'": "5:14: `rules.must-match`: end pattern with unmatched parenthesis",
    "query = '''\n(unles) @report\n'''": "5:2: unknown node type 'unles' in the query, did you mean 'unless'?",
    "query = '(attribute nam: (name) @report)'": "4:21: unknown field 'nam' in the query, did you mean 'name'?",
    "query = '(name'": "4:14: a bracket or string of the query is not closed",
    "query = '(name)'": "4:10: the query has no capture; add `@report` after the node to report",
    "query = '(name) @a (name) @b'": "4:10: the query has several captures, but none is named `@report`",
    "query = '''\n((name) @a\n  (#match? @a \"(a\"))'''": "6:15: end pattern with unmatched parenthesis",
    "query = '((name) @a (#lua? @a \"a\"))'": "4:22: unknown predicate `#lua?`",
    "names = ['class']\n[[rules]]\ncode = 'no-x'\nmessage = 'y'\nnames = ['class']": "6:8: an earlier rule has the code 'no-x'",
    "names = ['class']\n[[rules]]\ncode = 'unknown-class'\nmessage = 'y'\nnames = ['class']": "6:8: 'unknown-class' is the code of a rule",
    "names = ['class']\n[[rules]]\ncode = 'y'\nnames = ['class']": "5:3: a rule requires `message`",
}


@pytest.mark.parametrize("rule", MISTAKES)
def test_a_mistake_is_reported_at_its_place(rule: str, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": RULE + rule + "\n", "a.pp": ""})
    answer = run("puppet-check", cwd=tmp_path)
    place = re.sub(r"^puppet-check: .*?\.toml:", "", answer.err)
    assert answer.code == 2
    assert place.startswith(MISTAKES[rule])


def test_a_query_has_limits(tmp_path: Path) -> None:
    rule = RULE + "query = '(array (_)* @a (_)* @b (_)* @report (string))'\n"
    expression = RULE.replace("no-x", "no-y") + "names = [\"class\"]\nmust-match = '\\A(a+)+\\z'\n"
    write(tmp_path, {".puppet-check.toml": rule + expression, "a.pp": f"class {'a' * 40}b {{ }}\n$a = [{'1,' * 20_000}1]\n"})
    answer = run("puppet-check", "--format", "json", cwd=tmp_path)
    assert {each["code"] for each in json.loads(answer.out)} & {"query-not-finished", "check-given-up"} <= {"query-not-finished"}


def test_the_documented_rules_are_valid(tmp_path: Path) -> None:
    page = (CHECKOUT / "docs" / "configuration.md").read_text(encoding="utf-8")
    (rules,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    code = (
        "define profile::x_1 {\n  exec { \"${facts['x']} a\": }\n  file { '/a': mode => '0666' }\n"
        "  hiera('x')\n  if $x { } else { if $y { } }\n}\n"
    )
    files = {
        ".puppet-check.toml": rules,
        "modules/profile/manifests/x_1.pp": code,
        "modules/role/manifests/a.pp": "class role::a {\n  include apt\n}\n",
    }
    write(tmp_path, files)
    answer = run("puppet-check", "--format", "json", cwd=tmp_path)
    reported = {each["code"] for each in json.loads(answer.out)}
    assert reported >= set(re.findall(r'^code = "(.*)"', rules, re.MULTILINE)) - {"profiles-are-tagged", "profile-names"}


def test_a_rule_is_explained(tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": RULE + 'functions = ["fail"]\n'})
    assert "not here" in run("puppet-check", "--explain", "no-x", cwd=tmp_path).out
