"""A syntax error does not affect the code around it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from puppet_grammar import ast
from puppet_grammar.lower import read
from tests.support.recovery import damaged_files

SOUND = """class a (
  String $one = 'x',
  Integer $two = 2,
  Hash $three = {},
) {
  $local = 1

  file { '/first':
    ensure => file,
    mode   => '0644',
  }

  service { 'second':
    ensure => running,
  }
}

define b ($four) {
  notify { 'third': }
}
"""
SYMBOLS = {"a", "b", "$one", "$two", "$three", "$four", "$local", "/first", "second", "third"}


def symbols(source: str) -> set[str]:
    """The names of classes, defines, parameters and assigned variables, and the titles of resources."""
    program, _ = read(source)
    found = set()
    for node in ast.walk(program):
        match node:
            case ast.NamedDefinition():
                found.add(node.name)
            case ast.Parameter():
                found.add(f"${node.name}")
            case ast.AssignmentExpression(left_expr=ast.VariableExpression() as variable):
                found.add(f"${variable.name}")
            case ast.ResourceBody(title=ast.LiteralString(value=title)):
                found.add(title)
    return found


def test_the_sound_file_has_them_all() -> None:
    assert symbols(SOUND) == SYMBOLS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'0644'", "0644'"),
        ("'0644'", "'0644"),
        ("mode   =>", "mode"),
        ("ensure => file,", "ensure => file"),
        ("ensure => file,", "ensure => => file,"),
        ("ensure => file,", "ensure => 'file,"),
        ("  String $one", '  "String $one'),
        ("= {},", "= {{},"),
        ("$two = 2,", "$two = ,"),
        (") {\n  $local", ")\n  $local"),
        ("running,\n  }", "running,\n  } }"),
        ("running,\n  }", "running,\n"),
        ("service {", "service { {"),
        ("define b (", "define b "),
        ("define b", "} define b"),
    ],
)
def test_the_code_around_an_error_is_kept(old: str, new: str) -> None:
    touched = {"'0644'": "/first", "mode   =>": "/first", "ensure => file,": "/first", "service {": "second"}.get(old)
    assert old in SOUND
    assert SYMBOLS - {touched} <= symbols(SOUND.replace(old, new, 1))


def test_recorded_manifests_keep_most_of_what_they_hold() -> None:
    folder = Path(__file__).parent.parent / "data" / "manifests"
    outcomes = list(damaged_files(folder, 6, 40, Random(7)))
    expected = sum(len(outcome.expected) for outcome in outcomes)
    lost = sum(len(outcome.lost) for outcome in outcomes)
    assert expected > 500
    assert lost / expected <= 0.03
