"""`puppet-eval` takes the facts of nodes, what they export and their stored catalogs from PuppetDB."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.command import Answer, run, write
from tests.support.repository import committed

DATA = Path(__file__).parents[1] / "data" / "puppetdb"
"""What PuppetDB 7.12.1 has answered to each query, of catalogs of Puppet 8.10 that its terminus has prepared."""
FACTS: dict[str, dict[str, object]] = {
    "web.x": {"os": {"family": "Debian"}, "role": "web"},
    "db.x": {"os": {"family": "RedHat"}, "role": "db"},
}
CODE = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default {\n  include m\n}\n",
    "modules/m/manifests/init.pp": """class m {
  file { '/etc/m': content => "role ${facts['role']}\\n", require => [Package['b'], Package['a']] }
  package { ['a', 'b']: ensure => installed }
  notify { 'secret': message => Sensitive('s') }
  Host <<| |>>
}
""",
}
EXPORT = {"certname": "old.x", "type": "Host", "title": "old.x", "parameters": {"ip": "192.0.2.1"}, "tags": ["host"]}
ROLE_DB = ["and", ["=", "path", ["role"]], ["=", "value", "db"]]
OR = ["or", ["not", ["=", ["parameter", "port"], 80]], ["=", "tag", "x"]]
FOO_BAR, HOST = (
    ["in", "certname", ["extract", "certname", ["select_resources", ["and", *conditions]]]]
    for conditions in (
        [["=", "type", "Class"], ["=", "title", "Foo::Bar"], ["=", "exported", False], OR],
        [["=", "type", "Host"], ["~", "title", "^a"], ["=", "exported", True]],
    )
)
APACHE = (["=", "type", "User"], ["=", "title", "apache"], ["=", "exported", False])
"""What the module puppetdbquery makes of parts of queries."""
Reply = Callable[[str, int], tuple[int, bytes]]
"""What a server answers to a query, with the number of the request."""


def stored(certname: str, **more: str) -> dict[str, object]:
    """The catalog of a node as PuppetDB has it."""
    role = more.get("role", str(FACTS[certname]["role"]))
    resources: list[dict[str, object]] = [
        {"type": "Stage", "title": "main", "parameters": {}},
        {"type": "Class", "title": "Settings", "parameters": {}},
        {"type": "Class", "title": "main", "parameters": {}},
        {"type": "Node", "title": "default", "parameters": {}},
        {"type": "Class", "title": "M", "parameters": {}},
        {"type": "File", "title": "/etc/m", "parameters": {"content": f"role {role}\n", "require": ["Package[a]", "Package[b]"]}},
        {"type": "Package", "title": "a", "parameters": {"ensure": "installed"}},
        {"type": "Package", "title": "b", "parameters": {"ensure": "installed", "alias": ["other"]}},
        {"type": "Notify", "title": "secret", "parameters": {}},
        {"type": "Host", "title": "old.x", "parameters": {"ip": "192.0.2.1"}},
    ]
    return {
        "certname": certname,
        "resources": {"data": [{"exported": False, "tags": [], **each} for each in resources]},
        "edges": {"data": []},
    }


def answer(query: str, number: int) -> tuple[int, bytes]:
    """What a PuppetDB answers."""
    names = re.findall(r'"([\w.]+)"', query)
    if query.startswith("catalogs"):
        rows = [stored(each) for each in names if each in FACTS]
    elif query.startswith("inventory[certname, environment"):
        rows = [{"certname": each, "environment": "production", "facts": FACTS[each], "trusted": {}} for each in names]
    elif query.startswith("resources"):
        rows = [EXPORT]
    else:
        rows = [{"certname": each} for each in FACTS if not names or each in names or str(FACTS[each]["role"]) in names]
    return 200, json.dumps(rows).encode()


@contextmanager
def serving(reply: Reply = answer) -> Iterator[tuple[str, list[str]]]:
    """A server of that kind: its address, and the queries that it gets."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["query"]
            asked.append(query)
            status, body = reply(query, len(asked))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def evaluate(folder: Path, *arguments: str, reply: Reply = answer) -> Answer:
    """What a command answers that asks such a server."""
    with serving(reply) as (address, _):
        return run("puppet-eval", *arguments, "--puppetdb", address, cwd=folder)


