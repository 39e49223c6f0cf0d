"""What is offered and found at places of all kinds of files: by arguments, relationships, queries, interpolations and comments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session
from tests.support.lsp_client import Client, Json

FILES = {
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
    "data/common.yaml": "m::p: 1\nplain: 2\n",
    "modules/m/metadata.json": '{"name": "a-m"}',
    "modules/m/manifests/init.pp": "# A class.\n# @param p The number.\nclass m (Integer $p = 1) {\n  $q = template('m/t.erb')\n}\n",
    "modules/m/manifests/a.pp": "# Inner class.\nclass m::a { }\n",
    "modules/m/manifests/d.pp": "define m::d (String $first, Integer $second = 1) { }\n",
    "modules/m/types/conf.pp": "type M::Conf = Struct[{ size => Integer, Optional['unit'] => String }]\n",
    "modules/m/manifests/c.pp": "class m::c (Array[Enum['fast', 'slow']] $speeds, M::Conf $conf) { }\n",
    "modules/m/functions/f.pp": "# Adds.\n# @param x A number.\n# @return The sum.\n"
    "function m::f(Integer $x, Integer $y = 2) >> Integer { $x + $y }\n",
    "modules/m/types/kind.pp": "type M::Kind = String\n",
    "modules/m/templates/t.erb": "<%= @p %>\n",
    "modules/m/templates/y.erb": "<%= scope['m::q'] %>\n",
    "modules/m/templates/t.epp": "x\n",
    "modules/m/files/f": "x\n",
    "modules/m/lib/facter/own.rb": "Facter.add(:own_fact) { }\n",
    "modules/m/tasks/t.json": '{"parameters": {"unit": {"type": "String"}, "force": {"type": "Optional[Boolean]"}}}',
    "modules/m/tasks/t.sh": "",
}
CODE, PLAN = "modules/m/manifests/x.pp", "modules/m/plans/x.pp"
ERB, DATA, HIERA, PUPPETFILE, TASK = "modules/m/templates/x.erb", "data/x.yaml", "hiera.yaml", "Puppetfile", "modules/m/tasks/x.json"
LANGUAGES = {".yaml": "yaml", ".erb": "erb", ".json": "json", ".rb": "ruby", ".epp": "epp"}


class Asking:
    """A session in which a text is opened with the place marked by `^`."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.folder = folder

    def at(self, method: str, path: str, text: str, **more: Json) -> Json:
        """The answer at the place."""
        before, _, after = text.partition("^")
        file = self.folder / path
        self.client.open(file, before + after, language=LANGUAGES.get(file.suffix, "puppet"))
        try:
            return self.client.at(f"textDocument/{method}", file, before.count("\n"), len(before) - before.rfind("\n") - 1, **more)
        finally:
            self.client.close(file)

    def labels(self, path: str, text: str) -> list[str]:
        """The labels of the items, the best ones first."""
        items = self.at("completion", path, text)["items"]
        return [each["label"] for each in sorted(items, key=lambda each: each.get("sortText") or each["label"])]


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    folder = write(tmp_path_factory.mktemp("e"), FILES)
    with session(tmp_path_factory.mktemp("cache"), folder) as client:
        yield Asking(client, folder)


