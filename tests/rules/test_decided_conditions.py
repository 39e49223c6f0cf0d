"""Conditions and options that the declared types of parameters decide, and those that are only so because of other values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import MANIFEST, findings

EITHER = "Variant[String, Integer] $x"
SILENT = {
    "types and regular expressions cover a case": """
        define d(Variant[Enum['a', 'b'], Integer] $x) {
          case $x { /^[ab]$/: { notice(1) } Integer: { notice(2) } }
        }""",
    "a complete case sets a variable": """
        define d(Enum['a', 'b'] $x) {
          case $x { 'a': { $y = 1 } 'b': { $y = 2 } }
          notice($y)
        }""",
    "a last condition is written in full": f"""
        define d({EITHER}) {{
          if $x =~ String {{ notice(1) }} elsif $x =~ Integer {{ notice(2) }}
        }}""",
    "a match with undef is a precaution": """
        define d(String $x) {
          if $x =~ NotUndef { notice(1) }
          if $x =~ Undef { notice(2) }
        }""",
    "a parameter is the value of a branch": """
        define d(String $x = '', $c = undef) {
          $y = if $c { $x } else { $x }
          notice($y)
        }""",
    "a parameter may be undef": """
        define d(Optional[String] $x = undef) {
          if $x { notice(1) }
        }""",
    "a lambda gets only some values of its parameter's type": f"""
        ['a', 'b'].each |{EITHER}| {{
          if $x {{ notice(0) }}
          case $x {{ Integer: {{ notice(1) }} String: {{ notice(2) }} default: {{ }} }}
        }}""",
    "a function is called with some values of its parameter's type": f"""
        function f({EITHER}) {{
          case $x {{ Integer: {{ 1 }} String: {{ 2 }} default: {{ 3 }} }}
        }}
        notice(f($facts['kernel']))""",
    "an option for undef is a precaution": """
        define d(String $x) {
          case $x { /a/: { notice(1) } Undef: { notice(2) } default: { notice(3) } }
        }""",
    "a branch that fails is a precaution": """
        define d(Integer $x) {
          if $x =~ NotUndef { notice(1) } else { fail('no number') }
        }""",
    "a last comparison is written in full": """
        define d(Enum['a', 'b'] $x) {
          if $x == 'a' { notice(1) } elsif $x == 'B' { notice(2) } else { notice(3) }
        }""",
    "a key may be in a Struct": """
        define d(Struct[{ 'a' => String, Optional['b'] => String }] $x) {
          if 'B' in $x { notice(1) }
        }""",
    "a text may be part of another": """
        define d(Enum['abc', 'd'] $x) {
          if 'B' in $x { notice(1) }
        }""",
    "a condition is repeated after a call": """
        define d(String $x) {
          if $x =~ /a/ and fqdn_rand(2) == 1 { notice(1) } elsif $x =~ /a/ and fqdn_rand(2) == 1 { notice(2) }
        }""",
    "an option repeats the result of an earlier one": f"""
        define d({EITHER}) {{
          case $x {{ String: {{ notice(1) }} 'a': {{ notice(1) }} default: {{ notice(3) }} }}
        }}""",
}


@pytest.mark.parametrize("code", SILENT.values(), ids=list(SILENT))
def test_nothing_is_reported_where(code: str, tmp_path: Path) -> None:
    assert findings(tmp_path, {MANIFEST: code + "\n"}) == []


REPORTED = {
    "define d(Enum['a', 'b'] $x) { if $x in ['A', 'B', 'C'] { notice(1) } }": (
        "info",
        "this comparison is always true: an Enum['a', 'b'] is always equal to a value of `['A', 'B', 'C']`",
    ),
    "define d(Enum['a', 'b'] $x) { if $x == 'a' { notice(1) } elsif $x == 'A' { notice(2) } }": (
        "warning",
        "this comparison is always false: `$x`, here 'b', is never equal to `'A'`",
    ),
    "define d(Enum['a', 'b'] $x) { unless $x == 'a' { if $x != 'b' { notice(2) } } }": (
        "warning",
        "this comparison is always false: `$x`, here 'b', is always equal to `'b'`",
    ),
    "define d(Integer $x) { if $x == 1.5 { notice(1) } }": (
        "warning",
        "this comparison is always false: an Integer is never equal to `1.5`",
    ),
    "define d(Struct[{ 'a' => String }] $x) { if 'b' in $x { notice(1) } }": (
        "warning",
        "this comparison is always false: `'b'` is not a key of a Struct[{'a' => String}]",
    ),
    "define d(Enum['abc', 'd'] $x) { if 'e' in $x { notice(1) } }": (
        "warning",
        "this comparison is always false: `'e'` is not contained in an Enum['abc', 'd']",
    ),
    "define d(String $x) { if $x == 'a' { notice(1) } elsif $x == 'b' { notice(2) } elsif $x == 'A' { notice(3) } }": (
        "warning",
        "this branch is never taken: the condition on line 1 is true where `$x == 'A'` is",
    ),
    'define d(String $x) { if "${x}" { notice(1) } else { notice(2) } }': ("warning", "this branch is never taken: all Strings are true"),
    "define d(Enum['true', 'false'] $x) { if $x { notice(1) } }": (
        "warning",
        "this condition is always true, also for 'false': all Strings are true",
    ),
    "define d(String $x = '') { unless $x { notice(1) } }": ("warning", "this condition is always true, also for '': all Strings are true"),
    "define d(Hash $x, Boolean $y) { if $y and !$x { notice(1) } }": (
        "info",
        "this condition is always true: a Hash is neither undef nor false",
    ),
    f"define d({EITHER}) {{ if $x =~ Array {{ notice(1) }} }}": (
        "warning",
        "this comparison is always false: a Variant[String, Integer] never matches `Array`",
    ),
    "define d(Enum['a', 'b'] $x) { if $x !~ /c/ { notice(1) } }": (
        "warning",
        "this comparison is always true: an Enum['a', 'b'] never matches `/c/`",
    ),
    "define d(Integer $x) { if $x =~ Numeric { notice(1) } }": (
        "info",
        "this comparison is always true: an Integer always matches `Numeric`",
    ),
    f"define d({EITHER}) {{ case $x {{ String: {{ notice(1) }} 'a': {{ notice(2) }} default: {{ notice(3) }} }} }}": (
        "warning",
        "this option never matches: earlier options match the same values",
    ),
    f"define d({EITHER}) {{ notice($x ? {{ String => 1, Integer => 2, Float => 3, default => 4 }}) }}": (
        "warning",
        "this option never matches: earlier options match all values",
    ),
    f"define d({EITHER}) {{ notice($x ? {{ Array => 1, default => 4 }}) }}": (
        "warning",
        "this option never matches: a Variant[String, Integer] never matches `Array`",
    ),
    "define d(Enum['a', 'b', 'c'] $x) { case $x { 'a': { notice(1) } /b/: { notice(2) } } }": (
        "info",
        "this `case` has no default and no option for 'c'",
    ),
    "define d(Optional[Boolean] $x) { notice($x ? { true => 1, undef => 3 }) }": (
        "info",
        "the selector has no default and no option for false",
    ),
}


@pytest.mark.parametrize("code", REPORTED)
def test_reported(code: str, tmp_path: Path) -> None:
    found = findings(tmp_path, {MANIFEST: code + "\n"})
    assert [(each.severity, each.message) for each in found if each.code != "constant-condition"] == [REPORTED[code]]
