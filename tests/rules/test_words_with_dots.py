"""Words with dots and keys with capitals where modules are missing, so that functions and types of their names may exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

PUPPETFILE = {"Puppetfile": "mod 'acme-other', '1.0.0'\n"}
PATH = "modules/web/manifests/init.pp"


def found_in(folder: Path, body: str) -> list[tuple[str, str]]:
    code = f"class web($items = [], $name_of = 'x') {{\n  include other\n{body}\n}}\n"
    return [(each.severity, each.code) for each in findings(folder, {**PUPPETFILE, PATH: code}) if each.severity != "info"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("web.example.org", [("warning", "bare-word")]),
        ("'web'.upcase", []),
        ("web.upcase", []),
        ("items.empty", [("warning", "bare-word")]),
        ("$items.empty", []),
        ('"${facts.os.family}"', [("warning", "unknown-function")]),
        ('"${::networking.ip}"', [("warning", "unknown-function")]),
        ('"${items.empty}"', []),
        ("{ PublicKey => 1 }", [("warning", "bare-word")]),
        ("{ Integer => 1, File => 2, Acme_type => 3, Other::Kind => 4 }", []),
        ("split($items, '[')", [("error", "evaluation-error")]),
        ("split($items, '[.]')", []),
    ],
)
def test_words(tmp_path: Path, value: str, found: list[tuple[str, str]]) -> None:
    assert found_in(tmp_path, f"  $value = {value}\n  notify {{ 'x': message => $value }}") == found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("$facts['os']['name']", 1),
        ("${facts['os']['name']}", 0),
        ("$items['a']", 1),
        ("$items[0]", 0),
        ("$name_of['a']", 0),
        ("${networking}.ip", 1),
        ("${networking}. Done", 0),
        ("${name_of}}/x", 1),
        ("{${name_of}}/x", 0),
        ("${name_of}}", 0),
        ("$::{name_of}", 1),
    ],
)
def test_what_stands_outside_of_braces(tmp_path: Path, text: str, count: int) -> None:
    code = f"class web(Array $items = [], String $name_of = 'x') {{\n  notify {{ \"{text}\": }}\n}}\n"
    assert [each.code for each in findings(tmp_path, {PATH: code}) if each.code == "broken-interpolation"] == [
        "broken-interpolation"
    ] * count


def test_a_lost_value_of_a_template_without_an_extension(tmp_path: Path) -> None:
    files = {
        PATH: "class web($port = 1) {\n  file { '/x':\n    content => template('web/conf'),\n  }\n}\n",
        "modules/web/templates/conf": "listen\n<% @port %>\n",
    }
    assert [(each.path.rpartition("/")[2], each.line) for each in findings(tmp_path, files) if each.code == "erb-lost-output"] == [
        ("init.pp", 3)
    ]