FIRST = {
    "a method after a block": (CODE, "class m::x {\n  $a = [3].filter |$x| { $x }.^\n}", ["each", "map"]),
    "a method on the line after a block": (CODE, "class m::x {\n  [3].filter |$x| {\n    $x\n  }\n  .^\n}", ["each", "map"]),
    "a resource to require": (CODE, "class m::x {\n  package { 'a': }\n  file { 'b': require => Pa^ }\n}", ["Package['a']", "Package"]),
    "one of several resources": (
        CODE,
        "class m::x {\n  package { 'a': }\n  file { 'b': require => [Pa^] }\n}",
        ["Package['a']", "Package"],
    ),
    "the end of a chain": (CODE, "class m::x {\n  package { 'a': }\n  Class['m'] -> ^\n}", ["Package['a']"]),
    "an attribute in a query": (CODE, "class m::x {\n  M::D <| ^ |>\n}", ["first", "second", "tag", "title"]),
    "a second attribute in a query": (CODE, "class m::x {\n  M::D <| tag == 'a' and fi^ |>\n}", ["first"]),
    "an attribute for create_resources": (CODE, "class m::x {\n  create_resources(m::d, { 'a' => { ^ } })\n}", ["'first'", "'second'"]),
    "an attribute for ensure_resource": (CODE, "class m::x {\n  ensure_resource('m::d', 'a', { '^' })\n}", ["first", "second"]),
    "a key": (CODE, "class m::x {\n  lookup('^')\n}", ["m::p", "plain"]),
    "a strategy": (CODE, "class m::x {\n  lookup('a', Hash, '^')\n}", ["first", "unique", "hash", "deep"]),
    "a variable by its name": (CODE, "class m::x {\n  getvar('m::^')\n}", ["m::p", "m::q"]),
    "an argument of a task": (PLAN, "plan m::x() {\n  run_task('m::t', 'all', ^)\n}", ["'unit'", "'force'"]),
    "a variable of a template's caller": (ERB, "<%= scope['m::^'] %>", ["m::p", "m::q"]),
    "a fact in a template": (ERB, "<%= @facts['os']['na^'] %>", ["architecture"]),
    "a fact of a module in a template": (ERB, "<%= @facts['own^'] %>", ["own_fact"]),
    "a fact of a module in data": (DATA, 'a: "%{facts.own^}"\n', ["own_fact"]),
    "a fact in a path": (HIERA, 'version: 5\nhierarchy:\n  - name: x\n    path: "%{facts.os.^}"\n', ["architecture"]),
    "a key in an interpolation": (DATA, "a: \"%{lookup('^')}\"\n", ["a", "m::p", "plain"]),
    "an option": (PUPPETFILE, "mod 'a-m', g^\n", ["branch:"]),
    "an option in the older form": (PUPPETFILE, "mod 'a-n', :tag => '1'\nmod 'a-m',\n  ^\n", [":branch"]),
    "a variable in a class that is not closed": (CODE, "class m::x ($one) {\n  unless $o^", ["$one"]),
    "a variable in a block that is not closed": (CODE, "class m::x ($one) {\n  $one.each |$two| { notice($^", ["$two", "$one"]),
    "a fact for get": (CODE, "class m::x {\n  $a = $facts.get('os.arch^')\n}", ["os.architecture"]),
    "a name to see": (CODE, "# @see m::^\nclass m::x { }", ["m::a"]),
    "an element of a list": (DATA, "m::c::speeds:\n  - ^\n", ["fast", "slow"]),
    "a key of an element": (CODE, "class m::x (Array[M::Conf] $c) {\n  $c.each |$e| { notice($e['^']) }\n}", ["size", "unit"]),
    "one of the values in a list": (CODE, "class m::x (Enum['a', 'b'] $e) {\n  if $e in ['^'] { }\n}", ["a", "b"]),
    "a type": (TASK, '{"parameters": {"x": {"type": "^"}}}', ["Annotation", "Any"]),
}


@pytest.mark.parametrize("what", FIRST)
def test_it_is_offered_first(what: str, asking: Asking) -> None:
    path, text, expected = FIRST[what]
    assert asking.labels(path, text)[: len(expected)] == expected


def test_types_in_metadata_of_tasks_are_spelled_as_in_code(asking: Asking) -> None:
    found = asking.labels(TASK, '{"parameters": {"x": {"type": "^"}}}')
    assert {"CatalogEntry", "NotUndef", "M::Kind"} <= {*found}
    assert not {"Catalogentry", "Notundef"} & {*found}


