"""A project of all kinds of definitions, asked over the protocol from code, data and templates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Json

INIT, T, U = "modules/m/manifests/init.pp", "modules/m/types/t.pp", "modules/m/types/u.pp"
DATA, ERB = "data/common.yaml", "modules/m/templates/t.erb"
FILES = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node 'a' { include m notice($facts['own']) }\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
    DATA: "m::b::t: 'z'\nclasses: ['m::a']\n",
    "modules/m/metadata.json": '{"name": "a-m"}',
    INIT: """class m inherits m::base {
  contain m::a
  m::d { 'x': }
  class { 'm::b': }
  $x = m::f(1)
  $y = m::r(2)
  thing { 'q': ensure => present, size => 1 }
  $z = template('m/t.erb')
}
""",
    "modules/m/manifests/base.pp": "class m::base { }\n",
    "modules/m/manifests/a.pp": "class m::a { require m::b }\n",
    "modules/m/manifests/b.pp": "class m::b (M::T $t = 'x') { }\n",
    "modules/m/manifests/d.pp": "define m::d { include m::a }\n",
    "modules/m/functions/f.pp": "function m::f($x) { m::r($x) }\n",
    "modules/m/lib/puppet/functions/m/r.rb": "Puppet::Functions.create_function(:'m::r') do\n  def r(x)\n  end\nend\n",
    "modules/m/lib/puppet/type/thing.rb": "Puppet::Type.newtype(:thing) do\n"
    "  ensurable\n  newparam(:name, namevar: true)\n  newparam(:size) { desc 'How large.' }\nend\n",
    "modules/m/lib/puppet/provider/thing/one.rb": "Puppet::Type.type(:thing).provide(:one) do\nend\n",
    "modules/m/lib/facter/own.rb": "Facter.add(:own) { }\nFacter.value(:own)\n",
    ERB: "<%= @x %> <%= scope['m::b::t'] %>\n",
    T: "type M::T = Variant[M::U, Integer]\n",
    U: "type M::U = String\n",
}


class Asking:
    """A session in which files are opened as they are asked about."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.opened: set[str] = set()

    def at(self, method: str, path: str, word: str, **more: Json) -> Json:
        """Ask about the first place of a word."""
        if path not in self.opened:
            self.opened.add(path)
            self.client.open(self.folder / path, FILES[path])
        before = FILES[path][: FILES[path].index(word)]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        return self.client.at(f"textDocument/{method}", self.folder / path, line, column, **more)

    def files(self, method: str, path: str, word: str, **more: Json) -> list[str]:
        """The files that an answer leads to."""
        found = self.at(method, path, word, **more) or []
        return sorted({each["uri"].removeprefix(f"{self.folder.as_uri()}/").removeprefix("modules/m/") for each in found})

    def calls(self, path: str, word: str) -> tuple[list[str], list[str]]:
        """Who calls what is named at a place, and what it calls."""
        (item,) = self.at("prepareCallHierarchy", path, word)
        incoming = self.client.ask("callHierarchy/incomingCalls", {"item": item})
        outgoing = self.client.ask("callHierarchy/outgoingCalls", {"item": item})
        return sorted(each["from"]["name"] for each in incoming), sorted(each["to"]["name"] for each in outgoing)

    def family(self, path: str, word: str) -> tuple[list[str], list[str]]:
        """What something is made of, and what is made of it."""
        (item,) = self.at("prepareTypeHierarchy", path, word)
        ways = [self.client.ask(f"typeHierarchy/{way}", {"item": item}) for way in ("supertypes", "subtypes")]
        above, below = ([each["name"] for each in found] for found in ways)
        return above, below


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    cache = tmp_path_factory.mktemp("cache")
    folder = write(tmp_path_factory.mktemp("e"), FILES)
    with session(cache, folder) as client:
        yield Asking(client, folder)


PLACES = {
    "a resource type by its providers": ("implementation", INIT, "thing", ["lib/puppet/provider/thing/one.rb"]),
    "a function by its Ruby": ("implementation", INIT, "m::r", ["lib/puppet/functions/m/r.rb"]),
    "a define by its body": ("implementation", INIT, "m::d", ["manifests/d.pp"]),
    "a parameter by its data": ("implementation", "modules/m/manifests/b.pp", "t =", [DATA]),
    "a key of data by the parameter": ("definition", DATA, "b::t", ["manifests/b.pp"]),
    "a class of data": ("declaration", DATA, "m::a", ["manifests/a.pp"]),
    "the type of a parameter": ("typeDefinition", "modules/m/manifests/b.pp", "t =", ["types/t.pp"]),
    "a template": ("definition", INIT, "m/t.erb", ["templates/t.erb"]),
    "a variable of a template": ("definition", ERB, "x %", ["manifests/init.pp"]),
    "a variable of a class in a template": ("definition", ERB, "t']", ["manifests/b.pp"]),
    "a fact": ("definition", "manifests/site.pp", "include", []),
}


