"""Declarations of defines of other files whose bodies refuse the given values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

DEFINE = "modules/a/manifests/d.pp"
INIT = "modules/a/manifests/init.pp"
HEADER = "define a::d (Optional[String] $value = undef, Enum['present', 'absent'] $ensure = 'present', $other = undef)"
NEEDED = "if $ensure == 'present' { assert_type(Pattern[/^.+$/], $value) |$e, $g| { fail(\"no value for ${title}\") } }"


def refused(folder: Path, body: str, declared: str) -> list[str]:
    """The messages about refused values."""
    files = {
        DEFINE: f"{HEADER} {{\n  include a\n  {body}\n}}\n",
        INIT: f"class a ($x = undef, Optional[String] $y = undef) {{\n  {declared}\n}}\n",
    }
    return [each.message for each in findings(folder, files) if each.code == "refused-values" and each.path == INIT]


@pytest.mark.parametrize(
    ("body", "declared", "expected"),
    [
        (NEEDED, "a::d { 'one': }", ["A::D[one] fails with these values: no value for one"]),
        (NEEDED, "a::d { 'one': value => '' }", ["A::D[one] fails with these values: no value for one"]),
        (NEEDED, 'if $x { a::d { "one-${x}": } }', ["A::D[…] fails with these values: no value for …"]),
        (NEEDED, "a::d { 'one': value => $y }", []),
        (NEEDED, "a::d { 'one': value => 'x' }", []),
        (NEEDED, "a::d { 'one': ensure => absent }", []),
        (NEEDED, "A::D { value => 'x' } a::d { 'one': }", []),
        (NEEDED, "a::d { 'one': * => $x }", []),
        ("if !$value and $facts['x'] { fail('no') }", "a::d { 'one': }", []),
        ("if $facts['x'] { fail('no') } else { fail('never') }", "a::d { 'one': }", []),
        ("$v = $value if $v == 'x' { fail('no') }", "a::d { 'one': value => 'x' }", ["A::D[one] fails with these values: no"]),
        ("if $value == 'x' { return() } if $value { fail('no') }", "a::d { 'one': value => 'x' }", []),
        ("if !defined(Class['b']) { fail('no') }", "a::d { 'one': }", []),
        ("if $a::x == 1 { fail('no') }", "a::d { 'one': }", []),
        (
            "if $facts['x'] { assert_type(String, $other) } else { assert_type(Integer, $other) }",
            "a::d { 'one': other => /x/ }",
            ["A::D[one] fails with these values: assert_type(): expects a String value, got Regexp"],
        ),
    ],
)
def test_a_declaration_that_the_body_of_the_define_certainly_refuses_is_reported(
    tmp_path: Path, body: str, declared: str, expected: list[str]
) -> None:
    assert refused(tmp_path, body, declared) == expected


def test_a_default_of_another_scope_may_give_the_missing_value(tmp_path: Path) -> None:
    files = {
        DEFINE: f"{HEADER} {{\n  {NEEDED}\n}}\n",
        INIT: "class a {\n  a::d { 'one': }\n}\n",
        "manifests/site.pp": "A::D { value => 'x' }\ninclude a\n",
    }
    assert [each.code for each in findings(tmp_path, files) if each.code == "refused-values"] == []
