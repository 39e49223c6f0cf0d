"""Strings in `require` and its like, of which Puppet refuses those that are not references."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import messages


@pytest.mark.parametrize(
    ("resource", "refused"),
    [
        ("exec { '/bin/a': notify => 'restart it' }", ["restart it"]),
        ("exec { '/bin/a': require => ['x', File['/a'], 'y'] }", ["x", "y"]),
        ("exec { '/bin/a': require => present }", ["present"]),
        ("exec { '/bin/a': require => ['File[/a]'] }", []),
        ("exec { '/bin/a': require => undef }", []),
        ("exec { '/bin/a': require => \"${x}\" }", []),
        ("@exec { '/bin/a': notify => 'restart it' }", []),
        ("exec { '/bin/a': path => 'restart it' }", []),
        ("exec { '/bin/a': require => File ['/a'] }", []),
    ],
)
def test_a_string_that_is_not_a_reference(tmp_path: Path, resource: str, refused: list[str]) -> None:
    code = f"class m (\n  $x,\n) {{\n  file {{ '/a': }}\n  {resource}\n}}\n"
    expected = [f'No title provided and "{each}" is not a valid resource reference' for each in refused]
    assert messages(tmp_path, "unknown-resource", code) == expected
