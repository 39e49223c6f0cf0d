"""Resources that are declared once for each element or instance, and those that look like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CODE = "duplicate-declaration"


def found(folder: Path, files: dict[str, str]) -> list[tuple[str, int, str]]:
    several = findings(folder, {"metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": []}', **files})
    return [(each.path.rpartition("/")[2], each.line, each.severity) for each in several if each.code == CODE]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if $v { notify { 'a': } }", [3]),
        ("if ($v != undef and $x) { notify { 'a': } }", [3]),
        ("if $x {\n if $k != '' { notify { 'a': } }\n }", [4]),
        ("if $x { notify { $k: } }", []),
        ("if $k == 'b' { notify { 'a': } }", []),
        ("if !$v { notify { 'a': } }", []),
        ("if $v { notice('b') } else { notify { 'a': } }", []),
        ("if !defined(Notify['a']) { notify { 'a': } }", []),
        ("$first = $k == 'b'\n if $first { notify { 'a': } }", []),
    ],
)
def test_conditions_of_elements(tmp_path: Path, body: str, expected: list[int]) -> None:
    code = f"class m(Hash $h, Boolean $x) {{\n  $h.each |$k, $v| {{\n    {body}\n  }}\n}}\n"
    assert found(tmp_path, {"manifests/init.pp": code}) == [("init.pp", line, "warning") for line in expected]


@pytest.mark.parametrize(
    ("over", "is_reported"),
    [("$l", True), ("$l[0]", True), ("$l[0, 1]", False), ("$l.filter |$x| { $x == 1 }", False), ("$l.map |$x| { 1 }.unique", False)],
)
def test_collections_of_one_element(tmp_path: Path, over: str, is_reported: bool) -> None:
    code = f"class m($l) {{\n  {over}.each |$k| {{ notify {{ 'a': }} }}\n}}\n"
    assert found(tmp_path, {"manifests/init.pp": code}) == [("init.pp", 2, "warning")] * is_reported


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ('$h.each |$k, $v| { thing { "a-${k}": } }', '$h.each |$n, $o| { thing { "a-${n}": } }', [3]),
        ('$h.each |$k, $v| { thing { "a-${k}": } }', '$h.each |$n, $o| { thing { "b-${n}": } }', []),
        ('$h.each |$k, $v| { thing { "a-${k}": } }', '$h.each |$n, $o| { thing { "a-${o}": } }', []),
        ('$h.each |$k, $v| { thing { "a-${k}": } }', '$i.each |$n, $o| { thing { "a-${n}": } }', []),
        ('$h.each |$k, $v| { thing { "a-${k}": } }', '$h.each |$n, $o| { if $o { thing { "a-${n}": } } }', []),
        ("['a', 'b'].each |$k| { thing { $k: } }", "['b', 'c'].each |$k| { thing { $k: } }", [3]),
        ("['a', 'b'].each |$k| { thing { $k: } }", "['d', 'c'].each |$k| { thing { $k: } }", []),
        ("['a', 'b'].each |$k| { thing { $k: } }", "$h.each |$k| { thing { $k: } }", []),
        ("['a', 'b'].each |$i, $k| { thing { \"${i}-${k}\": } }", "['b'].each |$i, $k| { thing { \"${i}-${k}\": } }", []),
    ],
)
def test_loops_over_the_same_elements(tmp_path: Path, first: str, second: str, expected: list[int]) -> None:
    code = f"class m(Hash $h, Hash $i) {{\n  {first}\n  {second}\n}}\n"
    assert found(tmp_path, {"manifests/init.pp": code}) == [("init.pp", line, "warning") for line in expected]


@pytest.mark.parametrize(
    ("uses", "severity"),
    [
        ("create_resources('m::d', $h)", "warning"),
        ("create_resources(m::d, $h)", "warning"),
        ('$h.each |$k, $v| {\n    m::d { "a-${k}": }\n  }', "warning"),
        ("create_resources('m::d', { 'one' => {} })", "info"),
        ("m::d { $t: }", "info"),
        ("create_resources('m::other', $h)", "info"),
    ],
)
def test_instances_of_a_define(tmp_path: Path, uses: str, severity: str) -> None:
    define = "define m::d {\n  package { 'a': }\n  user { $name: }\n}\n"
    files = {"manifests/d.pp": define, "manifests/init.pp": f"class m(Hash $h, String $t) {{\n  {uses}\n}}\n"}
    assert found(tmp_path, files) == [("d.pp", 2, severity)]


def test_messages_under_a_condition(tmp_path: Path) -> None:
    branches = "if $x {\n    notify { 'a': }\n    notify { \"b ${name}\": }\n  } else {\n    user { $name: }\n  }"
    define = f"define m::d(Boolean $x) {{\n  {branches}\n}}\n"
    assert found(tmp_path, {"manifests/d.pp": define}) == [("d.pp", 3, "warning")]
    alone = "define m::d(Boolean $x) {\n  if $x {\n    notify { 'a': }\n  }\n}\n"
    assert found(tmp_path, {"manifests/d.pp": alone}) == []


def test_what_all_instances_need(tmp_path: Path) -> None:
    users = "".join(f'  user {{ "{each}-${{name}}": }}\n' for each in "abcdefghij")
    assert found(tmp_path, {"manifests/d.pp": f"define m::d {{\n{users}  package {{ 'p': }}\n}}\n"}) == [("d.pp", 12, "warning")]
    assert found(tmp_path, {"manifests/d.pp": f"define m::d {{\n{users}  service {{ 'p': }}\n}}\n"}) == [("d.pp", 12, "info")]
