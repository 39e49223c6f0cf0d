"""`puppet-eval unused` lists what no node uses, and says where that is unknown."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Answer, run, write

FILES = {
    "environment.conf": "modulepath = site\n",
    "hiera.yaml": """\
version: 5
hierarchy:
  - {name: node, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: common, path: common.yaml}
""",
    "data/common.yaml": "m::port: 1\nm::size: 2\nold: 3\nplace: here\nmotd: \"in %{lookup('place')}\"\n",
    "data/nodes/a.yaml": "m::size: 7\n",
    "data/nodes/b.yaml": "m::size: 8\n",
    "data/nodes/gone.yaml": "m::size: 9\n",
    "manifests/site.pp": "node default {\n  include m\n}\n",
    "site/m/manifests/init.pp": """\
class m (
  Integer $port,
  Integer $size,
  String $colour = 'red',
  String $shape = 'round',
) {
  m::part { 'one': shape => $shape }
  notify { lookup('motd'): }
}
""",
    "site/m/manifests/part.pp": "define m::part (String $shape, Integer $weight = 1) {\n}\n",
    "site/m/manifests/old.pp": "class m::old (Integer $x = 1) {\n  m::oldpart { 'x': }\n}\n",
    "site/m/manifests/oldpart.pp": "define m::oldpart {\n}\n",
    "facts/a.json": '{"role": "web"}',
    "facts/b.json": '{"role": "db"}',
}
UNUSED = [
    "site/m/manifests/old.pp:1: class m::old",
    "site/m/manifests/oldpart.pp:1: define m::oldpart",
    "site/m/manifests/init.pp:4: parameter m::colour",
    "site/m/manifests/init.pp:5: parameter m::shape",
    "site/m/manifests/part.pp:1: parameter m::part::weight",
    "data/nodes/gone.yaml:1: data file data/nodes/gone.yaml",
    "data/common.yaml:2: hiera key m::size",
    "data/common.yaml:3: hiera key old",
    "8 unused, of 2 nodes",
]


def unused(folder: Path, changes: dict[str, str], *arguments: str) -> Answer:
    """What is unused where some files differ."""
    write(folder, FILES | changes)
    return run("puppet-eval", "unused", "--facts-dir", "facts", *arguments, cwd=folder)


def test_what_no_node_uses_is_listed(tmp_path: Path) -> None:
    answer = unused(tmp_path, {})
    assert answer.out.splitlines() == UNUSED
    assert answer.code == 1


def test_each_node_counts(tmp_path: Path) -> None:
    site = "node 'a' {\n  include m\n}\nnode default {\n  class { 'm': colour => 'blue' }\n  include m::old\n}\n"
    answer = unused(tmp_path, {"manifests/site.pp": site, "data/nodes/b.yaml": "m::port: 8\n"})
    assert answer.out.splitlines() == [
        UNUSED[3],
        "site/m/manifests/old.pp:1: parameter m::old::x",
        *UNUSED[4:6],
        "data/common.yaml:3: hiera key old",
        "5 unused, of 2 nodes",
    ]


def test_a_parameter_is_set_by_data_and_by_overrides(tmp_path: Path) -> None:
    site = "node default {\n  include m\n}\nM::Part <| |> { weight => 2 }\n"
    answer = unused(tmp_path, {"manifests/site.pp": site, "data/nodes/b.yaml": "m::size: 2\nm::colour: red\n"})
    assert not any("weight" in each or "colour" in each for each in answer.out.splitlines())


def test_a_define_that_declares_another_of_its_kind_sets_parameters(tmp_path: Path) -> None:
    part = """\