def test_the_codes_of_findings_are_offered_in_a_suppression(asking: Asking) -> None:
    found = asking.at("completion", CODE, "class m::x {\n  $a = 1 # puppet-check: ignore[not-nu^\n}")["items"]
    item = next(each for each in found if each["label"] == "not-numeric")
    assert item["textEdit"]["range"]["start"]["character"] == len("  $a = 1 # puppet-check: ignore[")
    assert "syntax-error" not in {each["label"] for each in found}


def test_methods_of_elements_are_not_the_first_ones_of_a_text(asking: Asking) -> None:
    found = asking.labels("modules/m/templates/x.epp", "<%- | M::Kind $kind | -%>\n<%= $kind.^ %>\n")
    assert not {"each", "map", "filter"} & {*found[:20]}


def test_only_the_words_of_a_type_are_offered_in_a_list(asking: Asking) -> None:
    assert asking.labels(DATA, "m::c::speeds:\n  - ^\n") == ["fast", "slow"]


@pytest.mark.parametrize(
    ("path", "text"),
    [(CODE, "class m::x {\n  class { 'm::c': conf => { un^it => 'a' } }\n}"), (DATA, "m::c::conf:\n  un^it: a\n")],
)
def test_the_key_of_a_struct_is_described(path: str, text: str, asking: Asking) -> None:
    found = asking.at("hover", path, text)["contents"]["value"]
    assert "'unit' => String" in found
    assert "Optional. Key of `m::conf`." in found


def test_a_type_in_the_signature_of_a_function_in_ruby_leads_to_its_definition(asking: Asking) -> None:
    path = "modules/m/lib/puppet/functions/m/g.rb"
    text = "Puppet::Functions.create_function(:'m::g') do\n  dispatch :g do\n    param 'Array[M::K^ind]', :a\n  end\nend\n"
    assert [each["uri"] for each in asking.at("definition", path, text)] == [(asking.folder / "modules/m/types/kind.pp").as_uri()]


def test_the_active_parameter_is_that_of_each_signature(asking: Asking) -> None:
    found = asking.at("signatureHelp", CODE, "class m::x {\n  m::f(1, ^)\n}")
    (signature,) = found["signatures"]
    assert signature["label"] == "m::f(Integer $x, Integer $y = 2) >> Integer"
    assert found["activeParameter"] == signature["activeParameter"] == 1


def test_a_function_is_described_with_its_parameters(asking: Asking) -> None:
    text = asking.at("hover", CODE, "class m::x {\n  $a = m::^f(1)\n}")["contents"]["value"]
    assert "m::f(Integer $x, Integer $y = 2) >> Integer" in text
    assert "- `$x`: A number." in text
    assert "Returns: The sum." in text


COMPUTED = {
    "a class": ('include "${module_name}::^a"', "modules/m/manifests/a.pp"),
    "a define": ('create_resources("${module_name}::^d", {})', "modules/m/manifests/d.pp"),
    "a parameter": ('getvar("${module_name}::^p")', "modules/m/manifests/init.pp"),
    "a template": ('epp("${module_name}/^t.epp")', "modules/m/templates/t.epp"),
    "a template without extension": ("epp('m/^t')", "modules/m/templates/t.epp"),
    "a file": ('file { "/a": source => "puppet:///modules/${module_name}/^f" }', "modules/m/files/f"),
}


@pytest.mark.parametrize("what", COMPUTED)
def test_a_name_that_is_computed_leads_to_its_definition(what: str, asking: Asking) -> None:
    code, path = COMPUTED[what]
    assert [each["uri"] for each in asking.at("definition", CODE, f"class m::x {{ {code} }}")] == [(asking.folder / path).as_uri()]


@pytest.mark.parametrize("code", ['include "${x}::^a"', 'notice("${module_name}::^a")', 'notify { "${module_name}::^a": }'])
def test_a_text_that_may_be_something_else_leads_nowhere(code: str, asking: Asking) -> None:
    assert not asking.at("definition", CODE, f"class m::x($x) {{ {code} }}")