@pytest.mark.parametrize("what", PLACES)
def test_it_is_found(what: str, asking: Asking) -> None:
    method, path, word, expected = PLACES[what]
    assert asking.files(method, path, word) == expected


@pytest.mark.parametrize(
    ("word", "place"),
    [("m::d", "m/manifests/d.pp:1"), ("thing", "m/lib/puppet/type/thing.rb:1"), ("m::r", "m/lib/puppet/functions/m/r.rb:1")],
)
def test_a_hover_links_to_the_definition(word: str, place: str, asking: Asking) -> None:
    text = asking.at("hover", INIT, word)["contents"]["value"]
    path, _, line = place.rpartition(":")
    assert text.endswith(f"[{place}]({(asking.folder / 'modules' / path).as_uri()}#L{line})")


RUBY = "modules/m/lib"
OF_RUBY = {
    "a function": (f"{RUBY}/puppet/functions/m/r.rb", "m::r", ["functions/f.pp", "lib/puppet/functions/m/r.rb", "manifests/init.pp"]),
    "a resource type": (
        f"{RUBY}/puppet/type/thing.rb",
        "thing",
        ["lib/puppet/provider/thing/one.rb", "lib/puppet/type/thing.rb", "manifests/init.pp"],
    ),
    "an attribute": (f"{RUBY}/puppet/type/thing.rb", "size", ["lib/puppet/type/thing.rb", "manifests/init.pp"]),
    "a fact": (f"{RUBY}/facter/own.rb", "own", ["lib/facter/own.rb", "manifests/site.pp"]),
}


@pytest.mark.parametrize("what", OF_RUBY)
def test_what_ruby_defines_has_references(what: str, asking: Asking) -> None:
    path, word, expected = OF_RUBY[what]
    assert asking.files("references", path, word, context={"includeDeclaration": True}) == expected
    assert asking.at("hover", path, word) is not None
    assert path.removeprefix("modules/m/") in asking.files("definition", path, word)


def test_references_reach_from_everywhere_to_everywhere(asking: Asking) -> None:
    context = {"includeDeclaration": True}
    everywhere = [DATA, "manifests/b.pp", "templates/t.erb"]
    assert asking.files("references", DATA, "b::t", context=context) == everywhere
    assert asking.files("references", "modules/m/manifests/b.pp", "t =", context=context) == everywhere
    assert asking.files("references", DATA, "m::a", context=context) == [DATA, "manifests/a.pp", "manifests/d.pp", "manifests/init.pp"]
    assert asking.files("references", ERB, "x %", context=context) == ["manifests/init.pp", "templates/t.erb"]


@pytest.mark.parametrize(
    ("path", "word", "incoming", "outgoing"),
    [
        (INIT, "m inherits", ["node 'a'"], ["m::a", "m::b", "m::base", "m::d", "m::f", "m::r"]),
        ("modules/m/manifests/d.pp", "m::d", ["m"], ["m::a"]),
        (DATA, "m::a", ["m", "m::d"], ["m::b"]),
        ("modules/m/functions/f.pp", "m::f", ["m"], ["m::r"]),
        (INIT, "m::r", ["m", "m::f"], []),
    ],
)
def test_calls_are_followed_both_ways(path: str, word: str, incoming: list[str], outgoing: list[str], asking: Asking) -> None:
    assert asking.calls(path, word) == (incoming, outgoing)


@pytest.mark.parametrize(
    ("path", "word", "above", "below"),
    [
        (INIT, "m inherits", ["m::base"], []),
        ("modules/m/manifests/base.pp", "m::base", [], ["m"]),
        (T, "M::T", ["M::U"], []),
        (U, "M::U", [], ["M::T"]),
        ("modules/m/manifests/b.pp", "M::T", ["M::U"], []),
    ],
)
def test_classes_and_aliases_have_families(path: str, word: str, above: list[str], below: list[str], asking: Asking) -> None:
    assert asking.family(path, word) == (above, below)


@pytest.mark.parametrize(("query", "expected"), [("mf", ["m::f"]), ("M::T", ["M::T"]), ("thing", ["thing"]), ("base", ["m::base"])])
def test_names_are_found_by_their_letters(query: str, expected: list[str], asking: Asking) -> None:
    assert [each["name"] for each in asking.client.ask("workspace/symbol", {"query": query})] == expected


