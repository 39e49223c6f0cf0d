"""`puppet-eval --catalog` compiles the catalogs of nodes from what a project defines, and marks what is not known."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import CHECKOUT, Answer, run, write

RECORDED = CHECKOUT / "tests" / "data" / "catalogs"
FACTS = RECORDED / "debian12.json"
KINDS = [json.loads(line) for line in (RECORDED / "kinds.jsonl").read_text(encoding="utf-8").splitlines()]
STDLIB = {
    f"modules/stdlib/lib/puppet/parser/functions/{name}.rb": f"Puppet::Parser::Functions.newfunction(:{name}) do |vals| end\n"
    for name in ("ensure_packages", "ensure_resource")
}
"""The files by which a module is known to have these functions."""
Data = dict[str, Any]


def catalog(folder: Path, *arguments: str | Path) -> Data:
    """The catalog that the command prints for a folder."""
    answer = run("puppet-eval", "--catalog", "--json", "--facts", FACTS, *arguments, cwd=folder)
    assert answer.code == 0, answer
    found: Data = json.loads(answer.out)
    return found


def resources(found: Data) -> dict[str, Data]:
    return {f"{each['type']}[{each['title']}]": each for each in found["resources"]}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["id"])
def test_a_catalog_is_that_of_the_reference_or_marks_what_is_not_certain(kind: Data, tmp_path: Path) -> None:
    write(tmp_path, (STDLIB if kind["needs_stdlib"] else {}) | kind["files"])
    found = catalog(tmp_path, "--node", "node1.example.com")
    wanted, given = resources(kind["catalog"]), resources(found)
    given.pop("Stage[main]")
    assert [*differences(wanted, given, is_partial=found["partial"])] == []
    if wanted == given:
        assert found["classes"] == kind["catalog"]["classes"]
        edges = {(each["source"], each["target"], each["type"]) for each in found["relationships"]}
        assert edges == set(map(tuple, kind["catalog"]["edges"]))


def differences(wanted: dict[str, Data], given: dict[str, Data], *, is_partial: bool) -> Iterator[str]:
    """What differs and is not marked."""
    for name in wanted.keys() | given.keys():
        own = given.get(name)
        if own is None:
            yield from () if is_partial else [f"{name} is missing"]
        elif name not in wanted:
            yield from () if own.get("possible") else [f"{name} does not exist"]
        elif not own.get("possible") and not own.get("open"):
            parameters = wanted[name]["parameters"]
            for key in parameters.keys() | own["parameters"].keys():
                value, expected = own["parameters"].get(key), parameters.get(key)
                is_unknown = isinstance(value, dict) and value.get("__ptype") == "Unknown"
                if not is_unknown and value != (expected["__ref"] if isinstance(expected, dict) and "__ref" in expected else expected):
                    yield f"{name} {key}: {value}, not {expected}"


def test_the_kinds_that_need_no_ruby_are_identical(tmp_path: Path) -> None:
    for kind in KINDS:
        if any(path.endswith(".rb") for path in kind["files"]):
            continue
        folder = tmp_path / kind["id"]
        write(folder, (STDLIB if kind["needs_stdlib"] else {}) | kind["files"])
        found = catalog(folder, "--node", "node1.example.com")
        assert resources(kind["catalog"]).keys() == resources(found).keys() - {"Stage[main]"}, kind["id"]
        assert not found["partial"], kind["id"]


MODULE = {
    "modules/m/manifests/init.pp": "class m (Integer $port, $where = $trusted['extensions']['role']) { m::d { $where: port => $port } }",
    "modules/m/manifests/d.pp": 'define m::d ($port) { notify { "${title} ${port} ${settings::storeconfigs} ${environment}": } }',
    "environment.conf": "modulepath = modules\n",
    "hiera.yaml": (
        "version: 5\nhierarchy:\n"
        '  - {name: node, path: "%{trusted.certname}.yaml"}\n'
        '  - {name: mapped, mapped_paths: [roles, role, "%{role}.yaml"]}\n'
        "  - {name: glob, glob: 'common/*.yaml'}\n"
    ),
    "data/a.example.com.yaml": "m::port: 1\n",
    "data/web.yaml": "m::port: 2\n",
    "data/common/x.yaml": "m::port: 3\nlist: [c]\nlookup_options: {list: {merge: unique}}\n",
    "data/common/y.yaml": "list: [d, c]\n",
}


def test_options_give_the_node_its_classes_and_what_the_server_knows(tmp_path: Path) -> None:
    write(tmp_path, MODULE | {"trusted.json": '{"extensions": {"role": "db"}}'})
    arguments = ("--class", "m", "--trusted", "trusted.json", "--setting", "storeconfigs=true", "--setting", "environment=test")
    found = catalog(tmp_path, "--node", "a.example.com", *arguments)
    assert "Notify[db 1 true test]" in resources(found)
    assert (found["name"], found["environment"]) == ("a.example.com", "test")
    assert found["classes"] == ["settings", "m"]


def test_a_hierarchy_is_that_of_the_node(tmp_path: Path) -> None:
    write(tmp_path, MODULE | {"manifests/site.pp": "$roles = ['db', 'web']\nclass { 'm': where => 'x' } notice(lookup('list'))"})
    assert "Notify[x 2 false production]" in resources(catalog(tmp_path, "--node", "b"))
    assert catalog(tmp_path, "--node", "b")["log"] == [["notice", "[c, d]"]]


FORMS = {
    "facter.json": {"networking": {"fqdn": "a"}, "x": 1},
    "shown.json": {"name": "a", "values": {"x": 1}},
    "facts.json": [{"certname": "a", "name": "x", "value": 1}],
    "factsets.json": [{"certname": "a", "facts": {"data": [{"name": "x", "value": 1}]}}],
    "inventory.json": [{"certname": "a", "facts": {"x": 1}, "trusted": {"extensions": {}}}],
}


@pytest.mark.parametrize("name", FORMS)
def test_facts_have_the_forms_of_facter_and_puppetdb(name: str, tmp_path: Path) -> None:
    write(tmp_path, {name: json.dumps(FORMS[name])})
    answer = run("puppet-eval", "--catalog", "--facts", name, "-e", 'notify { "${x} ${trusted[certname]}": }', cwd=tmp_path)
    assert answer == Answer(0, "Notify[1 a]\n", "")


@pytest.mark.parametrize(
    ("fact", "message"),
    {
        "title": "Cannot reassign variable '$title'",
        "name": "Cannot reassign variable '$name'",
        "module_name": "Cannot reassign variable '$module_name'",
        "facts": "Attempt to assign to a reserved variable name: 'facts'",
        "server_facts": "Attempt to assign to a reserved variable name: 'server_facts'",
        "12": "Cannot assign to a numeric match result variable '$12'",
    }.items(),
)
def test_a_fact_whose_name_no_variable_can_have_is_refused_as_by_a_server(fact: str, message: str, tmp_path: Path) -> None:
    write(tmp_path, {"f.json": json.dumps({"clientcert": "a", fact: 1}), "manifests/site.pp": "notify { 'x': }\n"})
    assert run("puppet-eval", "--catalog", "--facts", "f.json", cwd=tmp_path) == Answer(1, "", f"a: error: {message}\n")


def test_facts_may_have_names_of_variables_that_a_server_sets_itself(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"f.json": json.dumps({"clientcert": "a", "environment": "x", "servername": "y", "a.b": 1, "x y": 2, "caller_module_name": 3})},
    )
    assert (
        run("puppet-eval", "--catalog", "--facts", "f.json", "-e", "notify { $environment: }", cwd=tmp_path).out == "Notify[production]\n"
    )


def test_a_folder_of_facts_gives_a_catalog_for_each_node(tmp_path: Path) -> None:
    write(
        tmp_path, {"facts/a.json": '{"x": 1}', "facts/b.yaml": "x: 2\n", "facts/readme.txt": "", "manifests/site.pp": 'notify { "${x}": }'}
    )
    assert run("puppet-eval", "--catalog", "--facts", "facts", cwd=tmp_path).out == "# a\nNotify[1]\n# b\nNotify[2]\n"
    lines = run("puppet-eval", "--catalog", "--json", "--facts", "facts", cwd=tmp_path).out.splitlines()
    assert [json.loads(each)["name"] for each in lines] == ["a", "b"]


def test_exit_codes(tmp_path: Path) -> None:
    write(tmp_path, {"manifests/site.pp": "notify { 'a': }\nnotify { 'a': }\n", "f.json": "{}"})
    answer = run("puppet-eval", "--catalog", "--facts", "f.json", cwd=tmp_path)
    assert (answer.code, "manifests/site.pp:2" in answer.err, "Duplicate declaration" in answer.err) == (1, True, True)
    assert run("puppet-eval", "--catalog", "--facts", "missing.json", cwd=tmp_path).code == 2
    assert run("puppet-eval", "--catalog", "--setting", "x", "-e", "1", cwd=tmp_path).code == 2
    assert run("puppet-eval", "--node", "x", "-e", "1", cwd=tmp_path).code == 2


def test_of_the_folders_of_modules_one_has_to_exist(tmp_path: Path) -> None:
    write(tmp_path, {"other/m/manifests/init.pp": "class m { notify { 'n': } }\n"})
    assert "Notify[n]" in resources(catalog(tmp_path, "--class", "m", "--modulepath", "absent:other"))
    answer = run("puppet-eval", "--catalog", "--facts", FACTS, "--modulepath", "absent", cwd=tmp_path)
    assert (answer.code, answer.err) == (2, "puppet-eval: error: --modulepath absent: no such folder\n")


def test_what_is_unknown_is_explained(tmp_path: Path) -> None:
    write(tmp_path, {"manifests/site.pp": "notify { 'a': message => $facts['x'] } notify { 'b':message => \"${generate('/bin/date')}\" }"})
    lines = run("puppet-eval", "--catalog", "--explain-unknown", cwd=tmp_path).out.splitlines()
    assert lines[lines.index("unknown values by cause:") + 1 :] == ["     1  variable facts", "     1  function generate"]
    known = run("puppet-eval", "--catalog", "--explain-unknown", "-e", "notify { 'a': }", cwd=tmp_path).out
    assert known == "Notify[a]\nnothing is unknown\n"


def test_possible_effects_are_marked(tmp_path: Path) -> None:
    code = """
        @notify { 'virtual': }
        notify { 'known': }
        notify { 'other': }
        notify { 'third': }
        define d { if $facts['x'] { return() } notify { 'after': } }
        if $facts['x'] { realize(Notify['virtual']) Notify['known'] { message => 'y' } Notify['other'] -> Notify['third'] }
        d { 'd': }
        $facts['list'].each |$each| { notify { "each ${each}": } }
    """
    found = json.loads(run("puppet-eval", "--catalog", "--json", "-e", code, cwd=tmp_path).out)
    given = resources(found)
    assert given["Notify[virtual]"]["possible"] and given["Notify[after]"]["possible"] and found["partial"]
    assert given["Notify[known]"]["parameters"]["message"]["__ptype"] == "Unknown"
    assert given["Notify[other]"]["parameters"]["before"]["__ptype"] == "Unknown"


def test_unknown_titles_make_nothing_of_other_types_unknown(tmp_path: Path) -> None:
    code = """
        define d { file { '/of_d': } }
        augeas { $facts['x']: }
        $facts['y'] -> Class['main']
        notify { "${defined(File['/a'])} ${defined(D['a'])}": }
        notify { 'same type': message => defined(Augeas['a']) }
        unless defined(File['/a']) { file { '/a': } }
        d { $facts['x']: }
        notify { 'defined': message => defined(File['/b']) }
    """
    found = json.loads(run("puppet-eval", "--catalog", "--json", "-e", code, cwd=tmp_path).out)
    given = resources(found)
    assert found["partial"] and "possible" not in given["Notify[false false]"] and "possible" not in given["File[/a]"]
    assert [given[f"Notify[{each}]"]["parameters"]["message"]["__ptype"] for each in ("same type", "defined")] == ["Unknown", "Unknown"]


def test_templates_with_unknown_parts_are_unknown(tmp_path: Path) -> None:
    code = """
        notify { 'a': message => inline_epp('a<% if $facts[x] { %>b<% } %>c') }
        notify { 'b': message => inline_epp('<% [1].each |$x| { %><%= $x %><% } %>') }
    """
    given = resources(json.loads(run("puppet-eval", "--catalog", "--json", "-e", code, cwd=tmp_path).out))
    assert given["Notify[a]"]["parameters"]["message"]["__ptype"] == "Unknown"
    assert given["Notify[b]"]["parameters"]["message"] == "1"


def test_jobs_are_answered_line_by_line(tmp_path: Path) -> None:
    write(tmp_path, MODULE)
    jobs = [
        {"id": 1, "classes": ["m"], "node": "a.example.com", "facts": {}, "trusted": {"extensions": {"role": "x"}}},
        {"id": 2, "code": "notify { 'a': } fail('no')"},
    ]
    answer = run("puppet-eval", "--catalog", "--batch", cwd=tmp_path, stdin="".join(json.dumps(each) + "\n" for each in jobs))
    first, second = map(json.loads, answer.out.splitlines())
    assert "Notify[x 1 false production]" in resources(first)
    assert (second["id"], second["error"]["message"]) == (2, "Evaluation Error: Error while evaluating a Function Call, no")


@pytest.mark.parametrize(
    "above, below, options, merged",
    [
        ("{a: 1, l: [1]}", "{b: 2, l: [2, 1]}", "deep", {"b": 2, "l": [2, 1], "a": 1}),
        ("{l: [{a: 1}]}", "{l: [{b: 2}]}", "{strategy: deep, merge_hash_arrays: true}", {"l": [{"b": 2, "a": 1}]}),
        ("[b]", "[c, a]", "{strategy: deep, sort_merged_arrays: true}", ["a", "b", "c"]),
        ("[b]", "[c, b]", "unique", ["b", "c"]),
        ("{a: {x: 1}}", "{a: {y: 2}, b: 1}", "hash", {"a": {"x": 1}, "b": 1}),
    ],
)
def test_values_are_merged(above: str, below: str, options: str, merged: object, tmp_path: Path) -> None:
    files = {
        "environment.conf": "",
        "hiera.yaml": "version: 5\nhierarchy:\n  - {name: all, paths: [a.yaml, b.yaml]}\n",
        "data/a.yaml": f"k: {above}\nlookup_options: {{k: {{merge: {options}}}}}\n",
        "data/b.yaml": f"k: {below}\n",
    }
    write(tmp_path, files)
    found = catalog(tmp_path, "-e", "file { '/a': content => { v => lookup('k') } }")
    assert resources(found)["File[/a]"]["parameters"]["content"] == {"v": merged}


def test_data_files_of_modules_are_loaded(tmp_path: Path) -> None:
    loader = "Puppet::Parser::Functions.newfunction(:loadyaml, type: :rvalue) do |args| end\n"
    code = "$path = module_directory('m') notify { loadyaml(\"${path}/data.yaml\")['a'][0]: } notify { loadyaml(\"${path}/no\", 'none'): }"
    files = {"modules/m/manifests/init.pp": "class m {}", "modules/m/data.yaml": "a: [x]\n", "environment.conf": ""}
    write(tmp_path, files | {"modules/stdlib/lib/puppet/parser/functions/loadyaml.rb": loader})
    assert {"Notify[x]", "Notify[none]"} <= resources(catalog(tmp_path, "-e", code)).keys()
    outside = catalog(tmp_path, "-e", "file { '/a': content => loadyaml('/etc/hostname') }")
    assert resources(outside)["File[/a]"]["parameters"]["content"]["__ptype"] == "Unknown"


def test_data_files_of_the_repository_are_loaded(tmp_path: Path) -> None:
    loader = "Puppet::Parser::Functions.newfunction(:loadyaml, type: :rvalue) do |args| end\n"
    files = {
        "environment.conf": "",
        "data/nodes.yaml": "a: [x]\n",
        "modules/m/manifests/init.pp": "class m { notify { loadyaml(\"${module_directory('m')}/../../data/nodes.yaml\")['a'][0]: } }\n",
        "modules/stdlib/lib/puppet/parser/functions/loadyaml.rb": loader,
    }
    write(tmp_path, files)
    assert "Notify[x]" in resources(catalog(tmp_path, "-e", "include m"))
    given = run("puppet-eval", "--catalog", "--json", "--modulepath", "modules", "-e", "include m", cwd=tmp_path)
    assert "Notify[x]" in resources(json.loads(given.out))


PACKAGES = """\
module Puppet::Parser::Functions
  newfunction(:ensure_packages, type: :statement) do |arguments|
    defaults = { 'ensure' => 'present' }.merge(arguments[1] || {})
    defaults['ensure'] = 'present' if defaults['ensure'] == 'installed'
    Puppet::Parser::Functions.function(:ensure_resource)
    Array(arguments[0]).each do |name|
      function_ensure_resource(['package', name, defaults]) unless findresource("Package[#{name}]")
    end
  end
