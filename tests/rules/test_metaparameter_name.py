"""Parameters named like metaparameters, of which Puppet warns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("define m::line (Optional[Type] $notify = undef, $text = 'x') { notice($text, $notify) }\n", ["warning metaparameter-name"]),
        ("class m ($tag = 'x') { notice($tag) }\n", ["warning metaparameter-name"]),
        ("class m ($tag) { notice($tag) }\n", ["error evaluation-error"]),
        ("class m ($tags = 'x', $notifies = 'y') { notice($tags, $notifies) }\n", []),
        ("function m::f($tag = 'x') { notice($tag) }\n", []),
    ],
)
def test_definitions(code: str, expected: list[str], tmp_path: Path) -> None:
    found = findings(tmp_path, {"manifests/init.pp": code})
    assert [f"{each.severity} {each.code}" for each in found if each.severity != "info"] == expected
