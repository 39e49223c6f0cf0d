"""Statements that several nodes have in common are evaluated once, and each node has the catalog that it has alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puppet_check import deadline
from puppet_check.cli.diff.command import diff
from puppet_check.reports import forks
from puppet_typesys.evaluate import repeated_statements
from tests.cli.command import Answer, run, write

NODES = {
    "a": {"role": "web", "number": 1, "os": {"family": "Debian", "name": "Ubuntu"}},
    "b": {"role": "web", "number": 2, "os": {"family": "Debian", "name": "Debian"}},
    "c": {"role": "db", "number": 1, "os": {"family": "RedHat", "name": "CentOS"}, "extra": {"x": "1"}},
    "d": {"role": "web", "number": 1, "os": {"family": "Debian", "name": "Ubuntu"}},
    "e": {"role": "db", "number": 2, "os": {"family": "RedHat", "name": "CentOS"}},
    "f": {"role": "web", "number": 1, "os": "none"},
}
HIERA = """\
version: 5
hierarchy:
  - {name: role, path: 'role/%{facts.role}.yaml'}
  - {name: common, path: common.yaml}
"""
FILES = {
    "environment.conf": "modulepath = site\n",
    "hiera.yaml": HIERA,
    "manifests/site.pp": "include m\nnotify { $trusted['certname']: }\n",
    "site/n/manifests/init.pp": "class n ($p = $facts['role']) { $v = \"${p}-${facts['number']}\" }\n",
    "site/m/manifests/init.pp": "class m {}\n",
    "site/m/manifests/d.pp": 'define m::d ($v = $facts["number"]) { notify { "${title} ${v} ${caller_module_name}": } }\n',
    "site/m/lib/puppet/functions/m/twice.rb": "Puppet::Functions.create_function(:'m::twice') do\n  def twice(x)\n    x + x\n  end\nend\n",
    "site/m/lib/puppet/functions/m/role.rb": (
        "Puppet::Functions.create_function(:'m::role') do\n  def role(x)\n    closure_scope['facts']['role'] + x\n  end\nend\n"
    ),
    "site/m/functions/named.pp": "function m::named($x) { \"${x} ${facts['number']}\" }\n",
    "site/m/templates/t.epp": "<%- | $x | -%>\n<%= $x %> <%= $facts['number'] %>\n",
    "site/m/templates/v.epp": (
        "<% $y = $facts['role'] if $y =~ /(w)/ { -%><%= $1 %><% } -%><%= $y %> <%= epp('m/t.epp', { 'x' => $n::v }) %>\n"
    ),
    "site/m/templates/w.epp": "<% include n notify { 'of w': message => $n::v } -%><%= defined(Class['n']) %> <%= $facts['number'] %>\n",
    "site/m/lib/puppet/parser/functions/shout.rb": (
        "module Puppet::Parser::Functions\n  newfunction(:shout, :type => :rvalue) do |args|\n"
        "    args[0] =~ /^w.*$/ ? function_loud([args[0]]) : args[0]\n  end\nend\n"
    ),
    "site/m/lib/puppet/parser/functions/loud.rb": (
        "module Puppet::Parser::Functions\n  newfunction(:loud, :type => :rvalue) do |args|\n    args[0].upcase\n  end\nend\n"
    ),
    "data/common.yaml": "m::plain: 1\nm::fact: 'is %{facts.number}'\nm::other: '%{n::v}'\nm::list: {one: {message: '%{facts.role}'}}\n",
    "data/role/db.yaml": "m::plain: 2\n",
}
STATEMENTS = [
    "notify { \"${facts['os']['family']} ${number}\": }",
    "notify { 'x': message => $facts['os'] }",
    "$os = $facts['os'] notify { \"${os}\": } notify { 'y': message => $os }",
    "$os = $facts['os'] if $os =~ Hash { notify { $os['name']: } }",
    "$n = $facts['number'] + 1 notify { \"${n}\": } file { '/f': mode => \"060${n}\" }",
    "if $facts['role'] == 'web' { $x = 'w' include n } else { $x = 'd' } notify { \"${x} ${n::v}\": }",
    'include n if $n::v =~ /(\\d)/ { notify { "got ${1}": } }',
    "case $facts['number'] { 1: { notify { 'one': } } default: { notify { 'more': } contain n } }",
    "notify { 'z': message => $facts['role'] ? { 'web' => 1, default => $number } }",
    "m::d { ['p', 'q']: v => $facts['role'] } m::d { 'r': }",
    "@notify { \"v${number}\": tag => 't' } Notify <| tag == 't' |> -> file { '/g': }",
    "file { '/h': } -> Notify <||> notify { $facts['role']: before => File['/i'] } file { '/i': }",
    "file { '/j': } if $number == 1 { File['/j'] { mode => '0600' } }",
    "Notify { message => $facts['role'] } notify { 'defaulted': }",
    "if $facts['role'] == 'db' { notify { 'there': } } if defined(Notify['there']) { notify { 'defined': } }",
    "$made = { 'k' => { 'message' => $facts['role'] } } create_resources('notify', $made)",
    "[1, $number].unique.each |$each| { notify { \"each ${each}\": message => $facts['role'] } }",
    "class { 'n': p => \"given ${number}\" } notify { $n::v: }",
    "notify { m::twice($facts['role']): } notify { m::role('!'): }",
    "notify { m::named($facts['role']): } notify { epp('m/t.epp', { 'x' => $number }): }",
    "include n notify { epp('m/v.epp'): } if $facts['role'] == 'db' { notify { 'e': message => epp('m/t', { x => Sensitive('s') }) } }",
    "notify { epp('m/w.epp'): message => $facts['role'] } if defined(Notify['of w']) { notify { 'w is there': } }",
    "notify { shout($facts['role']): message => loud('x') }",
    "include other::thing if defined(Notify['x']) { notify { 'defined': } } notify { \"${number}\": message => $other::thing::y }",
    "$u = other::made($facts['role']) notify { $u: } notify { \"${facts['role']}\": } if defined(Notify['web']) { notify { 'one': } }",
    "$x = $facts['extra'] ? { undef => 'none', default => $facts['extra']['x'] } notify { $x: }",
    "notify { 'k': message => keys($facts)  .filter |$k| { $k in ['extra', 'role'] } }",
    "if $facts['number'] == 2 { return() } notify { 'after': }",
    "notify { 'l': message => lookup('m::fact') } include n notify { 'o': message => lookup('m::other') }",
    "notify { 'w': message => $facts.dig('os', 'family') } tag('tagged') realize(Notify['w'])",
    "if $facts['role'] == 'db' { fail(\"no ${number}\") }",
    "notify { 'same': } if $number == 2 { notify { 'same': } }",
    'if $number == 2 { $x = 1 } $x = 2 notify { "${x}": }',
]
NAMES = ("plain", "fact", "list", "mine", "next", "other", "values", "table")
PARAMETERS = [
    "$plain",
    "$plain, $fact, $list",
    "$fact = 1, $mine = $facts['number'], $next = $mine + 1",
    "Optional[String] $other = $facts['role']",
    "Sensitive[String] $secret = Sensitive($facts['role'])",
    "Array $values = [$facts['role'], $trusted['certname']], Hash $table = $facts['os']",
]


def diffs(folder: Path) -> tuple[Answer, Answer]:
    """What differs between two folders, with statements that are evaluated for several nodes, and for each of them."""
    write(folder, {f"facts/{name}.json": json.dumps(facts) for name, facts in NODES.items()})
    command = ("puppet-eval", "diff", "../old", "../new", "--facts-dir", "../facts", "--format", "json", "--jobs", "1")
    surroundings = {"XDG_CACHE_HOME": str(folder / "cache")}
    shared, alone = (run(*command, *more, cwd=folder / "old", env=surroundings) for more in ((), ("--full",)))
    return shared, alone


def compared(folder: Path, code: str) -> dict[str, object]:
    """What is added where a class `m` gets some code, which is the same as where nothing is repeated."""
    write(folder / "old", FILES)
    write(folder / "new", FILES | {"site/m/manifests/init.pp": code})
    shared, alone = diffs(folder)
    assert shared == alone
    found = json.loads(shared.out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("body", STATEMENTS)
def test_each_node_has_its_own_catalog(tmp_path: Path, body: str) -> None:
    found = compared(tmp_path, f"class m ($number = $facts['number']) {{ {body} }}\n")
    assert found["groups"] or found["failures"]


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_each_node_has_its_own_parameters(tmp_path: Path, parameters: str) -> None:
    names = " ".join(f"${{{each}}}" for each in NAMES if f"${each}" in parameters)
    found = compared(tmp_path, f'class m ({parameters}) {{ notify {{ "m {names}": }} }}\n')
    assert found["groups"] or found["failures"]


def test_what_a_define_declares_is_that_of_its_title(tmp_path: Path) -> None:
    code = 'class m { [1, 2].each |$n| { m::d { "${n}": } m::d { "x${n}": v => $facts[\'role\'] } } }\n'
    assert not compared(tmp_path, code)["failures"]


def test_types_that_functions_in_ruby_name_count_for_each_node(tmp_path: Path) -> None:
    dispatch = "  dispatch :typed do\n    param 'M::Name', :x\n  end\n"
    typed = f"Puppet::Functions.create_function(:'m::typed') do\n{dispatch}  def typed(x)\n    x\n  end\nend\n"
    code = "class m { $x = m::typed('x') notify { \"${x} ${facts['number']}\": } }\n"
    more = {"site/m/manifests/init.pp": code, "site/m/lib/puppet/functions/m/typed.rb": typed}
    write(tmp_path / "old", FILES | more | {"site/m/types/name.pp": "type M::Name = String\n"})
    write(tmp_path / "new", FILES | more | {"site/m/types/name.pp": "type M::Name = Integer\n"})
    shared, alone = diffs(tmp_path)
    assert shared == alone
    assert [each["nodes"] for each in json.loads(shared.out)["failures"]] == [[*NODES]]


ALIKE = [
    [1, True, "1"],
    [1.0, True, "1"],
    [True, 1, "1"],
    [0.0],
    [-0.0],
    {"x": 1, "y": 2},
    {"y": 2, "x": 1},
    {"x": 1, "y": 2.0},
]


def test_facts_that_are_nearly_equal_stay_different(tmp_path: Path) -> None:
    facts = {f"facts/n{number}": json.dumps({"of": {"it": value}}) for number, value in enumerate(ALIKE)}
    site = "manifests/site.pp"
    write(tmp_path, {"old/environment.conf": "", f"old/{site}": "", f"new/{site}": "notify { \"${facts['of']['it']}\": }\n"})
    write(tmp_path, {f"{name}.json": text for name, text in facts.items()})
    command = ("puppet-eval", "diff", "old", "new", "--facts-dir", "facts", "--format", "json", "--jobs", "1")
    groups = json.loads(run(*command, cwd=tmp_path, env={"XDG_CACHE_HOME": str(tmp_path / "cache")}).out)["groups"]
    texts = (
        "[1, true, 1]",
        "[1.0, true, 1]",
        "[true, 1, 1]",
        "[0.0]",
        "[-0.0]",
        "{x => 1, y => 2}",
        "{y => 2, x => 1}",
        "{x => 1, y => 2.0}",
    )
    said = {group["nodes"][0]: [change["resource"] for change in group["changes"]][:1] for group in groups}
    assert said == {f"n{number}": [f"Notify[{text}]"] for number, text in enumerate(texts)}


def test_recordings_are_forgotten_above_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code = f"class m ($number = $facts['number']) {{ {STATEMENTS[0]} {STATEMENTS[6]} notify {{ 'x': message => $facts['role'] }} }}\n"
    write(tmp_path / "old", FILES)
    write(tmp_path / "new", FILES | {"site/m/manifests/init.pp": code})
    shared, _ = diffs(tmp_path)
    forgotten: list[int] = []
    before = repeated_statements.RepeatedStatements.forget
    monkeypatch.setattr(repeated_statements, "MOST", 2_000)
    monkeypatch.setattr(repeated_statements.RepeatedStatements, "forget", lambda known: (forgotten.append(1), before(known)))
    monkeypatch.setattr(forks, "AVAILABLE", False)
    # The process of the tests goes on after the command, which limits the processor time of its own.
    monkeypatch.setattr(deadline, "_limit_processor_time", lambda seconds: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    monkeypatch.chdir(tmp_path / "old")
    assert diff(["../old", "../new", "--facts-dir", "../facts", "--format", "json", "--jobs", "1"]) == shared.code
    assert capsys.readouterr().out == shared.out
    assert len(forgotten) > len(NODES)