end
"""
"""What releases of stdlib before 8.3 do."""


def test_packages_are_ensured_as_by_the_release_of_stdlib_that_is_there(tmp_path: Path) -> None:
    stubs = "Puppet::Parser::Functions.newfunction(:%s, type: :statement) do |args| end\n"
    functions = "modules/stdlib/lib/puppet/parser/functions"
    files = {f"{functions}/{name}.rb": stubs % name for name in ("ensure_resource", "defined_with_params")}
    write(tmp_path, {"environment.conf": "", **files, f"{functions}/ensure_packages.rb": PACKAGES})
    code = """
      package { 'old': ensure => '1.0' }
      ensure_packages(['a', 'old'])
      ensure_packages(['b'], { 'ensure' => 'installed' })
      ensure_packages(['a'], { 'ensure' => 'latest' })
    """
    found = resources(catalog(tmp_path, "-e", code))
    ensured = {name: found[f"Package[{name}]"]["parameters"]["ensure"] for name in ("a", "b", "old")}
    assert ensured == {"a": "present", "b": "present", "old": "1.0"}


DEPRECATED = """
Puppet::Functions.create_function(:ensure_packages) do
  dispatch :old do
    repeated_param 'Any', :args
  end
  def old(*args)
    call_function('deprecation', 'ensure_packages', 'use the other one'%s)
    call_function('stdlib::ensure_packages', *args)
  end