def test_renames_begin_in_data(asking: Asking) -> None:
    place = asking.at("prepareRename", DATA, "m::a")
    assert (place["start"], place["end"]) == ({"line": 1, "character": 11}, {"line": 1, "character": 15})
    *edits, moved = asking.at("rename", DATA, "m::a", newName="m::z")["documentChanges"]
    assert sorted(each["textDocument"]["uri"].rpartition("/")[2] for each in edits) == ["a.pp", "common.yaml", "d.pp", "init.pp"]
    assert (moved["kind"], moved["newUri"].rpartition("/")[2]) == ("rename", "z.pp")


def test_symbols_in_data_have_semantic_tokens(asking: Asking) -> None:
    asking.at("hover", DATA, "m::a")
    found = asking.client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": (asking.folder / DATA).as_uri()}})
    assert found["data"][:3] == [1, 11, 4]


def test_what_a_template_reads_by_its_qualified_name_is_renamed(asking: Asking) -> None:
    found = asking.at("rename", DATA, "b::t", newName="kind")["changes"]
    assert sorted(uri.rpartition("/")[2] for uri in found) == ["b.pp", "common.yaml", "t.erb"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (None, [": Integer", "count:"]),
        ({"inlayHints": {"variable": False}}, ["count:"]),
        ({"inlayHints": {"argument": False}}, [": Integer"]),
        ({"inlayHints": {"argument": False, "variable": False}}, []),
    ],
)
def test_each_kind_of_hint_can_be_switched_off(options: Json, expected: list[str], tmp_path: Path) -> None:
    path = (
        write(tmp_path / "m", {"metadata.json": '{"name": "a-m"}', "functions/f.pp": "function m::f($count, $v) { }\n"}) / "manifests/a.pp"
    )
    with session(tmp_path, options=options) as client:
        client.open(path, "class m::a {\n  $a = 1 + 2\n  m::f(3, $a)\n}\n")
        client.published(path)
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
        found = client.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": whole})
        assert [each["label"] for each in found] == expected


def test_a_hint_is_described_when_it_is_resolved(tmp_path: Path) -> None:
    functions = {"metadata.json": '{"name": "a-m"}', "functions/f.pp": "# Counts.\nfunction m::f($count, $v) { }\n"}
    path = write(tmp_path / "m", functions) / "manifests/a.pp"
    with session(tmp_path) as client:
        client.open(path, "class m::a {\n  $a = 1 + 2\n  m::f(3, $a)\n}\n")
        client.published(path)
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
        found = client.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": whole})
        shown = [client.ask("inlayHint/resolve", each)["tooltip"]["value"] for each in found]
        assert ["Value: `3`" in shown[0], "Counts." in shown[1]] == [True, True]


def test_hints_of_lambdas_can_be_switched_off(tmp_path: Path) -> None:
    path = tmp_path / "a.pp"
    for options, expected in ((None, [": String"]), ({"inlayHints": {"lambda": False}}, [])):
        with session(tmp_path, options=options) as client:
            client.open(path, "['a'].each |$x| { notice($x) }\n")
            client.published(path)
            whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
            found = client.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": whole})
            assert [each["label"] for each in found] == expected


COMPLETED = {
    "hiera.yaml": ("version: 5\nhierarchy:\n  - name: a\n    pat", "path"),
    "Puppetfile": ("mo", "mod"),
    "environment.conf": ("mani", "manifest"),
    "modules/m/metadata.json": ('{"lic', "license"),
    "modules/m/tasks/run.json": ('{"input_m', "input_method"),
    "data/common.yaml": ("m::b", "m::b::t"),
    ERB: ("<%= @", "@x"),
    "modules/m/templates/e.epp": ("<%- | Strin", "String"),
}


@pytest.mark.parametrize("path", COMPLETED)
def test_all_kinds_of_files_are_completed_and_described(path: str, tmp_path: Path) -> None:
    text, expected = COMPLETED[path]
    folder = write(tmp_path / "e", FILES)
    with session(tmp_path) as client:
        client.open(folder / path, text)
        line = text.count("\n")
        column = len(text) - text.rfind("\n") - 1
        while (found := client.at("textDocument/completion", folder / path, line, column))["isIncomplete"]:
            pass  # On a busy machine the time for all names may be over; clients ask again, too.
        item = next(each for each in found["items"] if each["label"] == expected)
        resolved = client.ask("completionItem/resolve", item)
        assert resolved["label"] == expected
        whole = {"textDocument": {"uri": (folder / path).as_uri()}, "positions": [{"line": 0, "character": 1}]}
        assert client.ask("textDocument/selectionRange", whole)[0]["range"]["start"] == {"line": 0, "character": 0}
