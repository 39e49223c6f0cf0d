"""Slips in data that the data themselves show, where the hierarchy is in the repository and where it is on a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

LEVELS = "version: 5\nhierarchy:\n  - name: all\n    paths: ['nodes/%{trusted.certname}.yaml', 'common.yaml']\n"
SERVER = ":backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/data\n:hierarchy: ['nodes/%{clientcert}', common]\n"
SITE = "node default {}\n"


def found(folder: Path, data: str, *, hiera: str = LEVELS, others: dict[str, str] | None = None) -> list[tuple[int, str]]:
    """The lines and codes of what is found in the data of a node, without what is only of interest."""
    files = {
        "environment.conf": "modulepath = modules\n",
        "Puppetfile": "mod 'x-absent', '1.0.0'\nmod 'x-apache', '1.0.0'\n",
        "hiera.yaml": hiera,
        "manifests/site.pp": SITE,
        "data/common.yaml": "a::b: 1\n",
        "data/nodes/n.yaml": data,
        **(others or {}),
    }
    several = (each for each in findings(folder, files) if each.path == "data/nodes/n.yaml" and each.severity != "info")
    return [(each.line, each.code) for each in several]


@pytest.mark.parametrize("hiera", [LEVELS, SERVER])
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("a::b: |\n  x\n  RewriteCond %{QUERY_STRING} y\n", [(3, "hiera-interpolated-text")]),
        ("a::b: '%{X-Forwarded-For}i'\n", [(1, "hiera-interpolated-text")]),
        ("a::b: '%{}{HTTPS} on'\n", [(1, "hiera-interpolated-text")]),
        ("a::b: '%%{}{HTTPS} on'\n", []),
        ("a::b: '%%{EMPTY}{HTTPS} on'\n", []),
        ("a::b: \"%{literal('%')}{HTTPS} on\"\n", []),
        ("a::b: '%{facts.os.family}'\n", []),
        ("a::b: false'\n", [(1, "hiera-stray-quote")]),
        ("a::b: '5'''\n", []),
        ("a::b: 6'\n", []),
        ("a::b: the users'\n", []),
        ("a::b:\n  c => d\n", [(2, "hiera-text-for-hash")]),
        ("a::b:\n  c:\n    LANG='C'\n", [(3, "hiera-text-for-hash")]),
        ("a::b: c => d\n", []),
        ("a::b:\n  'c => d'\n", []),
        ("a::b:\n  --opt=3\n", []),
        ("a::b:\n  -Dopt='3'\n", []),
        ("a::b.c::d::e: 1\n", [(1, "hiera-unknown-class")]),
        ("a::b::c.d: 1\n", []),
        ('a::b: "%{hiera(c::d)}"\n', [(1, "hiera-interpolation")]),
        ("a::b:\n  x: {require: \"Class['c']\"}\n", []),
    ],
)
def test_one_value(tmp_path: Path, hiera: str, data: str, expected: list[tuple[int, str]]) -> None:
    assert found(tmp_path, data, hiera=hiera) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("  - a\n\na::b: 1\n", [(1, "hiera-syntax")]),
        ("a::b:c\n", [(1, "hiera-syntax")]),
        ("- a\n- b\n", []),
        ("text\n", []),
    ],
)
def test_a_file_that_is_no_hash_where_the_hierarchy_is_elsewhere(tmp_path: Path, data: str, expected: list[tuple[int, str]]) -> None:
    assert found(tmp_path, data, hiera=SERVER) == expected


USERS = "  u{0}:\n    uid: {0}\n    shell: sh\n"
MANY = "a::users:\n" + "".join(USERS.format(each) for each in range(3))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (f"{MANY}  v:\n    uid: 3\n  shell: sh\n", [(13, "hiera-misplaced-key")]),
        (f"{MANY}  v:\n  uid: 3\n  shell: sh\n", [(11, "hiera-misplaced-key")]),
        (f"{MANY}shell: sh\n", [(11, "hiera-misplaced-key")]),
        (f"{MANY}  other: sh\n", []),
        (f"{MANY}other: sh\n", []),
        ("a::users:\n  v:\n    shell: sh\n  shell: sh\n", []),
        ("a::users:\nu1:\n  uid: 1\n", [(1, "hiera-misplaced-key")]),
        ("a::users:\nu1: [1]\n", []),
        ("a::users:\n# u0: {}\nu1:\n  uid: 1\n", []),
        ("a::users: ~\nu1:\n  uid: 1\n", []),
        ("a::users:\na::other:\n  uid: 1\n", []),
    ],
)
def test_keys_on_another_level(tmp_path: Path, data: str, expected: list[tuple[int, str]]) -> None:
    assert found(tmp_path, data) == expected


def test_a_key_that_is_looked_up_is_where_it_belongs(tmp_path: Path) -> None:
    assert found(tmp_path, f"{MANY}shell: sh\n", others={"modules/m/manifests/init.pp": "class m {\n  notice(lookup('shell'))\n}\n"}) == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("x::y: \"%{lookup('c::d')}\"\n", [(1, "hiera-text-of-collection")]),
        ("x::y: \"%{alias('c::d')}\"\n", []),
        ("x::y: \"of %{lookup('c::d')}\"\n", []),
        ("x::y: \"%{lookup('e::f')}\"\n", []),
    ],
)
def test_the_text_of_a_list(tmp_path: Path, data: str, expected: list[tuple[int, str]]) -> None:
    others = {"data/common.yaml": "c::d: [1, 2]\ne::f: [1]\n", "data/nodes/o.yaml": "e::f: 1\n"}
    assert found(tmp_path, data, others=others) == expected


@pytest.mark.parametrize(
    ("key", "count"),
    [
        ("absent::p::serer", 1),
        ("absent::p::servers", 0),
        ("absent::p::other", 0),
        ("absent::consolei::size", 1),
        ("absent::console2::size", 0),
    ],
)
def test_a_key_unlike_those_of_all_other_files(tmp_path: Path, key: str, count: int) -> None:
    others = {f"data/nodes/o{each}.yaml": "absent::p::server: 1\nabsent::console::port: 1\nabsent::console::host: a\n" for each in range(3)}
    assert len(found(tmp_path, f"{key}: 1\n", others=others)) == count


@pytest.mark.parametrize(
    ("code", "data", "expected"),
    [
        ("create_resources('cron', hiera_hash('jobs', {}))", "jobs:\n  a: {minute: '0,30'}\n", [(2, "hiera-value")]),
        ("create_resources('cron', hiera_hash('jobs', {}))", "jobs:\n  a: {minutes: 3}\n", [(2, "hiera-unknown-parameter")]),
        ("$jobs = lookup('jobs')\n  create_resources(cron, $jobs)", "jobs:\n  a: {minutes: 3}\n", [(2, "hiera-unknown-parameter")]),
        ("create_resources('cron', hiera_hash('jobs', {}))", "jobs:\n  a: {minute: [0, 30]}\n", []),
        ("$jobs = lookup('jobs')\n  notice($jobs)", "jobs:\n  a: {minutes: 3}\n", []),
        ("create_resources('m::d', lookup('jobs'))", "jobs:\n  a: {name: b}\n", []),
        ("create_resources('m::d', lookup('jobs'))", "jobs:\n  a: {require: \"Class['m']\"}\n", [(2, "hiera-value")]),
        ("create_resources('m::d', lookup('jobs'))", "jobs:\n  a: {require: 'Class[m]'}\n", []),
    ],
)
@pytest.mark.parametrize("hiera", [LEVELS, SERVER])
def test_resources_that_are_created_of_a_look_up(tmp_path: Path, hiera: str, code: str, data: str, expected: list[tuple[int, str]]) -> None:
    others = {"modules/m/manifests/init.pp": f"class m {{\n  {code}\n}}\n", "modules/m/manifests/d.pp": "define m::d {\n}\n"}
    assert found(tmp_path, data, hiera=hiera, others=others) == expected


def test_a_class_of_a_module_with_a_digit_more(tmp_path: Path) -> None:
    others = {"manifests/site.pp": "lookup('classes').include\n", "modules/web/manifests/init.pp": "class web {\n}\n"}
    assert found(tmp_path, "classes: [web, web2]\n", others={**others, "Puppetfile": "mod 'x-other', '1'\n"}) == [
        (1, "hiera-unknown-class")
    ]


@pytest.mark.parametrize(
    ("path", "count"), [("node/%{trusted.certname}.yaml", 1), ("site/%{trusted.certname}.yaml", 0), ("nodes/%{trusted.certname}.yaml", 0)]
)
def test_a_folder_that_is_nearly_another(tmp_path: Path, path: str, count: int) -> None:
    files = {
        "environment.conf": "",
        "manifests/site.pp": SITE,
        "hiera.yaml": f"version: 5\nhierarchy:\n  - name: all\n    path: '{path}'\n",
        "data/nodes/n.yaml": "a::b: 1\n",
    }
    assert sum(each.code == "hiera-unknown-folder" for each in findings(tmp_path, files)) == count


def test_an_extension_of_certificates(tmp_path: Path) -> None:
    assert found(tmp_path, "a::b: '%{trusted.extensions.pp_roles} %{trusted.extensions.own}'\n") == [(1, "unknown-fact")]


@pytest.mark.parametrize(("type", "count"), [("Hash", 1), ("Optional[Hash]", 0), ("Any", 0)])
def test_a_parameter_without_a_value(tmp_path: Path, type: str, count: int) -> None:
    others = {"modules/m/manifests/init.pp": f"class m ({type} $x) {{\n  notice($x)\n}}\n"}
    assert len(found(tmp_path, "m::x:\n", others=others)) == count


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("a::b: \"%{hiera('c::d').12\"\n", [(1, "hiera-foreign-interpolation")]),
        ('a::b: "%{hiera(\'c::d.12"\n', [(1, "hiera-foreign-interpolation")]),
        ("a::b: \"%{hiera('c::d'}.12\"\n", [(1, "hiera-interpolation")]),
        ("a::b: \"%{hiera('a::b')}\"\n", [(1, "hiera-interpolation")]),
        ("a::b:\n  one = 1\n  two = 2\n", [(2, "hiera-text-for-hash")]),
        ("a::b:\n  one = 1\n  and more\n", []),
    ],
)
def test_look_ups_with_a_slip_where_the_hierarchy_is_elsewhere(tmp_path: Path, data: str, expected: list[tuple[int, str]]) -> None:
    assert found(tmp_path, data, hiera=SERVER) == expected


@pytest.mark.parametrize(("key", "count"), [("net_part_public", 1), ("net_public_part", 0), ("net_public_other", 0), ("part_net", 0)])
def test_a_key_with_its_words_in_another_order(tmp_path: Path, key: str, count: int) -> None:
    others = {"data/common.yaml": "net_public_part: 1\nnet_part: 1\n"}
    several = found(tmp_path, f"a::b: \"%{{hiera('{key}')}}\"\n", hiera=SERVER, others=others)
    assert several == [(1, "hiera-unknown-key")] * count


@pytest.mark.parametrize(("key", "count"), [("m::base", 1), ("m::base::x", 0), ("m::other", 0)])
def test_a_key_that_is_a_class(tmp_path: Path, key: str, count: int) -> None:
    others = {"modules/m/manifests/base.pp": "class m::base ($x = 1) {\n  notice($x)\n}\n"}
    files = {**others, "modules/m/manifests/other.pp": "class m::other {\n  notice(lookup('m::other'))\n}\n"}
    assert sum(code == "hiera-unknown-class" for _, code in found(tmp_path, f"{key}: 1\n", others=files)) == count
