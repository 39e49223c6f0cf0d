"""Suppressions in comments; the manual pages of their codes have more examples."""

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write


def found(folder: Path, files: dict[str, str]) -> list[tuple[int, str]]:
    write(folder, files)
    found = json.loads(run("puppet-check", "--format", "json", cwd=folder).out)
    return [(each["line"], each["code"]) for each in found]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("$a = 1 / 0 # puppet-check: ignore[div-by-zero] why\n", []),
        ("# puppet-check: ignore[div-by-zero]\n\n# more\n$a = 1 / 0\n$b = 1 / 0\n", [(5, "div-by-zero")]),
        ("# puppet-check: ignore[div-*]\n$a = 1 / 0\n", []),
        ("# Licence\n# puppet-check: ignore-file[div-by-zero]\n\n$a = 1 / 0\n$b = 1 / 0\n", []),
        ("$a = 1 / 0\n# puppet-check: ignore-file[div-by-zero]\n", [(1, "div-by-zero"), (2, "unused-suppression")]),
        ("$a = [$nope, 1 / 0] # puppet-check: ignore[unknown-variable,div-by-zero]\n", []),
        ("$a = 1 / 0 # puppet-check: ignore[unknown-variable]\n", [(1, "div-by-zero"), (1, "unused-suppression")]),
        ("$a = 1 / 0 # puppet-check: ignore\n", [(1, "suppression-without-code")]),
        ("$a = 1 # puppet-check: ignore[div-by-zerro]\n", [(1, "unknown-code")]),
        ("$a = 1 # puppet-check: ingore[div-by-zero]\n", [(1, "unused-suppression")]),
        ("$a = '# puppet-check: ignore' + 1\n", [(1, "not-numeric")]),
        ("$a = 1 / 0 # lint:ignore:80chars\n", [(1, "div-by-zero")]),
        ("$a = 1 / 0 /* puppet-check: ignore[div-by-zero] */\n", []),
        ("$a = [\n  1 / 0, # puppet-check: ignore[div-by-zero]\n]\n", []),
    ],
)
def test_suppressions_in_comments(tmp_path: Path, code: str, expected: list[tuple[int, str]]) -> None:
    assert found(tmp_path, {"a.pp": code}) == expected


def test_a_syntax_error_is_never_hidden(tmp_path: Path) -> None:
    assert found(tmp_path, {"a.pp": "class a { # puppet-check: ignore[syntax-error]\n"}) == [(1, "syntax-error")]


def test_templates_have_their_own_comments(tmp_path: Path) -> None:
    assert found(tmp_path, {"a.epp": "<%# puppet-check: ignore[div-by-zero] -%>\n<%= 1 / 0 %>\n"}) == []
    assert found(tmp_path, {"a.epp": "<%# puppet-check: ignore[div-by-zero] %>\nx <%= 1 / 0 %>\n<%= 1 / 0 %>\n"}) == [(3, "div-by-zero")]


def test_a_printed_tag_is_no_comment(tmp_path: Path) -> None:
    assert found(tmp_path, {"a.epp": "<%%# puppet-check: ignore[div-by-zero] %>\n<%= 1 / 0 %>\n"}) == [(2, "div-by-zero")]


def test_other_files_have_them_as_well(tmp_path: Path) -> None:
    assert found(tmp_path, {"Puppetfile": "mod 'a-b' # puppet-check: ignore[puppetfile-unpinned, missing-module] newest is best\n"}) == []


def test_a_comment_before_the_code_applies_to_findings_about_the_whole_file(tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "modules/a/manifests/init.pp": "class a { }\n",
        "modules/a/templates/x.erb": "<%# puppet-check: ignore[unused-template] -%>\n",
        "modules/a/templates/y.erb": "<%# puppet-check: ignore[unused-template] -%>\ntext\n",
        "modules/a/templates/z.erb": "text\n<%# puppet-check: ignore[unused-template] -%>\n",
        "hiera.yaml": "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n",
        "data/a.yaml": "{}\n",
        "data/b.yaml": "# puppet-check: ignore[hiera-unused-file]\n---\na: 1\n",
    }
    assert found(tmp_path, files) == [(1, "unused-template"), (2, "unused-suppression")]
