"""Classes of modules that are not there, included before they are declared as resources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import write
from tests.cli.in_process import findings

DUPLICATE = ["duplicate-declaration"]


def found(body: str, folder: Path) -> list[str]:
    """The codes of the findings of a class with a body, in a module that lists the absent one."""
    metadata = '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "b/absent", "version_requirement": ">= 1.0.0"}]}'
    write(folder, {"metadata.json": metadata, "manifests/init.pp": f"class m {{\n{body}\n}}\n"})
    return [each.code for each in findings(folder / "manifests/init.pp") if each.code in DUPLICATE]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("include absent\nclass { 'absent': }", DUPLICATE),
        ("contain 'a', '::Absent'\nclass { 'absent': }", DUPLICATE),
        ("include absent\nif $facts['x'] { class { 'absent': } }", DUPLICATE),
        ("if $facts['x'] { include absent\nclass { 'absent': } } else { include absent }", DUPLICATE),
        ("class { 'absent': }\ninclude absent", []),
        ("if $facts['x'] { include absent } else { class { 'absent': } }", []),
        ("include absent\n[1].each |$x| { class { 'absent': } }", []),
        ("include absent::b\nclass { 'absent': }", []),
    ],
)
def test_only_an_earlier_inclusion_that_is_evaluated_is_reported(body: str, expected: list[str], tmp_path: Path) -> None:
    assert found(body, tmp_path) == expected
