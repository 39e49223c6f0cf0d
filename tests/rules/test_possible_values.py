"""Values that only some callers or branches give: types of which only undef is accepted, and branches before which code may fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings, messages

INNER = {"modules/a/manifests/inner.pp": "define a::inner (Optional[String[1]] $state = undef) { }"}


@pytest.mark.parametrize(
    ("parameter", "declared", "is_refused"),
    [
        ("Optional[Boolean]", "a::inner { 'x': state => $x }", True),
        ("Variant[Undef, Boolean, Array]", "a::inner { 'x': state => $x }", True),
        ("Variant[Undef, Boolean, String]", "a::inner { 'x': state => $x }", False),
        ("Optional[String]", "a::inner { 'x': state => $x }", False),
        ("Optional[Any]", "a::inner { 'x': state => $x }", False),
        ("Optional[Integer]", "file { '/x': mode => $x }", True),
        ("Optional[String]", "file { '/x': mode => $x }", False),
        ("Optional[Boolean]", "file { '/x': ensure => $x }", False),
    ],
)
def test_only_undef_is_accepted(tmp_path: Path, parameter: str, declared: str, is_refused: bool) -> None:
    found = messages(tmp_path, "wrong-value", f"class some ({parameter} $x = undef) {{ {declared} }}", INNER)
    assert ["any value that `$x` accepts except undef" in each for each in found] == [True] * is_refused


@pytest.mark.parametrize(
    ("before", "is_reported"),
    [
        ("if !$other { fail('other') }", True),
        ("if $use { fail('use') }", False),
        ("$derived = $use\nif $derived { fail('use') }", False),
        ("validate_array($env)", False),
        ("if $facts['a'] { fail('other') }", True),
        ("some::check($use)", False),
        ("some::check($other)", True),
    ],
)
def test_a_branch_is_judged_if_no_failure_before_depends_on_the_same(tmp_path: Path, before: str, is_reported: bool) -> None:
    code = f"""
        class some ($use, $other) {{
          if $use {{ $env = '' }} else {{ $env = ['A=b'] }}
          {before}
          exec {{ '/bin/x': environment => $env }}
        }}
    """
    found = messages(tmp_path, "wrong-value", code)
    assert ["a possible value of 'environment'" in each for each in found] == [True] * is_reported


def test_the_elements_of_an_array_are_known_where_it_is_a_default(tmp_path: Path) -> None:
    module = {
        "modules/a/manifests/params.pp": """
            class a::params {
              if $facts['a'] { $options = [] } else { $options = [{'a' => $facts['b']}, 'b'] }
            }
        """,
    }
    module["modules/a/manifests/init.pp"] = "class a (Array[String[1]] $options = $a::params::options) inherits a::params { }"
    (found,) = [each.message for each in findings(tmp_path, module) if each.code == "refused-default"]
    assert "`$options` is Tuple[Hash, String]" in found


@pytest.mark.parametrize(
    ("code", "is_reported"),
    [
        ("define some { if $title != 'a' { fail('b') } service { 'x': enable => $name ? { 'a' => true, default => 'never' } } }", False),
        (
            "class some { $k = lookup('k') $l = 'k'.lookup if $k != 'a' { fail('b') } "
            "service { 'x': enable => $l ? { 'a' => true, default => 'n' } } }",
            False,
        ),
        ("class some ($l) { service { 'x': enable => $l ? { 'a' => true, default => 'n' } } }", True),
    ],
)
def test_failures_that_depend_on_the_same_in_another_form(tmp_path: Path, code: str, is_reported: bool) -> None:
    assert bool(messages(tmp_path, "wrong-value", code)) == is_reported
