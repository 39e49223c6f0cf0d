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
        (
            "class m::a {\n  file { '/x':\n    mode => |'0644',\n  }\n}\n",
            "Introduce the parameter $mode",
            "class m::a (\n  String $mode = '0644',\n) {\n  file { '/x':\n    mode => $mode,\n  }\n}\n",
        ),
        (
            "# A.\n# @param p\n#   What.\n# @since 1\ndefine m::a (\n  Optional[String] $p = undef,\n) {\n"
            "  m { 'y': require => |absent }\n}\n",
            "Introduce the parameter $m_require",
            "# A.\n# @param p\n#   What.\n# @param m_require\n#   The require of `M['y']`\n# @since 1\n"
            "define m::a (\n  Optional[String] $p = undef,\n  String           $m_require = 'absent',\n) {\n"
            "  m { 'y': require => $m_require }\n}\n",
        ),
        (
            "class m::a (Integer $|z, $y = 1, String $a) { }\n",
            "Sort the parameters",
            "class m::a (String $a, Integer $z, $y = 1) { }\n",
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


@pytest.mark.parametrize(
    "code",
    ["class m::a ($|b, $a = $b, $aa = $c, $c = 1) { }\n", "class m::a ($|a, $b = 1) { }\n", "class m::a (\n  $|b, # b\n  $a,\n) { }\n"],
)
def test_parameters_whose_order_stays(tmp_path: Path, code: str) -> None:
    assert "Sort the parameters" not in offered(tmp_path, code)


@pytest.mark.parametrize("value", ["$|x", '"a ${|x}"', "f(|1)", "['a', |$x]"])
def test_a_value_that_is_no_literal_has_no_parameter(tmp_path: Path, value: str) -> None:
    found = offered(tmp_path, f"class m::a ($x) {{\n  file {{ '/x': mode => {value} }}\n}}\n")
    assert not [each for each in found if each.startswith("Introduce")]
