"""Exported resources are collected from the other catalogs of a run, as by servers that store them.

`tests/data/exports/programs.jsonl` has programs for up to three nodes, and what the reference makes of them: their resources and
edges, where what a node exports is stored as in PuppetDB, and nodes are compiled until nothing changes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import CHECKOUT, Answer, run, write

PROGRAMS = [
    json.loads(line) for line in (CHECKOUT / "tests" / "data" / "exports" / "programs.jsonl").read_text(encoding="utf-8").splitlines()
]
STORED = ("--setting", "storeconfigs=true")
Data = dict[str, Any]
HOSTS = "node a { @@host { 'a': ip => '1' } }\nnode b { Host <<| |>> }\nnode c { @@host { 'c': ip => $facts['unset'] } }\n"


def environment(folder: Path, code: str, *nodes: str) -> Path:
    facts = {f"facts/{each}.json": json.dumps({"clientcert": each}) for each in nodes}
    return write(folder, {"environment.conf": "", "manifests/site.pp": code, **facts})


def compiled(folder: Path, *arguments: str) -> Answer:
    return run("puppet-eval", "--catalog", "--json", "--jobs", "1", "--facts", "facts", *arguments, cwd=folder)


def catalogs(folder: Path, *arguments: str) -> dict[str, Data]:
    found = [json.loads(line) for line in compiled(folder, *arguments).out.splitlines()]
    return {each["name"]: each for each in found}


def resources(catalog: Data) -> dict[str, Data]:
    return {
        f"{each['type']}[{each['title']}]": {"parameters": each["parameters"], "tags": [tag for tag in each["tags"] if tag != "main"]}
        for each in catalog["resources"]
        if each["type"] not in ("Stage", "Class", "Node")
    }


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program["id"])
def test_nodes_collect_what_others_export_as_in_the_reference(program: Data, tmp_path: Path) -> None:
    found = catalogs(environment(tmp_path, program["code"], *program["nodes"]), *STORED)
    for name, expected in program["nodes"].items():
        if "error" in expected:
            assert "error" in found[name]
            continue
        assert resources(found[name]) == expected["resources"]
        edges = {(each["source"], each["target"], each["type"]) for each in found[name]["relationships"]}
        assert edges == set(map(tuple, expected["edges"]))


def test_the_order_of_nodes_does_not_matter(tmp_path: Path) -> None:
    define = 'define d($v) { @@notify { "n-$title": } }\n'
    code = define + "node /1/ { @@d { 'x': v => 1 } }\nnode /2/ { D <<| |>> }\nnode /3/ { Notify <<| |>> }\n"
    for names in (("1a", "2b", "3c"), ("3a", "2b", "1c")):
        folder = environment(tmp_path / names[0], code, *names)
        (last,) = (each for name, each in catalogs(folder, *STORED).items() if name.startswith("3"))
        assert "Notify[n-x]" in resources(last)


def test_without_the_setting_they_are_ignored_with_a_warning(tmp_path: Path) -> None:
    found = catalogs(environment(tmp_path, HOSTS, "a", "b"))
    assert resources(found["b"]) == {}
    assert found["b"]["log"][0][0] == "warning"


def test_what_other_nodes_may_export_is_marked(tmp_path: Path) -> None:
    environment(tmp_path, HOSTS, "a", "b")
    assert not catalogs(tmp_path, *STORED)["b"]["partial"]
    (tmp_path / "facts" / "a.json").unlink()
    assert catalogs(tmp_path, *STORED)["b"]["partial"]


def test_a_node_without_a_catalog_leaves_others_uncertain(tmp_path: Path) -> None:
    found = catalogs(environment(tmp_path, HOSTS.replace("$facts['unset']", "fail('c')"), "a", "b", "c"), *STORED)
    assert ("Host[a]" in resources(found["b"]), found["b"]["partial"]) == (True, True)


def test_unknown_values_that_do_not_change_leave_nothing_uncertain(tmp_path: Path) -> None:
    code = "@@notify { $trusted['certname']: message => Sensitive('x') }\nNotify <<| |>>\n"
    found = catalogs(environment(tmp_path, code, "a", "b", "c"), *STORED)
    assert [(each["partial"], {*resources(each)}) for each in found.values()] == [(False, {f"Notify[{name}]" for name in "abc"})] * 3


def test_one_node_collects_from_the_others_whose_facts_are_given(tmp_path: Path) -> None:
    found = catalogs(environment(tmp_path, HOSTS, "a", "b", "c"), "--node", "b", *STORED)
    assert [*found] == ["b"]
    assert resources(found["b"]).keys() == {"Host[a]", "Host[c]"}


def test_a_change_of_an_export_is_one_of_those_who_collect_it(tmp_path: Path) -> None:
    environment(tmp_path / "old", HOSTS, "a", "b")
    environment(tmp_path / "new", HOSTS.replace("ip => '1'", "ip => '2'"), "a", "b")
    answer = run("puppet-eval", "diff", "./old", "./new", "--facts-dir", "new/facts", "--jobs", "1", *STORED, cwd=tmp_path)
    assert "a, b (2 of 2 nodes)\n  ~ Host[a]\n      ip: '1' -> '2'\n" in answer.out
