"""The commands with a real PuppetDB and Puppet Server. `.ci/puppetdb` runs these tests; without its servers they are skipped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.cli.command import CHECKOUT, Answer, run, write
from tests.puppetdb.server import (
    Data,
    compile_catalog,
    deactivate_all,
    hashes,
    query,
    store_catalog,
    store_facts,
    write_environment,
)
from tests.support.control_repository import FILES, facts

pytestmark = pytest.mark.skipif("PUPPETDB_URL" not in os.environ, reason="no PuppetDB; .ci/puppetdb runs one")
PROGRAMS = [
    json.loads(line) for line in (CHECKOUT / "tests" / "data" / "exports" / "programs.jsonl").read_text(encoding="utf-8").splitlines()
]
"""Programs of nodes that collect from each other, and the catalogs that the reference makes of them."""
STORED = ("--setting", "storeconfigs=true")
SEVEN = ("--target", "puppet7")
BUILT_IN = ("Stage", "Class", "Node")
NODES = 60


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    """Let each test begin without nodes."""
    deactivate_all()
    yield
    deactivate_all()


def asked(*arguments: str | Path, cwd: Path) -> Answer:
    """What a command answers with that PuppetDB."""
    return run("puppet-eval", *arguments, "--puppetdb", os.environ["PUPPETDB_URL"], cwd=cwd)


def site(folder: Path, code: str) -> Path:
    """An environment with a site manifest."""
    return write(folder, {"environment.conf": "", "manifests/site.pp": code})


def catalog(folder: Path, node: str) -> Data:
    """The catalog of one node, which collects what the others export that PuppetDB knows."""
    found: Data = json.loads(asked("--catalog", "--json", "--node", node, *STORED, cwd=folder).out)
    return found


def resources(found: Data) -> dict[str, Data]:
    """The resources of a catalog as programs have them."""
    return {
        f"{each['type']}[{each['title']}]": {"parameters": each["parameters"], "tags": [tag for tag in each["tags"] if tag != "main"]}
        for each in found["resources"]
        if each["type"] not in BUILT_IN
    }


def is_as_recorded(folder: Path, program: Data) -> None:
    """Assert that catalogs are those of a program, given what PuppetDB has stored."""
    for name, expected in program["nodes"].items():
        found = catalog(folder, name)
        if "error" in expected:
            assert "error" in found
            continue
        assert resources(found) == expected["resources"]
        assert {(each["source"], each["target"], each["type"]) for each in found["relationships"]} == set(map(tuple, expected["edges"]))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program["id"])
def test_nodes_collect_what_is_stored_of_our_catalogs(program: Data, tmp_path: Path) -> None:
    folder = site(tmp_path, program["code"])
    for name in program["nodes"]:
        store_facts(name, {"clientcert": name})
        store_catalog(name, [])
    before: dict[str, str] | None = None
    while before != (before := hashes()):
        for name in program["nodes"]:
            found = catalog(folder, name)
            if "error" not in found:
                store_catalog(name, [_wire(each) for each in found["resources"]])
    is_as_recorded(folder, program)


def _wire(resource: Data) -> Data:
    return {
        "type": resource["type"],
        "title": resource["title"],
        "tags": resource["tags"],
        "exported": resource.get("exported", False),
        "parameters": {name: value for name, value in resource["parameters"].items() if value is not None},
    }


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program["id"])
def test_nodes_collect_what_a_server_has_stored(program: Data, tmp_path: Path) -> None:
    environment = "".join(each if each.isalnum() else "_" for each in program["id"])
    write_environment(environment, {"manifests/site.pp": program["code"]})
    before: dict[str, str] | None = None
    while before != (before := hashes()):
        errors = {name: compile_catalog(name, {"clientcert": name}, environment) for name in program["nodes"]}
        folder = site(tmp_path, program["code"])
    failing = {name for name, each in errors.items() if each is not None}
    for name in failing - {each["certname"] for each in query("nodes[certname] { }")}:
        store_facts(name, {"clientcert": name})
    assert failing == {name for name, each in program["nodes"].items() if "error" in each}
    is_as_recorded(folder, program)


def test_catalogs_that_a_server_has_stored_are_the_same(tmp_path: Path) -> None:
    # A server gives catalogs more facts than it stores, so that code that counts them has another number.
    counting = FILES["site/role/manifests/db.pp"].replace("$facts.keys", "$facts['os'].keys")
    files = FILES | {"environment.conf": "modulepath = site:modules:$basemodulepath\n", "site/role/manifests/db.pp": counting}
    write_environment("control", files)
    made = {name.removesuffix(".json"): json.loads(text) for name, text in facts(Random(5), NODES).items()}
    before: dict[str, str] | None = None
    while before != (before := hashes()):
        errors = {name: compile_catalog(name, each, "control") for name, each in made.items()}
    refused = {name: json.loads(error)["message"] for name, error in errors.items() if error}
    compiled = [name for name in made if name not in refused]
    assert len(made) == NODES and len(compiled) > NODES // 2 and {name for name, each in made.items() if "title" in each} <= refused.keys()
    folder = write(tmp_path, files)
    for name, message in refused.items():
        # What the server refuses is refused here, for the same reason.
        assert catalog(folder, name)["error"]["message"].removeprefix("Evaluation Error: ") in message
    wanted = f"nodes[certname] {{ certname in {json.dumps(compiled)} }}"
    found = asked("verify", "--nodes", wanted, *STORED, *SEVEN, cwd=folder)
    assert (found.out, found.code) == (f"100.0 % of {len(compiled)} nodes identical\n", 0), found.err


ASKING = """\
node default {
  $rows = puppetdb_query('inventory[certname] { facts.role = "db" order by certname }')
  $tree = puppetdb_query(['from', 'facts', ['extract', ['certname', 'value'], ['=', 'name', 'role']], ['order_by', ['certname']]])
  notify { "${rows.map |$row| { $row['certname'] }.join(' ')}; ${tree.map |$row| { "${row['certname']} ${row['value']}" }.join(' ')}": }
}
"""
ROLES = {"a.x": "web", "b.x": "db", "c.x": "db"}


def test_code_gets_the_answers_that_a_server_gives_it(tmp_path: Path) -> None:
    for name, role in ROLES.items():
        store_facts(name, {"clientcert": name, "role": role})
    found = asked("--catalog", "--json", "--node", "a.x", cwd=site(tmp_path, ASKING))
    (title,) = (each["title"] for each in json.loads(found.out)["resources"] if each["type"] == "Notify")
    assert title == "b.x c.x; a.x web b.x db c.x db"
    write_environment("asking", {"manifests/site.pp": ASKING})
    assert compile_catalog("a.x", {"clientcert": "a.x", "role": "web"}, "asking") is None
    assert [each["title"] for each in query('resources[title] { certname = "a.x" and type = "Notify" }')] == [title]


def test_a_query_says_which_nodes_and_facts_are_theirs(tmp_path: Path) -> None:
    for name, role in ROLES.items():
        store_facts(name, {"clientcert": name, "role": role, "os": {"release": [1, 2.5, True, None, "x"]}})
    folder = site(tmp_path, "notify { \"${facts['role']} ${facts['os']['release']}\": }")
    found = asked("--catalog", "--json", "--nodes", 'inventory[certname] { facts.role = "db" }', cwd=folder)
    rows = [json.loads(line) for line in found.out.splitlines()]
    titles = {each["title"] for row in rows for each in row["resources"] if each["type"] == "Notify"}
    assert ({row["name"] for row in rows}, titles) == ({"b.x", "c.x"}, {"db [1, 2.5, true, , x]"})


def test_a_query_that_it_refuses_is_said(tmp_path: Path) -> None:
    found = asked("--catalog", "--nodes", "nodes[certname] { nothing = 1 }", cwd=site(tmp_path, ""))
    assert (found.code, found.out) == (2, "") and "PuppetDB refuses the query with status 400" in found.err
    assert "Traceback" not in found.err


def test_a_change_of_an_export_reaches_nodes_that_are_not_compiled(tmp_path: Path) -> None:
    """What is stored of nodes that are not in the run is collected on both sides."""
    code = "node b.x { Host <<| |>> { target => '/etc/hosts' } }\nnode default { }\n"
    for each in ("old", "new"):
        site(tmp_path / each, code if each == "old" else code.replace("/etc/hosts", "/etc/others"))
    store_facts("b.x", {"clientcert": "b.x"})
    store_facts("a.x", {"clientcert": "a.x"})
    host = {"type": "Host", "title": "a", "exported": True, "tags": ["host"], "parameters": {"ip": "192.0.2.1"}}
    store_catalog("a.x", [host])
    found = asked("diff", "./old", "./new", "--nodes", 'nodes[certname] { certname = "b.x" }', *STORED, cwd=tmp_path)
    assert "  ~ Host[a]\n      target: '/etc/hosts' -> '/etc/others'\n" in found.out and found.code == 1


def test_it_is_asked_with_a_certificate(tmp_path: Path) -> None:
    store_facts("a.x", {"clientcert": "a.x", "role": "web"})
    ssl = Path(os.environ["PUPPETDB_SSL"])
    certificate, key = ssl / "certs" / "localhost.pem", ssl / "private_keys" / "localhost.pem"
    folder, address = site(tmp_path, "notify { $facts['role']: }"), os.environ["PUPPETDB_HTTPS"]
    options = ("--catalog", "--puppetdb", address, "--puppetdb-cert", certificate, "--puppetdb-key", key)
    found = run("puppet-eval", *options, "--puppetdb-ca", ssl / "certs" / "ca.pem", cwd=folder)
    assert found.code == 0 and "Notify[web]" in found.out
    unknown = run("puppet-eval", *options, cwd=folder)
    assert unknown.code == 2 and "certificate verify failed" in unknown.err