end
"""
DEPRECATION = """
Puppet::Functions.create_function(:deprecation) do
  def deprecation(key, message, strict = true)
    raise("deprecation. #{key}. #{message}") if strict && Puppet.settings[:strict] == :error
  end
end
"""


def test_a_deprecated_function_for_packages_is_refused_where_that_is_an_error(tmp_path: Path) -> None:
    functions = "modules/stdlib/lib/puppet/functions"
    write(
        tmp_path, {"environment.conf": "", f"{functions}/deprecation.rb": DEPRECATION, f"{functions}/ensure_packages.rb": DEPRECATED % ""}
    )
    run_it = ("puppet-eval", "--catalog", "-e", "ensure_packages('a')")
    assert "deprecation. ensure_packages. use the other one" in run(*run_it, cwd=tmp_path).err
    write(tmp_path, {f"{functions}/ensure_packages.rb": DEPRECATED % ", false"})
    assert "Package[a]" in run(*run_it, cwd=tmp_path).out


def test_collectors_find_defines_by_names_of_the_top_scope(tmp_path: Path) -> None:
    write(tmp_path, {"environment.conf": "", "modules/m/manifests/d.pp": "define m::d ($x = 1) { }\n"})
    found = resources(catalog(tmp_path, "-e", "@m::d { 'a': }\n::M::D <| |> { x => 2 }"))
    assert found["M::D[a]"]["parameters"] == {"x": 2}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("::notify { 'a': }", "Unknown resource type: '::notify'"),
        ("::Notify <| |>", "Resource type ::notify doesn't exist"),
        ("::own { 'a': }", "Unknown resource type: '::own'"),
        ("create_resources('::notify', { 'a' => {} })", "Unknown resource type: '::notify'"),
    ],
)
def test_resource_types_have_no_names_of_the_top_scope(tmp_path: Path, code: str, expected: str) -> None:
    # A module that is missing cannot have them either.
    metadata = '{"name": "x-m", "version": "1.0.0", "dependencies": [{"name": "x/missing", "version_requirement": ">= 1.0.0"}]}'
    own = "Puppet::Type.newtype(:own) do\n  newparam(:name, namevar: true)\nend\n"
    write(tmp_path, {"environment.conf": "", "modules/m/metadata.json": metadata, "modules/m/lib/puppet/type/own.rb": own})
    assert expected in run("puppet-eval", "--catalog", "-e", code, cwd=tmp_path).err


@pytest.mark.parametrize(
    "code", ["case 'b' { Linux: { } default: { } }", "$x = 'b' ? { Linux => 1, default => 2 }", "notice('b' == Linux)"]
)
def test_a_bare_word_that_is_compared_with_a_text_is_no_type_of_a_missing_module(tmp_path: Path, code: str) -> None:
    metadata = '{"name": "x-m", "version": "1.0.0", "dependencies": [{"name": "x/missing", "version_requirement": ">= 1.0.0"}]}'
    write(tmp_path, {"environment.conf": "", "modules/m/metadata.json": metadata})
    assert "Resource type not found: Linux" in run("puppet-eval", "--catalog", "-e", code, cwd=tmp_path).err
    of_types = catalog(tmp_path, "-e", "$x = Notify ? { Unix => 'a', default => 'b' } notify { 'c': message => $x }")
    assert resources(of_types)["Notify[c]"]["parameters"]["message"]["__ptype"] == "Unknown"


@pytest.mark.parametrize("name", ["::Notify[b]", "Notify[b]", "No[b]"])
def test_the_text_of_a_reference_names_no_type_of_a_missing_module(tmp_path: Path, name: str) -> None:
    metadata = '{"name": "x-m", "version": "1.0.0", "dependencies": [{"name": "x/missing", "version_requirement": ">= 1.0.0"}]}'
    write(tmp_path, {"environment.conf": "", "modules/m/metadata.json": metadata})
    found = resources(catalog(tmp_path, "-e", f"$x = defined('{name}') notify {{ 'b': message => \"${{x}}\" }}"))
    assert found["Notify[b]"]["parameters"]["message"] == "false"


def test_a_file_may_define_several_functions_that_call_each_other(tmp_path: Path) -> None:
    text = """\
