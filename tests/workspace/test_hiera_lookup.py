"""Results of lookups as the reference answers them, and unknown ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from puppet_typesys.types.show import show
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown
from tests.workspace.hiera_places import findings, hiera

DATA = """\
lookup_options:
  merged: {merge: unique}
  number: {convert_to: Integer}
  hexadecimal: {convert_to: [Integer, true]}
  '^p_.*': {convert_to: Integer}
both: two
array: [2, 3]
hash: {a: 2, z: 3}
merged: ["y", "x"]
number: '12'
p_x: '7'
percent: "%{literal('%')}{x}"
text: "a %{lookup('both')} b"
alias: "%{alias('array')}"
nothing: "a%{lookup('missing')}b"
inner: "%{hiera('deep.b.c')}"
index: "%{lookup('array.1')}"
empty: "%{}x%{::}"
nested: "%{lookup('text')}!"
keys: {"%{lookup('both')}": 1}
deep: {b: {c: 1}, 'c.d': 4, l: [x, {m: 2}]}
truth: yes
octal: 0777
float: 1.50
no_float: 1e5
minutes: 10:20
version: 1.2.3
null_value: ~
thousands: 12,000
tagged: !!str 5
block: |
  text
  more
anchor: &x {q: 1}
merged_in: {<<: *x, r: 2}
'q.r': 5
secret: ENC[PKCS7,abc]
fact: "%{facts.os.name}"
"""
CONFIG = """\
version: 5
hierarchy:
  - name: node
    path: "nodes/%{trusted.certname}.yaml"
  - name: json
    path: first.json
    data_hash: json_data
  - name: common
    path: common.yaml
"""
FIRST = '{"both": "one", "array": [1, 2], "hash": {"a": 1, "b": {"c": 1}}, "merged": "x", "j": 1e5, "name": "%{lookup(\'both\')}"}'
FILES = {"hiera.yaml": CONFIG, "data/common.yaml": DATA, "data/first.json": FIRST, "data/nodes/a.example.yaml": "of_node: 1\nboth: 3\n"}
ANSWERS = {
    "array": (1, 2),
    "hash": Hash([("a", 1), ("b", Hash([("c", 1)]))]),
    "merged": ("x", "y"),
    "number": 12,
    "p_x": 7,
    "percent": "%{x}",
    "alias": (1, 2),
    "nothing": "ab",
    "inner": "1",
    "index": "2",
    "empty": "x",
    "deep.b.c": 1,
    'deep."c.d"': 4,
    "deep.l.0": "x",
    "deep.l.1.m": 2,
    "truth": True,
    "octal": 511,
    "float": 1.5,
    "no_float": "1e5",
    "minutes": 37200,
    "version": "1.2.3",
    "null_value": None,
    "thousands": 12000,
    "tagged": "5",
    "block": "text\nmore\n",
    "merged_in": Hash([("q", 1), ("r", 2)]),
    '"q.r"': 5,
    "j": 100000.0,
}
MERGED = {("array", "unique"): (1, 2, 3), ("hash", "hash"): Hash([("a", 1), ("z", 3), ("b", Hash([("c", 1)]))]), ("number", "first"): 12}


@pytest.mark.parametrize("key", ANSWERS)
def test_a_value_that_every_node_gets_is_known(key: str, tmp_path: Path) -> None:
    found = hiera(tmp_path, FILES).lookup(key)
    assert (type(found), found) == (type(ANSWERS[key]), ANSWERS[key])


@pytest.mark.parametrize(("key", "merge"), MERGED)
def test_levels_are_merged(key: str, merge: str, tmp_path: Path) -> None:
    assert hiera(tmp_path, FILES).lookup(key, Hash([("merge", merge)])) == MERGED[key, merge]


@pytest.mark.parametrize("key", ["missing", "q.r", "deep.z", "deep.l.9", "lookup_options", "lookup_options.number", "null_value.x"])
def test_a_key_without_data_is_missing(key: str, tmp_path: Path) -> None:
    assert hiera(tmp_path, FILES).lookup(key) is MISSING


@pytest.mark.parametrize(
    ("key", "type"),
    [("both", "Variant"), ("of_node", "Integer[1, 1]"), ("secret", "String"), ("fact", "String"), ("text", "String"), ("name", "String")],
)
def test_values_that_depend_on_the_node_are_known_by_type(key: str, type: str, tmp_path: Path) -> None:
    found = hiera(tmp_path, FILES).lookup(key)
    assert isinstance(found, Unknown)
    assert show(found.type).startswith(type)


@pytest.mark.parametrize(
    "level",
    ["data_hash: motd::data", "lookup_key: other_backend", "uri: http://example.com", "datadir: /not/there\n    path: x.yaml"],
)
def test_unreadable_data_may_contain_any_key(level: str, tmp_path: Path) -> None:
    config = f"version: 5\nhierarchy:\n  - name: hidden\n    {level}\n"
    assert isinstance(hiera(tmp_path, {"hiera.yaml": config}).lookup("anything"), Unknown)


def test_the_environment_comes_before_the_module(tmp_path: Path) -> None:
    own = {"modules/motd/data/common.yaml": "motd::port: 1\nmotd::on: false\n", "data/common.yaml": "motd::port: 2\n"}
    data = hiera(tmp_path, own)
    assert (data.lookup("motd::port"), data.lookup("motd::on")) == (2, False)


def test_defaults_of_a_module_come_last(tmp_path: Path) -> None:
    config = "version: 5\nhierarchy: []\ndefault_hierarchy:\n  - name: last\n    path: common.yaml\n"
    data = hiera(tmp_path, {"modules/motd/hiera.yaml": config, "modules/motd/data/common.yaml": "motd::port: 1\n"})
    assert data.lookup("motd::port") == 1


def test_a_value_that_its_class_refuses_is_not_passed_on(tmp_path: Path) -> None:
    assert isinstance(hiera(tmp_path, {"data/common.yaml": "motd::port: http\n"}).lookup("motd::port"), Unknown)


CLEAN = {
    "a key that code looks up": {
        "manifests/site.pp": "include motd\n$x = lookup('other::key')\n",
        "data/common.yaml": "other::key: 1\n",
    },
    "a key that code puts together": {
        "manifests/site.pp": 'include motd\n$y = "a"\n$x = lookup("other::${y}")\n',
        "data/common.yaml": "other::key: 1\n",
    },
    "a class of a module that is declared and not there": {
        "Puppetfile": "mod 'someone-ntp', '1.0.0'\n",
        "data/common.yaml": "ntp::servers: []\nntp::server::x: 1\n",
    },
    "an encrypted value": {"data/common.yaml": "motd::lines: ['ENC[PKCS7,abc]']\n"},
    "a value with a fact": {"data/common.yaml": "motd::lines: ['%{facts.os.name}']\n"},
    "an alias": {"data/common.yaml": "motd::port: \"%{alias('p')}\"\np: 80\n"},
    "a value that is converted": {"data/common.yaml": "motd::port: '80'\nlookup_options:\n  motd::port: {convert_to: Integer}\n"},
    "a value that other levels complete": {"data/common.yaml": "motd::lines: one\nlookup_options:\n  motd::lines: {merge: unique}\n"},
    "nothing": {"data/common.yaml": ""},
    "comments": {"data/common.yaml": "---\n# nothing\n"},
    "undef": {"data/common.yaml": "motd::port: ~\n"},
}


@pytest.mark.parametrize("name", CLEAN)
def test_there_are_no_findings_for(name: str, tmp_path: Path) -> None:
    assert findings(tmp_path, CLEAN[name]) == []
