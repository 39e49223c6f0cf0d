"""Variables that some branches do not assign."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("branches", "expected"),
    [
        ("if $x { $a = 1 } elsif $y { } else { $a = 2 }", ["warning"]),
        ("if $x { notice(1) } elsif $y { $a = 1 } else { $a = 2 }", ["warning"]),
        ("if $x { } else { $a = 2 }", ["warning"]),
        ("unless $x { } else { $a = 2 }", ["warning"]),
        ("if $x { if $y { $a = 1 } else { notice(1) } } else { $a = 2 }", ["warning"]),
        ("if $x { if $y { $a = 1 } } else { $a = 2 }", ["warning"]),
        ("if $x { if $y { $a = 1 } else { fail('no') } } else { $a = 2 }", []),
        ("if $x { $a = 1 } elsif $y { $a = 2 } else { $a = 3 }", []),
        ("case $z { 'a': { $a = 1 } default: { } }", ["info"]),
    ],
)
def test_a_branch_without_assignment(branches: str, expected: list[str], tmp_path: Path) -> None:
    code = f"class m(Boolean $x, Boolean $y, String $z) {{\n  {branches}\n  notice($a)\n}}\n"
    found = findings(tmp_path, {"environment.conf": "", "modules/m/manifests/init.pp": code})
    assert [each.severity for each in found if each.code == "possibly-unset-variable"] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if $x { $a = 1 } notice($a)", ["warning"]),
        ("unless $x { $a = 1 } notice($a)", ["warning"]),
        ("if $p != 'none' { if $x { $a = 1 } else { $a = 2 } } notice($a)", ["warning"]),
        ("if $x { $a = 1 } if $x { notice($a) }", []),
        ("if $x { $a = 1 } if $p == 'none' { notice($a) }", ["info"]),
        ("unless $x { fail('no') } if $x { $a = 1 } notice($a)", []),
        ("if !$x and $p == 'b' { fail('no') } if $x { $a = 1 } notice($a)", ["warning"]),
        ("if !$x and ($p == 'b' and $os) { fail('no') } if $x { $a = 1 } notice($a)", ["warning"]),
        ("if !$x or $p == 'b' { fail('no') } if $x { $a = 1 } notice($a)", []),
        ("if !$x and $facts['os']['family'] == 'Suse' { fail('no') } if $x { $a = 1 } notice($a)", ["info"]),
        ("if $p == 'a' { $a = 1 } elsif $p == 'b' { $a = 2 } notice($a)", ["info"]),
        ("if $os == 'Debian' { $a = 1 } notice($a)", ["info"]),
        ("if $x and $facts['is_virtual'] { $a = 1 } notice($a)", ["info"]),
        ("if $x { if $p == 'none' { $a = 1 } } notice($a)", ["warning"]),
        ("if $os == 'x' { $a = 1 } if $a { notice(1) }", ["warning"]),
        ("if $os == 'x' { $a = 1 } notice(pick($a, 2))", ["warning"]),
        ("if $os == 'x' { $a = 1 } if $os != 'y' and $a { notice(1) }", ["info"]),
        ("if $os == 'x' { $a = 1 } if $os != 'y' { if $a { notice(1) } }", ["info"]),
        ("if $os == 'x' { $a = 1 } if $os == 'y' { fail('no') } if $a { notice(1) }", ["info"]),
        ("$is_x = $os == 'x' if $is_x { $a = 1 } if $os == 'x' { if $a { notice(1) } }", ["info"]),
        ("$is_x = $os == 'x' if $os == 'x' { $a = 1 } if $is_x and $a { notice(1) }", ["info"]),
        ("$is_x = $os == 'x' if $os == 'x' { $a = 1 } if $is_x { notice(pick($a, 2)) }", ["info"]),
        ("$is_x = $os == 'x' if $os == 'x' { $a = 1 } $b = $is_x ? { true => pick($a, 2), default => 3 }", ["info"]),
        ("$is_x = $os == 'x' if $os == 'x' { $a = 1 } unless $is_x { return() } if $a { notice(1) }", ["info"]),
        ("$is_x = !!$x if $x { $a = 1 } if $is_x and $a { notice(1) }", ["info"]),
        ("if $os == 'x' { $a = 1 } $facts['x'].each |$each| { if $a { notice(1) } }", ["info"]),
        ("if $x { $a = 1 } $b = $x ? { true => ['x'], default => [] } $b.each |$each| { notice($a) }", ["info"]),
        ("if $x { if $p == 'a' { $a = 1 } elsif $p == 'b' { $a = 2 } } else { $a = 3 } notice($a)", ["info"]),
    ],
)
def test_a_single_condition_about_parameters_that_sets_a_variable(body: str, expected: list[str], tmp_path: Path) -> None:
    code = f"class m(Boolean $x, $p = 'none', $os = $facts['os']['family']) {{\n  {body}\n}}\n"
    found = findings(tmp_path, {"environment.conf": "", "modules/m/manifests/init.pp": code})
    assert [each.severity for each in found if each.code == "possibly-unset-variable"] == expected


@pytest.mark.parametrize(
    ("reader", "expected"),
    [
        ("if $x { if $y { notice($b) } }", []),
        ("if $y { if $x { notice($b) } }", []),
        ("if $y and $x { notice($b) }", []),
        ("unless $x { notice(1) } else { notice($a) }", []),
        ("if $x { case $z { 'a', 'b': { notice($c) } default: { } } }", []),
        ("if $y { notice($d) }", []),
        ("if $x { notice($b) }", ["info"]),
        ("if $x { notice($d) }", ["info"]),
        ("if $y { notice($b) }", ["info"]),
        ("if $x or $y { notice($b) }", ["info"]),
        ("if $z == 'a' { notice($c) }", ["info"]),
        ("[true].each |$x| { if $y { notice($b) } }", ["info"]),
    ],
)
def test_a_variable_is_set_where_the_conditions_of_nested_branches_hold(reader: str, expected: list[str], tmp_path: Path) -> None:
    nested = "if $y { $b = 1 } case $z { 'a': { $c = 1 } 'b': { $c = 2 } default: { } } if $y { $d = 1 }"
    setter = f"if $x {{ $a = 1 {nested} }} else {{ if $y {{ $d = 2 }} }}"
    code = f"class m(Boolean $x, Boolean $y, String $z) {{\n  {setter}\n  {reader}\n}}\n"
    found = findings(tmp_path, {"environment.conf": "", "modules/m/manifests/init.pp": code})
    assert [each.severity for each in found if each.code == "possibly-unset-variable"] == expected


LACKING = "'c': { $b = 3 }"


@pytest.mark.parametrize(
    ("branch", "reader", "expected"),
    [
        (LACKING, "class m($x = $m::params::a) inherits m::params { notice($x) }", ["warning"]),
        (LACKING, "class m inherits m::params { notice($a) }", ["warning"]),
        (LACKING, "class m inherits m::params { notice($b) }", []),
        (LACKING, "class m inherits m::params { if $facts['x'] { notice($a) } }", []),
        ("'c': { fail('no') }", "class m inherits m::params { notice($a) }", []),
        ("'c': { $b = 3 } default: { $b = 4 }", "class m inherits m::params { notice($a) }", []),
        ("'c': { }", "class m inherits m::params { notice($a) }", []),
        ("default: { if $facts['y'] { $a = 5 } else { notice(1) } $b = 2 }", "class m inherits m::params { notice($a) }", ["warning"]),
        (
            "default: { $b = 2 if $facts['y'] { $a = 5 } elsif $facts['z'] { $a = 6 } else { notice(1) } }",
            "class m inherits m::params { notice($a) }",
            ["warning"],
        ),
    ],
)
def test_a_branch_of_another_class_without_assignment(branch: str, reader: str, expected: list[str], tmp_path: Path) -> None:
    params = (
        f"class m::params {{\n  case $facts['z'] {{\n    'a': {{ $a = 1 $b = 1 }}\n    'b': {{ $a = 2 $b = 2 }}\n    {branch}\n  }}\n}}\n"
    )
    files = {"environment.conf": "", "modules/m/manifests/init.pp": reader, "modules/m/manifests/params.pp": params}
    found = findings(tmp_path, files, paths=("modules/m/manifests/init.pp",))
    assert [each.severity for each in found if each.code == "possibly-unset-variable"] == expected


@pytest.mark.parametrize(
    ("other", "name", "expected"), [("$e = 5", "location", ["warning"]), ("", "location", []), ("$e = 5", "yum_repo", [])]
)
def test_one_of_two_branches_that_are_alike(other: str, name: str, expected: list[str], tmp_path: Path) -> None:
    shared = "$a = 1 $b = 2 $c = 3 $d = 4"
    params = (
        f"class m::params {{\n  if $facts['kernel'] == 'windows' {{ {shared} {other} }} else {{ {shared} {other} ${name} = 'x' }}\n}}\n"
    )
    code = f"class m ($location = $m::params::{name}) inherits m::params {{\n  notice($location)\n}}\n"
    module = {"modules/m/manifests/init.pp": code, "modules/m/manifests/params.pp": params}
    files = {"environment.conf": "", **module}
    assert [each.severity for each in findings(tmp_path, files) if each.code == "possibly-unset-variable"] == expected