module Puppet::Parser::Functions
  newfunction(:quoted, type: :rvalue) do |args|
    "'#{args[0]}'"
  end
  newfunction(:flags, type: :rvalue) do |args|
    args[0].map { |key, value| "--#{key} " + call_function('quoted', [value]) + function_quoted(['x']) }.join(' ')
  end
end
"""
    write(tmp_path, {"environment.conf": "", "modules/m/lib/puppet/parser/functions/flags.rb": text})
    found = catalog(tmp_path, "-e", "notify { flags({ a => 'b' }): }")
    assert "Notify[--a 'b''x']" in resources(found)


OLD = """\
module Puppet::Parser::Functions
  newfunction(:checked, type: :rvalue) do |arguments|
    raise Puppet::ParseError, "checked(): #{arguments[0]} is long" if arguments[0].size > 3
    "old #{arguments[0]}"
  end
end
"""
NEW = """\
Puppet::Functions.create_function(:checked) do
  dispatch :warned do
    param 'Any', :scope
    repeated_param 'Any', :args
  end
  def call(scope, *args)
    self.class.dispatcher.dispatch(self, scope, [scope] + args)
  end
  def warned(scope, *args)
    %s
  end
end
"""


@pytest.mark.parametrize("call", ["scope.send('function_checked', args)", "scope.function_checked(args)"])
def test_a_function_calls_the_legacy_one_of_its_own_name(call: str, tmp_path: Path) -> None:
    lib = "modules/m/lib/puppet"
    write(tmp_path, {"environment.conf": "", f"{lib}/parser/functions/checked.rb": OLD, f"{lib}/functions/checked.rb": NEW % call})
    found = catalog(tmp_path, "-e", "notify { [checked('a'), checked('b')]: }")
    assert ({"Notify[old a]", "Notify[old b]"} <= resources(found).keys(), found["partial"]) == (True, False)
    answer = run("puppet-eval", "--catalog", "--facts", FACTS, "-e", "checked('long')", cwd=tmp_path)
    assert answer.code == 1 and "checked(): long is long" in answer.err


def test_functions_ask_for_functions_resources_defaults_and_data_in_yaml(tmp_path: Path) -> None:
    body = """\