def test_catalogs_have_the_facts_of_puppetdb_and_what_its_other_nodes_export(tmp_path: Path) -> None:
    found = evaluate(write(tmp_path, CODE), "--catalog")
    assert found.code == 0 and "# web.x\n" in found.out and "# db.x\n" in found.out
    assert "role web" in found.out and "role db" in found.out and found.out.count("192.0.2.1") == 2


def test_a_query_says_which_nodes(tmp_path: Path) -> None:
    found = evaluate(write(tmp_path, CODE), "--catalog", "--nodes", 'inventory[certname] { facts.role = "db" }')
    assert found.code == 0 and "role db" in found.out and "role web" not in found.out


def test_revisions_are_compared_on_the_nodes_of_puppetdb(tmp_path: Path) -> None:
    committed(tmp_path, CODE)
    write(tmp_path, {"modules/m/manifests/init.pp": CODE["modules/m/manifests/init.pp"].replace("role $", "the role $")})
    found = evaluate(tmp_path, "diff", "HEAD")
    assert "  ~ File[/etc/m]\n" in found.out and found.out.endswith("2 of 2 nodes change: 2 resources changed\n")


# ---- stored catalogs


def test_stored_catalogs_are_the_same_as_those_of_this_code(tmp_path: Path) -> None:
    found = evaluate(write(tmp_path, CODE), "verify")
    assert (found.out, found.code) == ("100.0 % of 2 nodes identical\n", 0)


def test_catalogs_that_a_real_puppetdb_has_are_the_same(tmp_path: Path) -> None:
    recorded = json.loads((DATA / "answers.json").read_text(encoding="utf-8"))
    query = 'nodes[certname] { certname in ["web.x", "db.x"] }'
    options = ("--nodes", query, "--setting", "storeconfigs=false")
    found = evaluate(write(tmp_path, CODE), "verify", *options, reply=lambda query, _: (200, json.dumps(recorded[query]).encode()))
    assert (found.out, found.code) == ("100.0 % of 2 nodes identical\n", 0)


def test_what_differs_is_counted_by_cause(tmp_path: Path) -> None:
    def other(query: str, number: int) -> tuple[int, bytes]:
        return (200, json.dumps([stored("db.x", role="other")]).encode()) if query.startswith("catalogs") else answer(query, number)

    found = evaluate(write(tmp_path, CODE), "verify", reply=other)
    assert found.out == "2 nodes: another value: File#content (web.x, db.x)\n0.0 % of 2 nodes identical\n"
    assert found.code == 1
    rows = json.loads(evaluate(tmp_path, "verify", "--format", "json", reply=other).out)
    assert rows["causes"] == {"another value: File#content": 2}
    assert rows["nodes"][0] == {"node": "web.x", "identical": False, "failure": None, "stored": True, "changes": ["~ File[/etc/m]"]}


def test_a_node_without_a_stored_catalog_is_said(tmp_path: Path) -> None:
    def none(query: str, number: int) -> tuple[int, bytes]:
        return (200, b"[]") if query.startswith("catalogs") else answer(query, number)

    found = evaluate(write(tmp_path, CODE), "verify", "--node", "db.x", reply=none)
    assert (found.out, found.code) == ("1 node: PuppetDB has no catalog of it (db.x)\n0.0 % of 1 node identical\n", 2)


# ---- classes

CLASSIFIED = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": "node default { }\n",
    "modules/role/manifests/web.pp": "class role::web { class { 'profile::base': level => 2 } }\n",
    "modules/role/manifests/db.pp": "class role::db { notify { 'db': } }\n",
    "modules/profile/manifests/base.pp": 'class profile::base (Integer $level) { notify { "level ${level}": } }\n',
}
NODE = {"type": "Node", "title": "default", "tags": ["class", "default", "node"]}
BUILT_IN = [{"type": "Class", "title": "Settings", "tags": ["class", "settings"]}, {"type": "Class", "title": "main", "tags": ["class"]}]
WEB = ["class", "role::web", "role", "web", "default", "node"]
CLASSES: dict[str, list[dict[str, object]]] = {
    "db.x": [*BUILT_IN, NODE, {"type": "Class", "title": "Role::Db", "tags": ["class", "role::db", "role", "db", "default", "node"]}],
    "web.x": [
        *BUILT_IN,
        NODE,
        {"type": "Class", "title": "Profile::Base", "tags": ["class", "profile::base", "profile", "base", *WEB]},
        {"type": "Class", "title": "Role::Web", "tags": WEB},
    ],
}
"""The classes of catalogs of Puppet 8.10 with the tags that it has given them."""


