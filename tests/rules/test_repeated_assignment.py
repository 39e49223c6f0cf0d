"""Variables and resources of two branches with the same condition: each case with the nearest code that works."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings
from tests.rules.test_slips_of_names import codes

INIT = "m/manifests/init.pp"


def _class(body: str) -> dict[str, str]:
    return {INIT: f"class m ($a, $b) {{\n{body}\n  notice($x)\n}}\n", "m/metadata.json": '{"name": "a-m"}'}


@pytest.mark.parametrize(
    "body",
    [
        "  if $a { $x = 1 }\n  if $a { $x = 2 }",
        "  if $facts['os']['name'] == 'Debian' { $x = 1 }\n  if $facts['os']['name']  ==  'Debian' { $x = 2 }",
        "  if $a { $x = 1 }\n  $x = 2",
        "  unless $a { $x = 1 }\n  unless $a { $x = 2 }",
        "  if $a { $x = 1 }\n  if $a { if $b { $x = 2 } }",
        "  if $a { } else { $x = 1 }\n  if $a { } else { $x = 2 }",
        "  case $a { 'p': { $x = 1 } default: { } }\n  case $a { 'p': { $x = 2 } default: { } }",
    ],
)
def test_a_variable_that_is_assigned_twice_where_a_condition_holds(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, _class(body), "illegal-reassignment") == [(INIT, 3)]


@pytest.mark.parametrize(
    "body",
    [
        "  if $a { $x = 1 }\n  if $b { $x = 2 }",
        "  if $a { $x = 1 } else { $x = 2 }",
        "  if $a { $x = 1 }\n  if !$a { $x = 2 }",
        "  if $a { $x = 1 }\n  unless $a { $x = 2 }",
        "  if $a { $x = 1 } else { }\n  if $a { } else { $x = 2 }",
        "  if $a { $x = 1\n return() }\n  $x = 2",
        "  if $a { $x = 1\n fail('no') }\n  if $a { $x = 2 }",
        "  if defined('$x') { $x = 1 }\n  if defined('$x') { $x = 2 }",
        "  if rand() { $x = 1 }\n  if rand() { $x = 2 }",
        "  if $c { $x = 1 }\n  $c = $b\n  if $c { $x = 2 }",
        "  [1].each |$i| { if $a { $x = $i } }\n  $x = 3",
        "  [1].each |$i| { if $i { $x = 1 } }\n  [2].each |$i| { if $i { $x = 2 } }",
        "  case $a { 'p': { $x = 1 } default: { } }\n  case $a { 'q': { $x = 2 } default: { } }",
        "  case $a { 'o': { } 'p': { $x = 1 } default: { } }\n  case $a { 'p': { } 'p': { $x = 2 } default: { } }",
    ],
)
def test_assignments_of_which_one_excludes_the_other(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, _class(body), "illegal-reassignment") == []


def test_a_variable_that_a_plan_assigns_in_a_branch_and_after_it(tmp_path: Path) -> None:
    files = {
        "m/plans/p.pp": "plan m::p(Boolean $t) {\n  if $t { $a = 1 }\n  $a = 2\n  return $a\n}\n",
        "m/metadata.json": '{"name": "a-m"}',
    }
    assert codes(tmp_path, files, "illegal-reassignment") == [("m/plans/p.pp", 3)]


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [("if $a", "if $a", 1), ("unless $a", "unless $a", 1), ("if $a", "if $b", 0), ("if $a", "unless $a", 0), ("if $a['x']", "if $a[x]", 0)],
)
def test_a_resource_in_two_branches_with_one_condition(tmp_path: Path, first: str, second: str, count: int) -> None:
    body = f"  $x = 1\n  {first} {{ package {{ 'p': }} }}\n  {second} {{ package {{ 'p': ensure => present }} }}"
    assert codes(tmp_path, _class(body), "duplicate-declaration") == [(INIT, 4)] * count


def test_a_condition_that_asks_for_the_resource(tmp_path: Path) -> None:
    body = "  $x = 1\n" + "  if !defined(Package['p']) { package { 'p': } }\n" * 2
    assert codes(tmp_path, _class(body), "duplicate-declaration") == []


def test_the_message_says_where_the_first_assignment_is(tmp_path: Path) -> None:
    found = findings(tmp_path, _class("  if $a { $x = 1 }\n  $x = 2"))
    messages = [each.message for each in found if each.code == "illegal-reassignment"]
    assert messages == ["Cannot reassign variable '$x', which is already assigned (line: 2) under a condition that does not exclude this"]