Puppet::Functions.create_function(:'m::asks', Puppet::Functions::InternalFunction) do
  dispatch :asks do
    scope_param
    param 'String', :text
  end
  def asks(scope, text)
    loader = scope.compiler.loaders.private_environment_loader
    type, title = Puppet::Resource.type_and_title('file[/b]', nil)
    known = [loader.load(:function, 'm::asks').nil?, loader.load(:function, 'm::none').nil?]
    known + [scope.findresource(type, title).nil?, scope.lookupdefaults('File').has_key?(:mode), YAML.load(text)]
  end
end
"""
    files = {"environment.conf": "", "modules/m/lib/puppet/functions/m/asks.rb": body, "modules/m/manifests/init.pp": "class m {}"}
    write(tmp_path, files)
    found = catalog(tmp_path, "-e", "File { mode => '0644' } file { '/a': content => m::asks(\"a: [1, x]\") }")
    assert resources(found)["File[/a]"]["parameters"]["content"] == [False, True, True, True, {"a": [1, "x"]}]
    unusual = catalog(tmp_path, "-e", "file { '/a': content => m::asks('a: 2026-01-01') }")
    assert resources(unusual)["File[/a]"]["parameters"]["content"]["__ptype"] == "Unknown"


def test_functions_read_files_of_modules_wherever_these_are(tmp_path: Path) -> None:
    body = """\
