"""Refactorings that a client asks for: statements that become a class, missing tags, options and definitions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Json

A = "modules/m/manifests/a.pp"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "modules/m/metadata.json": '{"name": "a-m"}',
    "modules/m/types/speed.pp": "type M::Speed = Enum['slow', 'fast', 'full']\n",
}


class Asking:
    """A session in which actions are asked for in texts whose selection is between two `^`, or at one."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.folder = folder

    def offered(self, text: str) -> dict[str, Json]:
        """The actions by title."""
        first = text.index("^")
        text = text.replace("^", "", 1)
        last = text.find("^") if "^" in text else first
        text = text.replace("^", "", 1)
        path = self.folder / A
        since = len(self.client.came)
        self.client.open(path, text)
        try:
            found = self.client.published(path, 0, since)[1]
            places = [{"line": text.count("\n", 0, at), "character": at - text.rfind("\n", 0, at) - 1} for at in (first, last)]
            asked = {"textDocument": {"uri": path.as_uri()}, "range": dict(zip(("start", "end"), places, strict=True))}
            answer = self.client.ask("textDocument/codeAction", {**asked, "context": {"diagnostics": found}})
            return {each["title"]: each for each in answer}
        finally:
            self.client.close(path)

    def applied(self, text: str, title: str) -> dict[str, str]:
        """The texts of the files that an action changes or creates."""
        action = self.offered(text)[title]
        plain = text.replace("^", "")
        edit = action["edit"]
        found = {}
        changes = edit.get("documentChanges") or [{"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit["changes"].items()]
        for each in changes:
            if "edits" in each:
                path = each["textDocument"]["uri"].removeprefix(f"{self.folder.as_uri()}/")
                found[path] = _edited(plain if path == A else "", each["edits"])
        return found


def _edited(text: str, edits: list[Json]) -> str:
    lines = text.splitlines(keepends=True)

    def offset(place: Json) -> int:
        return len("".join(lines[: place["line"]])) + int(place["character"])

    for each in sorted(edits, key=lambda each: offset(each["range"]["start"]), reverse=True):
        start, end = offset(each["range"]["start"]), offset(each["range"]["end"])
        text = text[:start] + each["newText"] + text[end:]
    return text


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    folder = write(tmp_path_factory.mktemp("e"), FILES)
    with session(tmp_path_factory.mktemp("cache"), folder) as client:
        yield Asking(client, folder)


PART = "modules/m/manifests/a/part.pp"
TWO = "file { '/x': content => $p }\n  file { '/y': mode => $mode }"
SOURCE = f"class m::a (String $p, Optional[String] $q) {{\n  $mode = '0600'\n  ^{TWO}^\n  notice($q)\n}}\n"


def test_statements_become_a_class(asking: Asking, tmp_path: Path) -> None:
    found = asking.applied(SOURCE, "Extract to the class m::a::part")
    head = "# @summary \n#\n# @param mode\n#   \n#\n# @param p\n#   \nclass m::a::part (\n  Any $mode = undef,\n  String $p,\n) {\n  "
    call = "class { 'm::a::part':\n    mode => $mode,\n    p    => $p,\n  }\n  contain m::a::part"
    assert found == {PART: f"{head}{TWO}\n}}\n", A: SOURCE.replace(f"^{TWO}^", call)}
    folder = write(tmp_path / "e", {**FILES, **found})
    answer = run("puppet-check", "--quiet", "--ignore", "metadata-field", ".", cwd=folder)
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_statements_without_variables_become_a_class_that_is_contained(asking: Asking) -> None:
    code = "class m::a {\n  if $facts['x'] {\n    ^file { '/x':\n      ensure => file,\n    }^\n  }\n}\n"
    found = asking.applied(code, "Extract to the class m::a::part")
    assert found[PART] == "# @summary \nclass m::a::part {\n  file { '/x':\n    ensure => file,\n  }\n}\n"
    assert found[A] == "class m::a {\n  if $facts['x'] {\n    contain m::a::part\n  }\n}\n"


@pytest.mark.parametrize(
    "code",
    [
        "class m::a {\n  ^$x = 1^\n  notice($x)\n}\n",
        "class m::a {\n  ^notice($title)^\n}\n",
        "class m::a {\n  ^require m::b^\n}\n",
        "class m::a ($p) {\n  ^file { '/x': content => template('m/t.erb') }^\n}\n",
        "class m::a ($p) {\n  File { mode => '0600' }\n  ^file { '/x': }^\n}\n",
        "class m::a ($p) {\n  $p.each |$x| {\n    ^file { $x: }^\n  }\n}\n",
        "class m::a ($p) {\n  if $p { $x = 1 }\n  ^notice($x)^\n}\n",
        "class m::a inherits m {\n  ^notice($x)^\n}\n",
        "class m::a {\n  if ^$facts['x']^ { notice(1) }\n}\n",
        "class m::a {\n  if $facts['x'] { notice(1) } ^elsif $facts['y'] { notice(2) }^\n}\n",
        "class m::a {\n  notice(^1^)\n}\n",
        "class m::a {\n  ^file { '/x':^\n  }\n}\n",
        "class m::a ($p) {\n  $_x = 1\n  ^notice($_x)^\n}\n",
        "define m::a {\n  ^file { '/x': }^\n}\n",
        "class m::a {\n  ^file { '/x': ensure => file mode => '0600' }^\n}\n",
        "class m::other {\n  ^file { '/x': }^\n}\n",
    ],
)
def test_statements_that_depend_on_their_place_are_not_extracted(code: str, asking: Asking) -> None:
    assert not [each for each in asking.offered(code) if each.startswith("Extract to the class")]


def test_missing_tags_are_added_after_the_others(asking: Asking) -> None:
    code = "# A.\n#\n# @param p\n#   What.\n# @since 1\nclass m::a ($p, $^q) { }\n"
    assert asking.applied(code, "Add the tag @param q")[A] == code.replace("^", "").replace("What.\n", "What.\n# @param q\n#   \n")
    code = "# A.\nclass m::a ($^p, $q) { }\n"
    assert asking.applied(code, "Add 2 @param tags")[A].startswith("# A.\n#\n# @param p\n#   \n# @param q\n#   \nclass")
    assert not [each for each in asking.offered("# @param p What.\nclass m::a ($^p) { }\n") if "@param" in each]


def test_a_case_gets_the_options_that_its_type_has(asking: Asking) -> None:
    code = "class m::a (M::Speed $p) {\n  ca^se $p {\n    'slow': { }\n  }\n}\n"
    found = asking.applied(code, "Add 2 missing options")[A]
    assert found == code.replace("^", "").replace("'slow': { }\n", "'slow': { }\n    'fast': { }\n    'full': { }\n")
    code = code.replace("M::Speed", "String")
    assert not [each for each in asking.offered(code) if "option" in each]


def test_an_unknown_function_or_type_is_created(asking: Asking) -> None:
    found = asking.applied("class m::a ($p) {\n  notice(m::mis^sing($p, 1))\n}\n", "Create missing.pp")
    (path,) = found
    assert path == "modules/m/functions/missing.pp"
    assert "function m::missing(Any $p, Any $argument2) >> Any {\n}\n" in found[path]
    assert asking.applied("class m::a (M::Miss^ing $p) { }\n", "Create missing.pp") == {
        "modules/m/types/missing.pp": "# @summary \ntype M::Missing = Any\n"
    }


CORRECTED = {
    "file { '/x':\n    ensure => file\n    mo^de => '0600',\n  }": ("Insert ','", "file\n    mode", "file,\n    mode"),
    "file { '/x' ensu^re => file }": ("Insert ':'", "'/x' ensure", "'/x': ensure"),
    "file { '/x': ensure ^= file }": ("Change to '=>'", "= file", "=> file"),
    "file { '/x': ensure f^ile }": ("Insert '=>'", "ensure file", "ensure => file"),
    "$a = [1 2^]": ("Insert ','", "1 2", "1, 2"),
    "if $p { } else i^f $q { }": ("Change to 'elsif'", "else if", "elsif"),
    "if $p =^ 1 { }": ("Change to '=='", "$p = 1", "$p == 1"),
    "notice^(1": ("Insert ')'", "(1", "(1)"),
    "$a = ^[1, 2": ("Insert ']'", "1, 2", "1, 2]"),
    "$a = { 'a'^: 1 }": ("Change to '=>'", "'a': 1", "'a'=> 1"),
    "$a = 'b^c\n  file { '/x': }": ("Insert ' at the end of the line", "'bc", "'bc'"),
    "file {^ '/x':\n    ensure => file,\n": ("Insert '}'", "file,\n\n", "file,\n\n"),
}


@pytest.mark.parametrize("code", CORRECTED)
def test_a_syntax_error_is_corrected(code: str, asking: Asking) -> None:
    title, old, new = CORRECTED[code]
    text = f"class m::a ($p, $q) {{\n  {code}\n}}\n"
    result = asking.applied(text, title)[A]
    expected = text.replace("^", "").replace(old, new, 1)
    assert result == (expected if "{^" not in code else expected.replace("\n\n}", "\n\n  }\n}"))


def test_an_edit_that_leaves_as_many_errors_is_not_offered(asking: Asking) -> None:
    found = asking.offered("class m::a {\n  file { '/x' '/y'^ '/z' }\n}\n")
    assert not [each for each in found if each.startswith(("Insert", "Change"))]