def test_a_computed_name_is_described_linked_and_not_replaced(asking: Asking) -> None:
    code = 'class m::x { include "${module_name}::^a" }'
    text = asking.at("hover", CODE, code)["contents"]["value"]
    assert "Inner class." in text
    assert "`m::a`" in text
    with pytest.raises(Exception, match="the name is computed here"):
        asking.at("prepareRename", CODE, code)


def test_the_name_in_a_param_tag_is_the_parameter(asking: Asking) -> None:
    path, text = "modules/m/manifests/init.pp", FILES["modules/m/manifests/init.pp"].replace("@param p", "@param ^p")
    (place,) = asking.at("definition", path, text)
    assert place["range"]["start"] == {"line": 2, "character": 18}
    assert "The number." in asking.at("hover", path, text)["contents"]["value"]
    changes = asking.at("rename", path, text, newName="number")["changes"]
    assert sorted(uri.rpartition("/")[2] for uri in changes) == ["common.yaml", "init.pp", "t.erb"]
    assert not asking.at("definition", path, text.replace("@param ^p The", "@param p ^The"))


def test_facts_and_tasks_are_symbols_of_the_workspace(asking: Asking) -> None:
    for query, path in (("own_fact", "modules/m/lib/facter/own.rb"), ("m::t", "modules/m/tasks/t.sh")):
        found = asking.client.ask("workspace/symbol", {"query": query})
        assert found[0]["name"] == query
        assert found[0]["location"]["uri"] == (asking.folder / path).as_uri()


def test_a_template_that_reads_a_variable_by_its_qualified_name_refers_to_it(asking: Asking) -> None:
    folder = asking.folder / "modules/m"
    text = "<%= scope['m::^q'] %>\n"
    found = asking.at("references", "modules/m/templates/y.erb", text, context={"includeDeclaration": True})
    assert sorted(each["uri"] for each in found) == [(folder / each).as_uri() for each in ("manifests/init.pp", "templates/y.erb")]


def outline(asking: Asking, text: str) -> list[str]:
    path = asking.folder / CODE
    asking.client.open(path, text)
    try:
        found = asking.client.ask("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
    finally:
        asking.client.close(path)
    waiting, names = [*found], []
    while waiting:
        each = waiting.pop()
        names.append(each["name"])
        waiting += each.get("children") or []
    return names


def test_the_keys_of_a_struct_are_in_the_outline(asking: Asking) -> None:
    assert {"M::Conf", "port", "mode"} <= {*outline(asking, "type M::Conf = Struct[{ port => Integer, Optional['mode'] => String }]\n")}


def test_a_resource_after_an_unfinished_one_has_its_own_name_in_the_outline(asking: Asking) -> None:
    names = outline(asking, "class m::x {\n  file { '/x': ensure =>\n  service { 'b': }\n}\n")
    assert "Service['b']" in names
    assert not [each for each in names if "{" in each]


def test_an_assigned_variable_is_a_declaration(asking: Asking) -> None:
    path = asking.folder / CODE
    text = "class m::x {\n  $a = $b\n  if $a == 1 { }\n}\n"
    asking.client.open(path, text)
    data = asking.client.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": path.as_uri()}})["data"]
    asking.client.close(path)
    found = [(kind, modifiers) for length, kind, modifiers in zip(data[2::5], data[3::5], data[4::5], strict=True) if length == 2]
    # The name of the keyword `if` is as long as those of the variables.
    assert [modifiers for kind, modifiers in found if kind == found[0][0]] == [1, 0, 0]


def test_a_second_assignment_leads_to_the_first(asking: Asking) -> None:
    path = asking.folder / "modules/m/manifests/twice.pp"
    since = len(asking.client.came)
    asking.client.open(path, "class m::twice ($p) {\n  [1].each |$i| { $a = $i }\n  $a = 1\n  $a = 2\n  $p = 3\n}\n")
    found = asking.client.published(path, since=since)[1]
    asking.client.close(path)
    several = [each for each in found if each["code"] == "illegal-reassignment"]
    assert [each["relatedInformation"][0]["location"]["range"]["start"]["line"] for each in several] == [2, 0]
