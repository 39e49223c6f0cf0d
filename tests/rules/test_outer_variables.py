"""Variables that some branches assign where an outer scope has one of that name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("body", "is_reported"),
    [
        ("if $x { $v = 'a' } unless $x { $v = 'b' } notice($v)", False),
        ("if $x { if $y { $v = 'a' } } else { $v = 'c' } if $x and !$y { $v = 'b' } notice($v)", False),
        ("if $y { if $x { $v = 'a' } } else { if $x { $v = 'c' } } unless $x { $v = 'b' } notice($v)", False),
        ("case $y { true: { $v = 'a' } default: { notice('none') } } unless $y { $v = 'b' } notice($v)", False),
        ("if $x { $v = 'a' } else { $v = 'b' } $v = 'c' notice($v)", True),
        ("if $x { $v = 'a' } $w = $v $w = 'b' notice($v, $w)", True),
        ("$v = 'a' if $x { $v = 'b' } notice($v)", True),
    ],
)
def test_a_variable_of_an_outer_scope_is_assigned_once_in_each_case(body: str, is_reported: bool, tmp_path: Path) -> None:
    """The reference refuses those that are reported, for some values of the parameters, and no other."""
    code = f"$v = 'outer'\nclass m(Boolean $x = true, Boolean $y = false) {{\n  {body}\n}}\ninclude m\n"
    found = [each.code for each in findings(tmp_path, {"site.pp": code}) if each.severity == "error"]
    assert found == ["illegal-reassignment"] * is_reported