Puppet::Functions.create_function(:'m::secret') do
  def secret(name)
    path = Puppet::Parser::Files.find_file(File.join(Puppet::Module.find('private').path, 'secrets', name))
    return 'no secret' unless path && Puppet::FileSystem.exist?(path)
    Puppet::FileSystem.read_preserve_line_endings(path) + File.read(path)
  end
end
"""
    write(tmp_path, {"env/environment.conf": "", "env/modules/m/lib/puppet/functions/m/secret.rb": body})
    write(tmp_path, {"private/private/secrets/a": "x\r\n", "private/private/manifests/init.pp": "class private {}"})
    code = "file { '/a': content => m::secret('a') } file { '/b': content => m::secret('b') }"
    found = catalog(tmp_path / "env", "-e", code, "--modulepath", f"modules{os.pathsep}../private")
    assert [resources(found)[f"File[/{each}]"]["parameters"]["content"] for each in "ab"] == ["x\r\nx\r\n", "no secret"]


RESOURCES = """\
Puppet::Functions.create_function(:'m::resources', Puppet::Functions::InternalFunction) do
  dispatch :resources do
    scope_param
  end
  def resources(scope)
    own = scope.resource
    file = scope.catalog.resource('File', '/a')
    [
      own.to_hash.map { |key, value| "#{key.inspect} #{value}" }, own.type, own.title, own.ref, own[:one], own['four'],
      [scope.source.name, scope.source.type.to_s, scope.source.module_name, scope.compiler.node.name],
      [file[:mode], file.to_s, scope.findresource('File[/a]').nil?, scope.findresource('File[/none]').nil?],
      scope.compiler.catalog.resource('Class[m]').title,
    ]
  end