def test_nodes_get_the_classes_of_their_stored_catalogs(tmp_path: Path) -> None:
    def classified(query: str, number: int) -> tuple[int, bytes]:
        if not query.startswith("resources[certname, type, title, tags]"):
            return answer(query, number)
        return 200, json.dumps([{"certname": name, **each} for name, rows in CLASSES.items() for each in rows]).encode()

    options = ("--catalog", "--puppetdb-classes", "--setting", "storeconfigs=false")
    found = evaluate(write(tmp_path, CLASSIFIED), *options, reply=classified)
    web, db = found.out.partition("# db.x\n")[::2]
    assert found.code == 0 and "Class[Role::Web]" in web and "Notify[level 2]" in web and "Role::Db" not in web
    assert "Class[Role::Db]" in db and "Profile::Base" not in db
    both = evaluate(tmp_path, *options, "--enc-dir", "modules", reply=classified)
    assert both.code == 2 and "expected no --enc or --enc-dir" in both.err


# ---- queries of the code

ASKING = {
    "environment.conf": "modulepath = modules\n",
    "manifests/site.pp": """node default {
  $rows = puppetdb_query('nodes[certname] { certname ~ "^db" }')
  notify { "${rows.map |$row| { $row['certname'] }.join(' ')} of ${facts['role']}": }
}
""",
}


def test_code_gets_the_answers_to_its_queries(tmp_path: Path) -> None:
    found = evaluate(write(tmp_path, ASKING), "--catalog", "--node", "web.x")
    assert found.code == 0 and "Notify[web.x db.x of web]" in found.out


def test_a_query_may_be_a_syntax_tree(tmp_path: Path) -> None:
    def counted(query: object, number: int) -> tuple[int, bytes]:
        return answer(query, number) if isinstance(query, str) else (200, json.dumps([{"asked": query}]).encode())

    code = "node default { notify { String(puppetdb_query(['from', 'nodes', ['=', 'certname', 'db.x']])[0]['asked'][2]): } }"
    found = evaluate(write(tmp_path, ASKING | {"manifests/site.pp": code}), "--catalog", "--node", "web.x", reply=counted)
    assert found.code == 0 and "Notify[['=', 'certname', 'db.x']]" in found.out


def test_a_query_that_puppetdb_refuses_is_an_error_of_the_code(tmp_path: Path) -> None:
    def refusing(query: str, number: int) -> tuple[int, bytes]:
        return (400, b"PQL parse error") if "^db" in query else answer(query, number)

    found = evaluate(write(tmp_path, ASKING), "--catalog", "--node", "web.x", reply=refusing)
    assert found.code == 1 and "site.pp:2:11: error:" in found.err and "status 400: PQL parse error" in found.err


def test_revisions_are_compared_with_the_answers_to_queries(tmp_path: Path) -> None:
    committed(tmp_path, ASKING)
    write(tmp_path, {"manifests/site.pp": ASKING["manifests/site.pp"].replace(" of ", " and ")})
    found = evaluate(tmp_path, "diff", "HEAD", "--node", "web.x")
    assert "Notify[web.x db.x and web]" in found.out and found.code == 1


def test_without_puppetdb_answers_are_unknown(tmp_path: Path) -> None:
    write(tmp_path, ASKING | {"facts/web.x.json": '{"role": "web"}'})
    assert run("puppet-check", "--no-cache", "--facts-dir", "facts", ".", cwd=tmp_path).code == 0
    wrong = ASKING["manifests/site.pp"].replace("""'nodes[certname] { certname ~ "^db" }'""", "")
    write(tmp_path, {"manifests/site.pp": wrong})
    found = run("puppet-check", "--no-cache", "--facts-dir", "facts", ".", cwd=tmp_path)
    assert found.code == 1 and "'puppetdb_query' expects 1 argument, got none" in found.out


