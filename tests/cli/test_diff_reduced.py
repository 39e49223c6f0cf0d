"""`puppet-eval diff` compiles only what can differ, and reports what it reports of all catalogs."""

from __future__ import annotations

import json
import signal
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from puppet_check.fingerprint import sealed
from tests.cli.command import Answer, run, write
from tests.support.control_repository import compared
from tests.support.interruption import interrupt
from tests.support.small_control import FILES, SLOW

SEEDS = range(1000, 1012)
FACTS = {
    f"facts/{name}.json": f'{{"role": "{role}", "uptime": {number}}}'
    for number, (name, role) in enumerate(zip("abcd", "wwdw", strict=True))
}


def diff(folder: Path, *arguments: str) -> Answer:
    """A comparison of the folders `old` and `new`."""
    cache = {"XDG_CACHE_HOME": str(folder / "cache")}
    return run("puppet-eval", "diff", "../old", "../new", "--facts-dir", "../facts", *arguments, cwd=folder / "old", env=cache)


def explained(folder: Path, changes: dict[str, str]) -> list[str]:
    """Why nodes were compiled, if some files change or are added."""
    write(folder / "old", FILES)
    write(folder / "new", FILES | changes)
    write(folder, FACTS)
    answer = diff(folder, "--explain")
    assert answer.out == diff(folder, "--full").out
    return answer.err.splitlines()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_report_is_that_of_all_catalogs(tmp_path: Path, seed: int) -> None:
    options: list[str] = []

    def answer(folder: Path, given: Sequence[str]) -> tuple[int, str]:
        options[:] = (each for each in given if each != "--full")
        found = diff(folder, "--format", "json", *given)
        return found.code, found.out + found.err

    said, reduced, full = compared(tmp_path, seed, 8, answer)
    assert reduced == full, said
    code, out = answer(tmp_path, options)
    assert f"{code}\n{out}" == full, f"the second time: {said}"


def test_nothing_is_compiled_twice_where_nothing_changes(tmp_path: Path) -> None:
    assert explained(tmp_path, {}) == [
        "a (1 of 4 nodes): compiled, as the first of its kind",
        "b, d (2 of 4 nodes): not compiled, as nothing that they read has changed",
        "c (1 of 4 nodes): compiled, as no other node has the same: $facts['role']",
    ]


def test_a_key_that_no_node_reads_changes_nothing(tmp_path: Path) -> None:
    found = explained(tmp_path, {"data/common.yaml": "m::port: 1\nother: 3\n"})
    assert not any("has changed:" in each for each in found)


def test_a_key_that_nodes_read_is_named(tmp_path: Path) -> None:
    assert explained(tmp_path, {"data/common.yaml": "m::port: 2\nother: 2\n"}) == [
        "a, c (2 of 4 nodes): compiled, as what they read has changed: ./data/common.yaml: m::port",
        "b, d (2 of 4 nodes): not compiled, as all that they read is the same as for a",
    ]


def test_a_file_that_is_added_for_one_node_touches_that_node(tmp_path: Path) -> None:
    found = explained(tmp_path, {"data/nodes/d.yaml": "m::port: 7\n"})
    assert "d (1 of 4 nodes): compiled, as what they read has changed: data ./data/nodes/%{trusted.certname}.yaml" in found
    assert "b (1 of 4 nodes): not compiled, as nothing that they read has changed" in found


def test_a_second_run_compiles_nothing(tmp_path: Path) -> None:
    explained(tmp_path, {"data/common.yaml": "m::port: 2\nother: 2\n"})
    again = diff(tmp_path, "--explain")
    assert again.err == "a, b, c, d (4 of 4 nodes): not compiled, as all that they read is the same as in an earlier run\n"
    assert again.out == diff(tmp_path, "--full").out


def test_a_catalog_before_the_change_is_that_of_all_nodes_that_read_the_same(tmp_path: Path) -> None:
    code = "class m ($port, $added = 1) { notify { \"${port} ${facts['role']} ${trusted['certname']}\": } }\n"
    found = explained(tmp_path, {"site/m/manifests/init.pp": code, "data/nodes/b.yaml": "m::added: 2\n"})
    changed = "compiled, as what they read has changed:"
    place = "data ./data/nodes/%{trusted.certname}.yaml, "
    assert found == [f"a, c, d (3 of 4 nodes): {changed} code of class m", f"b (1 of 4 nodes): {changed} {place}code of class m"]


def test_a_key_without_data_counts_once_it_has_some(tmp_path: Path) -> None:
    code = {"site/m/manifests/init.pp": 'class m ($port, $added = 1) { notify { "${port} ${added}": } }\n'}
    write(tmp_path / "old", FILES | code)
    write(tmp_path / "new", FILES | code | {"data/common.yaml": "m::port: 1\nother: 2\nm::added: 2\n"})
    write(tmp_path, FACTS)
    answer = diff(tmp_path, "--explain")
    assert "has changed: ./data/common.yaml: m::added" in answer.err
    assert answer.out == diff(tmp_path, "--full").out