end
"""


def test_functions_see_resources_and_the_node(tmp_path: Path) -> None:
    manifest = "class m ($one = 1, $two = undef, $three = [1]) { file { '/a': mode => '0644' } m::d { 'x': four => 'z' } }"
    define = "define m::d ($one = 1, $four = undef, $five = undef) { file { '/b': content => m::resources() } }"
    write(tmp_path, {"environment.conf": "", "modules/m/lib/puppet/functions/m/resources.rb": RESOURCES})
    write(tmp_path, {"modules/m/manifests/init.pp": manifest, "modules/m/manifests/d.pp": define})
    found = resources(catalog(tmp_path, "--node", "one.example.com", "-e", "include m"))["File[/b]"]["parameters"]["content"]
    assert found == [
        *([":name x", ":four z", ":one 1"], "M::D", "x", "M::D[x]", 1, "z"),
        ["m::d", "definition", "m", "one.example.com"],
        ["0644", "File[/a]", False, True],
        "M",
    ]


def test_the_global_scope_sees_no_variables_of_the_caller(tmp_path: Path) -> None:
    body = """\
Puppet::Functions.create_function(:'m::scopes', Puppet::Functions::InternalFunction) do
  dispatch :scopes do
    scope_param
  end
  def scopes(scope)
    local = begin
      closure_scope.lookupvar('local')
    rescue ArgumentError
      'none'
    end
    [local, closure_scope['above'], closure_scope.include?('local'), scope['local'], scope.find_global_scope['above']]
  end
end
"""
    write(tmp_path, {"environment.conf": "", "modules/m/lib/puppet/functions/m/scopes.rb": body})
    write(tmp_path, {"modules/m/manifests/init.pp": "class m { $local = 1 file { '/a': content => m::scopes() } }"})
    found = catalog(tmp_path, "-e", "$above = 2 include m")
    assert resources(found)["File[/a]"]["parameters"]["content"] == ["none", 2, False, 1, 2]


def test_the_data_of_a_module_by_itself_are_found(tmp_path: Path) -> None:
    hierarchy = "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n"
    write(tmp_path, {"metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": []}', "hiera.yaml": hierarchy})
    write(tmp_path, {"data/common.yaml": "m::port: 5\n", "manifests/init.pp": "class m (Integer $port) { }\n"})
    assert run("puppet-eval", "--catalog", "-e", "include m", cwd=tmp_path).out == "Class[M]\n  port => 5\n"
