"""The fix of `case-without-default` writes tags as those around it, and is never glued to one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

HEAD = "<%- | String $a | -%>\n"
CASES = {
    "a tag of its own": (
        "<%- case $a { -%>\n  <%- 'x': { -%>\ntext\n  <%- } -%>\n<%- } -%>\n",
        "<%- case $a { -%>\n  <%- 'x': { -%>\ntext\n  <%- } -%>\n  <%- default: { } -%>\n<%- } -%>\n",
    ),
    "a tag without spaces": ("<% case $a { 'x': { %>t<%}-%>\n<% } %>\n", "<% case $a { 'x': { %>t<%} default: { } -%>\n<% } %>\n"),
    "the end of the case": ("<% case $a { 'x': { %>t<%}}%>\n", "<% case $a { 'x': { %>t<%} default: { } }%>\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_default_is_added(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    write(tmp_path, {"a.epp": HEAD + text})
    run("puppet-check", "--no-config", "--select", "case-without-default", "--fix-only", cwd=tmp_path)
    assert (tmp_path / "a.epp").read_text() == HEAD + expected
    assert run("puppet-check", "--no-config", cwd=tmp_path).code == 0
