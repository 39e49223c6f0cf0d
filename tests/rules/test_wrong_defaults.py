"""How serious a default is that its parameter refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("kind", "default", "severity"),
    [
        ("class", "undef", "warning"),
        ("class", "[]", "warning"),
        ("class", "['a']", "error"),
        ("define", "undef", "warning"),
        ("define", "[]", "info"),
        ("define", "['a']", "error"),
    ],
)
def test_what_is_empty_may_stand_for_a_value_that_is_required(kind: str, default: str, severity: str, tmp_path: Path) -> None:
    files = {"m/manifests/init.pp": f'{kind} m(Hash $a = {default}) {{\n  notify {{ "${{a}}": }}\n}}\n', "m/metadata.json": "{}"}
    found = [each for each in findings(tmp_path, files) if each.code == "wrong-parameter"]
    assert [each.severity for each in found] == [severity]
