"""`create_resources` with values that are no names of resource types, as recorded answers of the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("create_resources(/x/, $all)", ["Unknown resource type: '/x/'"]),
        ("create_resources(/x/, { a => {} })", ["Unknown resource type: '/x/'"]),
        ("create_resources(7, $all)", ["create_resources(): the name of the resource type must be a string"]),
        ("create_resources(/x/, {})", []),
        ("create_resources(undef, {})", []),
        ("create_resources(undef, $all)", []),
        ("create_resources('file', $all)", []),
    ],
)
def test_only_names_of_types_are_accepted_unless_nothing_is_created(tmp_path: Path, call: str, expected: list[str]) -> None:
    found = findings(tmp_path, {"manifests/init.pp": f"class m(Hash $all) {{\n  {call}\n  notice($all)\n}}\n"})
    assert [each.message for each in found if each.severity == "error"] == expected
