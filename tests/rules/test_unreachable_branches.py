"""Code that cannot run, because the types of values decide a condition, gives no error; the same code where it can run does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import MANIFEST, findings

PARAMETERS = "String $text, Undef $nothing, Boolean[false] $off, Enum['a', 'b'] $letter, Optional[Integer] $count"
WRONG = "$text > 1"
UNREACHABLE = {
    "and after a type": f"if $text =~ Integer and {WRONG} {{ notice(1) }}",
    "and after undef": f"if $text =~ Undef and {WRONG} {{ notice(1) }}",
    "and after a type that does not fit": f"if $text !~ String and {WRONG} {{ notice(1) }}",
    "and after an equality": f"if $text == 3 and {WRONG} {{ notice(1) }}",
    "and after an equality with undef": f"if $text == undef and {WRONG} {{ notice(1) }}",
    "and after a search": f"if $text in [1, 2] and {WRONG} {{ notice(1) }}",
    "and after a variable that is undef": f"if $nothing and {WRONG} {{ notice(1) }}",
    "and after a variable that is false": f"if $off and {WRONG} {{ notice(1) }}",
    "and after several": f"if $count and $text =~ Integer and {WRONG} {{ notice(1) }}",
    "or after a type": f"if $text =~ String or {WRONG} {{ notice(1) }}",
    "or after a type that is excluded": f"if $text !~ Integer or {WRONG} {{ notice(1) }}",
    "or after an inequality": f"if $text != 3 or {WRONG} {{ notice(1) }}",
    "if": f"if $text =~ Integer {{ notice({WRONG}) }}",
    "else": f"if $text != undef {{ }} else {{ notice({WRONG}) }}",
    "elsif": f"if $text =~ String {{ notice(1) }} elsif {WRONG} {{ notice(1) }}",
    "unless": f"unless $text !~ Integer {{ notice({WRONG}) }}",
    "the else of unless": f"unless $nothing {{ notice(1) }} else {{ notice({WRONG}) }}",
    "a negation": f"if !($text =~ String) {{ notice({WRONG}) }}",
    "a type as an option": f"case $text {{ Integer: {{ notice({WRONG}) }} default: {{ notice(1) }} }}",
    "undef as an option": f"case $text {{ undef: {{ notice({WRONG}) }} default: {{ notice(1) }} }}",
    "an option of another kind": f"case $text {{ 1: {{ notice({WRONG}) }} default: {{ notice(1) }} }}",
    "an option that an Enum does not have": f"case $letter {{ 'c': {{ notice({WRONG}) }} default: {{ notice(1) }} }}",
    "a type in a selector": f"$y = $text ? {{ Integer => {WRONG}, default => 1 }}",
    "undef in a selector": f"$y = $text ? {{ undef => {WRONG}, default => 1 }}",
    "a value of if": f"$y = if $off {{ {WRONG} }} else {{ 1 }}",
    "a resource": "if $text =~ Integer { file { '/x': absent => 1 } }",
}


def _errors(code: str, folder: Path) -> list[str]:
    found = findings(folder, {MANIFEST: f"define d({PARAMETERS}) {{\n  {code}\n}}\n"})
    return [each.code for each in found if each.severity == "error"]


@pytest.mark.parametrize("code", UNREACHABLE.values(), ids=list(UNREACHABLE))
def test_no_error_is_reported_for(code: str, tmp_path: Path) -> None:
    assert _errors(code, tmp_path) == []


@pytest.mark.parametrize(
    "code",
    [
        f"if $count =~ Integer and {WRONG} {{ notice(1) }}",
        f"if $count == undef {{ notice({WRONG}) }}",
        f"if $text == 'A' or {WRONG} {{ notice(1) }}",
        f"case $letter {{ 'A': {{ notice({WRONG}) }} default: {{ notice(1) }} }}",
        f"if $text in ['x', 1] and {WRONG} {{ notice(1) }}",
    ],
)
def test_an_error_is_reported_where_code_may_run(code: str, tmp_path: Path) -> None:
    assert _errors(code, tmp_path) == ["comparison-not-possible"]


def test_nothing_follows_from_what_unreachable_code_lacks(tmp_path: Path) -> None:
    code = """
  if $text == 3 { $a = 1 file { '/x': } } else { $b = 2 }
  case $text { 1: { $c = 1 } 2: { $c = 2 } default: { } }
  notice($a, $b, $c)
  $a = 4
  file { '/y': require => File['/x'] }"""
    assert _errors(code, tmp_path) == []


def test_a_variable_that_only_the_other_branch_of_a_value_that_cannot_be_false_sets_is_unknown(tmp_path: Path) -> None:
    assert _errors("if $text { notice(1) } else { $a = 1 }\n  notice($a)", tmp_path) == ["unknown-variable"]
