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
        ("if $x { if $y { $a = 1 } } else { $a = 2 }", ["info"]),
        ("if $x { if $y { $a = 1 } else { fail('no') } } else { $a = 2 }", []),
        ("if $x { $a = 1 } elsif $y { $a = 2 } else { $a = 3 }", []),
        ("case $z { 'a': { $a = 1 } default: { } }", ["info"]),
    ],
)
def test_a_branch_without_assignment(branches: str, expected: list[str], tmp_path: Path) -> None:
    code = f"class m(Boolean $x, Boolean $y, String $z) {{\n  {branches}\n  notice($a)\n}}\n"
    found = findings(tmp_path, {"environment.conf": "", "modules/m/manifests/init.pp": code})
    assert [each.severity for each in found if each.code == "possibly-unset-variable"] == expected
