"""A rename by the server leaves the findings of the project as they are."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Json

A, INIT, D, DATA = "modules/m/manifests/a.pp", "modules/m/manifests/init.pp", "modules/m/manifests/d.pp", "data/common.yaml"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
    DATA: "classes: [m::a]\nouter:\n  inner: 1\nm::port: 'x'\nunread: \"%{facts.stage}\"\n",
    "modules/m/metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": []}',
    INIT: "# A server.\n# @param port The port.\nclass m (Integer $port = 1) {\n  $unused = 1\n  m::d { 'x': size => 'a' }\n}\n",
    D: "define m::d (Integer $size = 1) {\n  notice($size)\n}\n",
    A: "class m::a {\n  hiera_include('classes')\n  notice(lookup('classes'), lookup('outer.inner'), $facts['stage'], fact('stage.x'))\n"
    "  notice(template('m/t.erb'))\n  M::D['x'] -> notify { 'n': message => M::D['x']['size'] }\n  notice(m::f('a'), $m::port)\n"
    "  notify { 'o': require => Notify['n'] }\n  notice(1 =~ M::T)\n}\n",
    "modules/m/functions/f.pp": "function m::f(Integer $x) {\n  $x + $x\n}\n",
    "modules/m/types/t.pp": "type M::T = Integer\n",
    "modules/m/templates/t.erb": "<%= @facts['stage'] %> <%= scope['facts']['stage'] %>\n",
    "modules/m/lib/facter/stage.rb": "Facter.add(:stage) do\n  setcode { 'test' }\nend\n",
}
RENAMES = {
    "a Hiera key": ("hiera_include('^classes')", "roles"),
    "a Hiera key with keys inside": ("lookup('^outer.inner')", "around"),
    "a fact": ("fact('^stage.x')", "tier"),
    "a define in a reference": ("^M::D['x'] ->", "M::E"),
    "a title": ("require => Notify['^n']", "p"),
    "a parameter": ("['^size']", "length"),
    "a parameter of a class": ("$m::^port", "door"),
    "a function": ("^m::f('a')", "m::g"),
    "a data type": ("^M::T)", "M::U"),
    "a class": ("class ^m::a {", "m::b"),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    top = tmp_path_factory.mktemp("projects")
    can = {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["rename"]}}}
    with session(tmp_path_factory.mktemp("cache"), top, capabilities=can) as started:
        yield started, top


@pytest.mark.parametrize("what", RENAMES)
def test_a_rename_changes_no_finding(what: str, client: tuple[Client, Path]) -> None:
    marked, new = RENAMES[what]
    server, top = client
    folder = write(top / re.sub(r"\W", "_", what), FILES)
    before, old = findings(folder), text_of(folder)
    at = FILES[A].index(marked.replace("^", "")) + marked.index("^")
    line, column = FILES[A].count("\n", 0, at), at - FILES[A].rfind("\n", 0, at) - 1
    server.open(folder / A, FILES[A])
    apply(server.at("textDocument/rename", folder / A, line, column, newName=new), folder)
    server.close(folder / A)
    assert before and findings(folder) == before
    assert text_of(folder) != old


def findings(folder: Path) -> list[tuple[str, int]]:
    """The codes and lines of all findings."""
    out = run("puppet-check", "--no-cache", "--format", "json", ".", cwd=folder).out
    return sorted((each["code"], each["line"]) for each in json.loads(out))


def text_of(folder: Path) -> str:
    """All texts of a project."""
    return "".join(each.read_text() for each in sorted(folder.rglob("*")) if each.is_file())


def apply(edit: Json, folder: Path) -> None:
    """Make the changes of an edit."""
    for each in edit.get("documentChanges") or [{"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit["changes"].items()]:
        if each.get("kind") == "rename":
            os.rename(_path(each["oldUri"], folder), _path(each["newUri"], folder))
            continue
        path = _path(each["textDocument"]["uri"], folder)
        lines = path.read_text().splitlines(keepends=True)
        for change in sorted(each["edits"], key=_start, reverse=True):
            start, end = change["range"]["start"], change["range"]["end"]
            assert start["line"] == end["line"]
            line = lines[start["line"]]
            lines[start["line"]] = line[: start["character"]] + change["newText"] + line[end["character"] :]
        path.write_text("".join(lines))


def _path(uri: str, folder: Path) -> Path:
    return folder / uri.removeprefix(f"{folder.as_uri()}/")


def _start(change: Json) -> tuple[int, int]:
    start = change["range"]["start"]
    return start["line"], start["character"]
