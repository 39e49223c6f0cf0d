"""Refactorings that keep the meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.test_actions import done, offered

F = "function m::f($p) {\n"


@pytest.mark.parametrize(
    ("code", "title", "expected"),
    [
        (F + "  $|x = $p + 1\n  $y = $x * 2\n  $y\n}\n", "Inline $x", F + "  $y = ($p + 1) * 2\n  $y\n}\n"),
        (F + "  $x = $p['a']\n  \"${|x} $x\"\n}\n", "Inline $x", F + "  \"${$p['a']} ${$p['a']}\"\n}\n"),
        (
            "class m::a ($p) {\n  if $p =|= 'a' {\n    notice(1)\n    notice(2)\n  } elsif $p == 'b' {\n    notice(3)\n"
            "  } else {\n    notice(4)\n  }\n}\n",
            "Convert to case",
            "class m::a ($p) {\n  case $p {\n    'a': {\n      notice(1)\n      notice(2)\n    }\n    'b': {\n      notice(3)\n    }\n"
            "    default: {\n      notice(4)\n    }\n  }\n}\n",
        ),
        (
            "class m::a ($p) {\n  |create_resources('@file', $p, { mode => '0600' })\n  notice(1)\n}\n",
            "Convert to each",
            "class m::a ($p) {\n  $p.each |$resource_title, $attributes| {\n    @file {\n      default:\n        * => { mode => '0600' };\n"
            "      $resource_title:\n        * => $attributes,\n    }\n  }\n  notice(1)\n}\n",
        ),
        ("class m::a ($|p = 80) { }\n", "Add the type Integer", "class m::a (Integer $p = 80) { }\n"),
        (
            "class m::a ($p) {\n  file { '/x':\n    content => |$p,\n  }\n}\n",
            "Wrap in Sensitive",
            "class m::a ($p) {\n  file { '/x':\n    content => Sensitive($p),\n  }\n}\n",
        ),
    ],
)
def test_a_refactoring(tmp_path: Path, code: str, title: str, expected: str) -> None:
    assert done(tmp_path, code, title) == expected


@pytest.mark.parametrize(
    "code",
    [
        F + "  $|x = fail('a')\n  $x\n}\n",
        F + "  if $p { $|x = 1 }\n  $x\n}\n",
        F + "  $q = 1\n  $|x = $q\n  [2].map |$q| { $x }\n}\n",
        "class m::a {\n  $|x = 1\n  notice($x)\n}\n",
    ],
)
def test_a_variable_that_cannot_be_inlined(tmp_path: Path, code: str) -> None:
    assert "Inline $x" not in offered(tmp_path, code)


def test_a_chain_with_different_tests_stays(tmp_path: Path) -> None:
    assert "Convert to case" not in offered(tmp_path, "class m::a ($p, $q) {\n  if $p =|= 1 { } elsif $q == 2 { }\n}\n")