PUPPETFILE = {"environment.conf": "modulepath = modules\n", "Puppetfile": "mod 'dalen-puppetdbquery', '3.0.1'\n"}
INSTALLED = {
    f"modules/puppetdbquery/lib/puppet/{path}.rb": f"{begin} do |*given|\n  URI('https://puppetdb').read\nend\n"
    for path, begin in (
        ("functions/query_nodes", "Puppet::Functions.create_function(:query_nodes)"),
        ("functions/query_facts", "Puppet::Functions.create_function(:query_facts)"),
        ("parser/functions/query_resources", "Puppet::Parser::Functions.newfunction(:query_resources, type: :rvalue)"),
    )
}
"""The module, which is only declared, or installed with functions that this code does not run."""
NODE_QUERIES = {
    """query_nodes('role=db').join(' ')""": (
        ["from", "nodes", ["extract", ["certname"], ["in", "certname", ["extract", "certname", ["select_fact_contents", ROLE_DB]]]]],
        [{"certname": "a.x"}, {"certname": "b.x"}],
        "a.x b.x",
    ),
    """query_nodes('Class[foo::bar]{ port != 80 or tag = x } and not @@Host[~"^a"]', 'networking.ip').join(' ')""": (
        ["from", "facts", ["extract", ["value"], ["and", ["and", FOO_BAR, ["not", HOST]], ["or", ["=", "name", "networking"]]]]],
        [{"value": {"ip": "192.0.2.1"}}, {"value": {"ip": "192.0.2.2"}}],
        "192.0.2.1 192.0.2.2",
    ),
    """query_facts('', ['os.family', 'role'])['a.x']['os_family']""": (
        ["from", "facts", ["extract", ["certname", "name", "value"], ["or", ["=", "name", "os"], ["=", "name", "role"]]]],
        [{"certname": "a.x", "name": "os", "value": {"family": "Debian"}}, {"certname": "a.x", "name": "role", "value": "db"}],
        "Debian",
    ),
    """query_resources('web', 'User[apache]', true)['a.x'][0]['parameters']['uid']""": (
        ["from", "resources", ["and", ["and", *APACHE], ["~", "certname", "web"]]],
        [{"certname": "a.x", "type": "User", "title": "apache", "parameters": {"uid": 48}}],
        "48",
    ),
}


@pytest.mark.parametrize("module", [{}, INSTALLED], ids=["declared", "installed"])
@pytest.mark.parametrize("code", NODE_QUERIES)
def test_queries_of_the_module_puppetdbquery_are_asked_as_it_asks_them(code: str, module: dict[str, str], tmp_path: Path) -> None:
    tree, rows, expected = NODE_QUERIES[code]
    write(tmp_path, {**PUPPETFILE, **module, "manifests/site.pp": f'$found = {code}\nnotify {{ "is ${{found}}": }}\n'})

    def reply(query: str, number: int) -> tuple[int, bytes]:
        return (200, json.dumps(rows).encode()) if query == tree else answer(query, number) if isinstance(query, str) else (400, b"another")

    found = evaluate(tmp_path, "--catalog", "--node", "web.x", reply=reply)
    assert (found.code, found.err) == (0, "") and f"Notify[is {expected}]" in found.out


@pytest.mark.parametrize("query", ["not not a", "a=@'yesterday'", "a=", "x" + ".y" * 9000 + "=", "(" * 9000])
def test_what_is_not_understood_of_such_a_query_is_unknown(query: str, tmp_path: Path) -> None:
    write(tmp_path, {**PUPPETFILE, "manifests/site.pp": f"notify {{ 'x': message => query_nodes(\"{query}\") }}\n"})
    found = evaluate(tmp_path, "--catalog", "--node", "web.x", "--json")
    (row,) = (each for each in json.loads(found.out)["resources"] if each["type"] == "Notify")
    assert row["parameters"]["message"]["__ptype"] == "Unknown"


ODD = [
    """'"\\U99999999" = 1'""",
    f"'a = {'9' * 5000}'",
    f"'{'(' * 150}a=1{')' * 150}'",
    "['=', 'certname', Sensitive('a')]",
    "['=', 'certname', Timestamp('2020-01-01')]",
    "['=', { 'a' => /x/ }, default]",
    "[String, undef, 1.5]",
    "[]",
]


@pytest.mark.parametrize("query", ODD)
def test_odd_queries_end_nothing(query: str, tmp_path: Path) -> None:
    calls = (
        f"[query_nodes({query}), query_facts('a=1', ['a', '', 'a.b.0']), query_nodes('a=1', '.'), query_resources({query}, 'A[b]', true)]"
    )
    write(tmp_path, {**PUPPETFILE, "manifests/site.pp": f"$x = {calls}\nnotify {{ 'x': }}\n"})
    found = evaluate(
        tmp_path,
        "--catalog",
        "--node",
        "web.x",
        reply=lambda asked, number: answer(asked, number) if isinstance(asked, str) else (200, b"[]"),
    )
    assert (found.code, found.err) == (0, "") and "Notify[x]" in found.out


