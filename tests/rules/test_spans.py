"""The code that findings are about: a word or a part of a line, never a whole call or resource over many lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puppet_check.cli.check import main
from tests.cli.command import write
from tests.cli.in_process import printed

CALL = "unknown_one(\n  1,\n  2,\n)\n"
METHOD = "$x = [1].unknown_one(\n  2\n)\n"
RESOURCE = "gone { 'a':\n  ensure => present,\n}\n"
TITLES = "gone { [\n    'a',\n    'b',\n  ]:\n  ensure => present,\n}\n"
SELECTOR = "$x = $facts['os']['name'] ? {\n  'Debian' => 1,\n}\n"
FUNCTION = "function f() {\n  fail('no')\n  notice(1)\n  notice(2)\n}\n"
ASSIGNED = "case 1 {\n  1: { }\n  default: { }\n} = 2\n"
FILES = {
    "unknown-function": (CALL, "unknown_one"),
    "unknown-resource-type": (RESOURCE, "gone { 'a'"),
    "selector-without-default": (SELECTOR, "$facts['os']['name'] ? {"),
    "unreachable-code": (FUNCTION, "notice(1)"),
    "star_comments": ("/* one\n   two */\nnotice(1)\n", "/* one"),
}


@pytest.mark.parametrize("code", FILES)
def test_a_finding_is_underlined_on_its_first_line(code: str, tmp_path: Path) -> None:
    text, underlined = FILES[code]
    assert underlined_in(tmp_path, text)[code] == underlined


def test_a_method_is_underlined_with_what_it_is_called_on(tmp_path: Path) -> None:
    assert underlined_in(tmp_path, METHOD)["unknown-function"] == "[1].unknown_one"


def test_a_resource_with_titles_on_many_lines_is_underlined_at_its_type(tmp_path: Path) -> None:
    assert underlined_in(tmp_path, TITLES)["unknown-resource-type"] == "gone"


def test_an_expression_that_cannot_be_assigned_to_is_underlined_on_its_first_line(tmp_path: Path) -> None:
    assert underlined_in(tmp_path, ASSIGNED)["illegal-assignment"] == "case 1"


def underlined_in(folder: Path, text: str) -> dict[str, str]:
    """The text that each finding of a manifest is about, by code."""
    write(folder, {"environment.conf": "", "some/manifest.pp": text})
    with printed() as out:
        main(["--format", "json", "--no-cache", "--profile", "strict", str(folder)])
    lines = text.split("\n")
    found = [each for each in json.loads(out.getvalue()) if each["file"].endswith(".pp")]
    assert all(each["line"] == each["end_line"] or each["end_column"] == 1 for each in found)
    return {each["code"]: lines[each["line"] - 1][each["column"] - 1 : each["end_column"] - 1] for each in found}
