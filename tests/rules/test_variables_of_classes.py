"""The types of the variables of other classes that are only assigned literals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.places import findings

PARAMS = """class a::params {
  case $facts['os']['family'] {
    'Debian': { $options = { 'a' => 1 } }
    default: { $options = {} }
  }
  if $facts['x'] { $some = 'text' }
  $path = $facts['x'] ? { 1 => '/a', default => "/b" }
  $count = 3
  $made = 3 + 4
}
"""


def codes(folder: Path, line: str, header: str = "class a") -> list[str]:
    """The codes of the findings above info for a line of a class."""
    files = {"modules/a/manifests/params.pp": PARAMS, "modules/a/manifests/init.pp": f"{header} {{\n  include a::params\n  {line}\n}}\n"}
    return [each.code for each in findings(folder, files) if each.severity != "info" and each.code != "unused-variable"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$x = $a::params::options + 'word'", "evaluation-error"),
        ("$x = $a::params::path * 2", "not-numeric"),
        ("file { '/x': mode => $a::params::count + 'x' }", "not-numeric"),
        ("$x = $a::params::options + { 'b' => 2 }", None),
        ("if $a::params::some == undef { notice(1) }", None),
        ("if $a::params::some { notice(1) }", None),
        ("$x = $a::params::made + 1", None),
        ("$x = $a::params::count + 1", None),
    ],
)
def test_a_class_knows_the_types_of_variables_of_another(tmp_path: Path, line: str, code: str | None) -> None:
    assert codes(tmp_path, line) == ([] if code is None else [code])


def test_a_class_knows_the_types_of_variables_that_it_inherits(tmp_path: Path) -> None:
    assert codes(tmp_path, "$x = $path * 2", "class a inherits a::params") == ["not-numeric"]