def test_without_puppetdb_the_answers_to_such_queries_are_unknown(tmp_path: Path) -> None:
    write(tmp_path, {**PUPPETFILE, "manifests/site.pp": "query_nodes('a=b').each |$n| { notify { $n: } }\nnotify { 'x': }\n"})
    write(tmp_path, {"facts/web.x.json": "{}"})
    found = run("puppet-eval", "--catalog", "--facts", "facts", "--explain-unknown", cwd=tmp_path)
    assert found.code == 0 and "Notify[x]" in found.out
    assert run("puppet-check", "--no-cache", "--facts-dir", "facts", ".", cwd=tmp_path).code == 0


# ---- what may go wrong


WRONG: dict[str, tuple[Reply, str]] = {
    "a query that is refused": (lambda query, number: (400, b"PQL parse error at line 1"), "status 400: PQL parse error at line 1"),
    "no JSON": (lambda query, number: (200, b"<html>Sign in</html>"), "the answer is no JSON: <html>Sign in</html>"),
    "another service": (lambda query, number: (200, b'{"error": 1}'), "is this the address of a PuppetDB?"),
    "no nodes": (lambda query, number: (200, b"[]"), "no node is found"),
    "a query without names": (lambda query, number: (200, b'[{"count": 1}]'), "the answer has no certname"),
    "a server that stays busy": (lambda query, number: (503, b""), "has answered with status 503 (3 attempts)"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_answer_is_said_in_words(case: str, tmp_path: Path) -> None:
    reply, reason = WRONG[case]
    found = evaluate(write(tmp_path, CODE), "--catalog", "--nodes", "nodes[certname] { }", reply=reply)
    assert (found.code, found.out) == (2, "") and reason in found.err and "Traceback" not in found.err


def test_a_server_that_is_busy_once_is_asked_again(tmp_path: Path) -> None:
    found = evaluate(write(tmp_path, CODE), "--catalog", reply=lambda query, number: (502, b"") if number == 1 else answer(query, number))
    assert found.code == 0


def test_an_address_where_nobody_answers(tmp_path: Path) -> None:
    with serving() as (address, _):
        pass
    found = run("puppet-eval", "--catalog", "--puppetdb", address, cwd=write(tmp_path, CODE))
    assert found.code == 2 and f"{address}: PuppetDB cannot be reached" in found.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--puppetdb", "puppetdb:8080"], "expected an address such as https://puppetdb:8081"),
        (["--nodes", "nodes[certname] { }"], "--nodes requires --puppetdb"),
        (["--puppetdb-classes"], "--puppetdb-classes requires --puppetdb"),
        (["--puppetdb-key", "key.pem"], "--puppetdb-key requires --puppetdb"),
        (["--puppetdb-ca", "ca.pem"], "--puppetdb-ca requires --puppetdb"),
        (["--puppetdb", "https://x", "--puppetdb-token", "absent"], "--puppetdb-token absent: No such file or directory"),
        (["--puppetdb", "https://x", "--puppetdb-ca", "absent.pem"], "cannot be used"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], reason: str, tmp_path: Path) -> None:
    found = run("puppet-eval", "--catalog", *arguments, cwd=write(tmp_path, CODE))
    assert found.code == 2 and reason in found.err


def test_many_nodes_are_asked_for_in_parts(tmp_path: Path) -> None:
    names = [f"n{number}.x" for number in range(450)]

    def many(query: str, number: int) -> tuple[int, bytes]:
        given = re.findall(r'"([\w.]+)"', query)
        if query.startswith("inventory"):
            return 200, json.dumps([{"certname": each, "facts": {"role": each}} for each in given]).encode()
        return 200, json.dumps([] if query.startswith("resources") else [{"certname": each} for each in names]).encode()

    with serving(many) as (address, asked):
        found = run("puppet-eval", "--catalog", "--json", "--puppetdb", address, cwd=write(tmp_path, CODE))
    assert found.code == 0 and len(found.out.splitlines()) == len(names)
    assert sum(each.startswith("inventory") for each in asked) == 3