@pytest.mark.parametrize("more", ["m::addition: 3\n", "lookup_options: {'^m::addi': {convert_to: String}}\n"])
def test_each_node_that_finds_no_data_for_a_key_depends_on_all_that_is_said_of_it(tmp_path: Path, more: str) -> None:
    code = "class m ($port, $added = 1, $addition = 2) { notify { \"${trusted['certname']} ${port}\": } }\n"
    files = FILES | {"site/m/manifests/init.pp": code, "data/nodes/a.yaml": "m::port: 4\n"}
    write(tmp_path / "old", files)
    write(tmp_path / "new", files | {"data/common.yaml": f"m::port: 1\nother: 2\n{more}"})
    write(tmp_path, FACTS)
    answer = diff(tmp_path, "--explain", "--jobs", "1")
    (changed,) = (each for each in answer.err.splitlines() if "m::addition" in each)
    assert changed.startswith("a, b, c, d (4 of 4 nodes): compiled")
    assert answer.out == diff(tmp_path, "--full").out


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_interrupted_goes_on_where_it_was(tmp_path: Path, how: signal.Signals) -> None:
    files = FILES | SLOW
    write(tmp_path / "old", files)
    write(tmp_path / "new", files | {"data/common.yaml": "m::port: 2\nother: 2\n"})
    write(tmp_path, {f"facts/n{number}.json": f'{{"role": "r{number}"}}' for number in range(20)})
    interrupt(tmp_path / "old", tmp_path / "cache", "fleet", ("diff", "../old", "../new", "--facts-dir", "../facts"), how)
    again = diff(tmp_path, "--explain")
    assert any(each.endswith("as in an earlier run") for each in again.err.splitlines()), again.err
    assert again.out == diff(tmp_path, "--full").out


def test_a_cache_that_something_else_has_written_is_not_used(tmp_path: Path) -> None:
    explained(tmp_path, {"data/common.yaml": "m::port: 2\nother: 2\n"})
    (kept,) = (tmp_path / "cache" / "puppet-check" / "fleet").iterdir()
    whole = kept.read_bytes()
    for content in (b"", whole[:-1], whole[:40] + b"x" + whole[41:], sealed(zlib.compress(b"[[], [[1, 2, 3]], []]")), sealed(b"{}")):
        kept.write_bytes(content)
        answer = diff(tmp_path, "--explain")
        assert "a, c (2 of 4 nodes): compiled" in answer.err
        assert answer.out == diff(tmp_path, "--full").out


SHARED = FILES | {
    "manifests/site.pp": "node /^[ab]$/ { include m }\nnode default { Notify <<| tag == 'shared' |>> }\n",
    "site/m/manifests/init.pp": """\
class m ($port) {
  @@notify { "${port} ${trusted['certname']}": tag => 'shared' }
  @@cron { $trusted['certname']: command => 'x' }
}
""",
}


def explained_exports(folder: Path, changes: dict[str, str]) -> list[str]:
    """Why nodes were compiled that collect from each other, if some files change."""
    write(folder / "old", SHARED)
    write(folder / "new", SHARED | changes)
    write(folder, FACTS)
    stored = ("--setting", "storeconfigs=true")
    answer = diff(folder, "--explain", *stored)
    assert answer.out == diff(folder, "--full", *stored).out
    return answer.err.splitlines()


def test_nodes_that_collect_are_not_compared_again_unless_what_they_collect_has_changed(tmp_path: Path) -> None:
    body = SHARED["site/m/manifests/init.pp"].replace("'x'", "'y'")
    assert explained_exports(tmp_path, {"site/m/manifests/init.pp": body}) == [
        "a, b (2 of 4 nodes): compiled, as what they read has changed: code of class m",
        "c (1 of 4 nodes): compiled for what they export; nothing that they read has changed",
        "d (1 of 4 nodes): not compiled, as nothing that they read has changed",
    ]


def test_nodes_are_compared_again_whose_exports_have_changed(tmp_path: Path) -> None:
    found = explained_exports(tmp_path, {"data/common.yaml": "m::port: 2\nother: 2\n"})
    assert found[1:] == ["c (1 of 4 nodes): compiled, as what they read has changed: exported resources of Notify", *found[2:]]