define m::part (String $shape, Integer $depth = 0, Integer $weight = 1) {
  if $depth == 0 {
    m::part { "${title}x": shape => 'x', depth => 1 }
    create_resources('m::part', { "${title}y" => { shape => 'y', depth => 1, weight => 2 } })
  }
}
"""
    answer = unused(tmp_path, {"site/m/manifests/part.pp": part})
    assert answer.code == 1 and "unknown" not in answer.out
    assert "m::part::weight" not in answer.out and "m::part::depth" not in answer.out


def test_nothing_is_unused_for_certain_where_a_node_cannot_be_compiled(tmp_path: Path) -> None:
    answer = unused(tmp_path, {"manifests/site.pp": "node 'a' {\n  include m\n}\nnode default {\n  fail('no role')\n}\n"})
    first, *rows, last = answer.out.splitlines()
    assert first.startswith("unknown: what b uses: it cannot be compiled: ") and "no role" in first
    assert "site/m/manifests/old.pp:1: class m::old (unknown)" in rows
    assert all(each.endswith(" (unknown)") for each in rows)
    assert last == f"{len(rows)} unknown, of 2 nodes"
    assert answer.code == 2


def test_nothing_is_unused_for_certain_where_a_catalog_is_partial(tmp_path: Path) -> None:
    site = "node default {\n  include m\n  include absent::x\n}\n"
    answer = unused(tmp_path, {"manifests/site.pp": site, "Puppetfile": "mod 'a/absent', '1.0.0'\n"})
    assert "unknown: what a, b use: a catalog may have more" in answer.out
    assert answer.out.splitlines()[-1] == "8 unknown, of 2 nodes"
    assert answer.code == 2


def test_unknown_keys_make_only_data_uncertain(tmp_path: Path) -> None:
    for code in (
        "$made = lookup($settings::x, {default_value => 'none'})",
        "$settings::x.each |$key| { lookup($key, {default_value => 'none'}) }",
        "$made = $settings::x.map |$key| { lookup($key) }",
    ):
        answer = unused(tmp_path, {"manifests/site.pp": f"node default {{\n  include m\n  {code}\n}}\n"})
        lines = answer.out.splitlines()
        assert lines[0].startswith("unknown: what a, b look up: "), code
        assert UNUSED[0] in lines and f"{UNUSED[7]} (unknown)" in lines
        assert lines[-1] == "5 unused, 3 unknown, of 2 nodes"
        assert answer.code == 1


def test_functions_of_ruby_that_are_not_followed_may_look_up_anything(tmp_path: Path) -> None:
    ruby = "Puppet::Functions.create_function(:'m::odd') do\n  def odd\n    `cat x` + call_function('lookup', 'old')\n  end\nend\n"
    files = {"site/m/lib/puppet/functions/m/odd.rb": ruby, "manifests/site.pp": "node default {\n  include m\n  $x = m::odd()\n}\n"}
    answer = unused(tmp_path, files)
    assert f"{UNUSED[7]} (unknown)" in answer.out.splitlines()


def test_functions_that_make_data_may_read_any(tmp_path: Path) -> None:
    ruby = (
        "Puppet::Functions.create_function(:'m::data') do\n  def data(options, context)\n    {'m::port' => 3, 'm::size' => 4}\n  end\nend\n"
    )
    hiera = FILES["hiera.yaml"] + "  - {name: made, data_hash: 'm::data'}\n"
    answer = unused(tmp_path, {"hiera.yaml": hiera, "site/m/lib/puppet/functions/m/data.rb": ruby})
    assert "data of the function m::data" in answer.out
    assert f"{UNUSED[7]} (unknown)" in answer.out.splitlines()


def test_the_report_in_json_has_all_of_it(tmp_path: Path) -> None:
    found = json.loads(unused(tmp_path, {}, "--format", "json").out)
    assert found["nodes"] == 2 and found["unknown"] == []
    row = {"kind": "hiera key", "name": "old", "file": "data/common.yaml", "line": 3, "certain": True}
    assert found["unused"][-1] == row


def test_everything_may_be_used(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    files = {"manifests/site.pp": "include m\n", "site/m/manifests/init.pp": "class m {\n}\n", "facts/a.json": "{}"}
    answer = run("puppet-eval", "unused", "--facts-dir", "facts", cwd=write(tmp_path, files))
    assert (answer.code, answer.out) == (0, "Nothing is unused, of 1 node\n")