def test_what_nodes_export_is_kept_for_later_runs(tmp_path: Path) -> None:
    explained_exports(tmp_path, {"data/common.yaml": "m::port: 2\nother: 2\n"})
    stored = ("--setting", "storeconfigs=true")
    again = diff(tmp_path, "--explain", *stored)
    assert again.err == "a, b, c, d (4 of 4 nodes): not compiled, as all that they read is the same as in an earlier run\n"
    write(tmp_path / "new", {"data/common.yaml": "m::port: 3\nother: 2\n"})
    third = diff(tmp_path, "--explain", *stored)
    assert third.err.startswith("a, b (2 of 4 nodes): compiled, as what they read has changed: ./data/common.yaml: m::port\n")
    assert third.out == diff(tmp_path, "--full", *stored).out and "Notify[3 a]" in third.out


VALUES = ("[undef, 1.5, { a => [true, default] }]", "Sensitive('x')", "$facts['none'] + 1", "/a/", '"ü\\u{1F600}"')


@pytest.mark.parametrize("value", VALUES)
def test_values_that_are_kept_are_what_they_were(value: str, tmp_path: Path) -> None:
    write(tmp_path, FACTS)
    for side, ip in (("old", "1"), ("new", "2")):
        code = f"node /[ab]/ {{ @@host {{ $trusted['certname']: ip => '{ip}', comment => {value} }} }}\nnode default {{ Host <<| |>> }}\n"
        write(tmp_path / side, FILES | {"manifests/site.pp": code})
    stored = ("--setting", "storeconfigs=true", "--format", "json")
    runs = [diff(tmp_path, *stored), diff(tmp_path, *stored), diff(tmp_path, "--full", *stored)]
    assert runs[0] == runs[1] == runs[2]


def test_all_is_compiled_if_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {f"{each}/{path}": text for each in ("old", "new") for path, text in FILES.items()})
    write(tmp_path, FACTS)
    assert diff(tmp_path, "--full", "--explain").err == "all nodes: compiled, as --full asks for\n"


HIERARCHY = "version: 5\nhierarchy:\n  - {{name: own, path: {}}}\n  - {{name: common, path: common.yaml}}\n"


def agrees(folder: Path, files: dict[str, str], changes: dict[str, str], facts: dict[str, object], *arguments: str) -> None:
    """Compare the report with that of all catalogs, without and with what an earlier run has kept."""
    write(folder / "old", FILES | files)
    write(folder / "new", FILES | files | changes)
    write(folder, {f"facts/{name}.json": json.dumps(each) for name, each in facts.items()})
    full = diff(folder, "--full", *arguments)
    assert full.code == 1 or "1 unknown" in full.out or not changes, full
    assert [diff(folder, *arguments) for _ in range(2)] == [full, full]


@pytest.mark.parametrize(
    ("path", "file", "value"),
    [
        ("'x/%{facts.role.0}.yaml'", "w", ["w"]),
        ("'x/%{facts.role}.yaml'", '["w", "v"]', ["w", "v"]),
        ("'x/%{facts.role}.yaml'", "w", "%{facts.other}"),
        ("'x/%{title}.yaml'", "main", "w"),
        ("'x/%{serverversion}.yaml'", "8.10.0", "w"),
        ("'x/%{server_facts.servername}/y.yaml'", "of/it", "w"),
    ],
)
def test_paths_of_data_may_have_what_is_no_plain_value_of_a_node(tmp_path: Path, path: str, file: str, value: object) -> None:
    node = {"role": value, "other": "w"}
    site = "notify { String(lookup('m::port')): }\n"
    files = {"hiera.yaml": HIERARCHY.format(path), "manifests/site.pp": site}
    agrees(tmp_path, files, {f"data/x/{file}.yaml": "m::port: 7\n"}, {"a": node, "b": node})


def test_what_a_path_of_data_reads_counts_if_it_is_an_error(tmp_path: Path) -> None:
    files = {"hiera.yaml": HIERARCHY.format("'%{facts.role.inner}.yaml'")}
    agrees(tmp_path, files, {}, {"a": {"role": "x"}, "b": {"role": {"inner": "x"}}})


def test_a_table_of_a_classifier_is_not_that_of_a_fact(tmp_path: Path) -> None:
    write(tmp_path, {"enc/b.yaml": "classes: []\nparameters: {role: {inner: other}}\n", "enc/a.yaml": "classes: []\n"})
    facts = {"a": {"role": {"inner": "x"}}, "b": {"role": {"inner": "x"}}}
    changes = {"manifests/site.pp": "notify { $role['inner']: }\n"}
    agrees(tmp_path, {"manifests/site.pp": ""}, changes, facts, "--enc-dir", "../enc")


def test_a_number_in_a_path_of_data_is_no_key_of_a_table(tmp_path: Path) -> None:
    files = {"hiera.yaml": HIERARCHY.format("'x/%{facts.role.0}.yaml'"), "manifests/site.pp": "notify { String(lookup('m::port')): }\n"}
    agrees(tmp_path, files, {"data/x/.yaml": "m::port: 7\n"}, {"a": {"role": {"1": "w"}}, "b": {"role": {"0": "w"}}})
