"""The hover on a resource says what it is applied after and before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import session

SHOP = """\
class shop (Integer $workers) {
  package { 'varnish': ensure => installed }
  -> file { '/srv/shop': ensure => directory }
  ~> service { 'varnish': ensure => running }
  file { '/srv/shop/logo':
    content => "x",
  }
  Integer[1, $workers].each |$i| {
    file { "/tmp/${i}": }
  }
  file { ['/srv/a', '/srv/b']: }
}
"""


def shown(folder: Path, text: str, line: int, column: int) -> str | None:
    (folder / "cache").mkdir()
    path = write(folder / "shop", {"manifests/init.pp": text}) / "manifests/init.pp"
    with session(folder / "cache", folder / "shop") as client:
        client.open(path, text)
        found = client.at("textDocument/hover", path, line, column)
    return None if found is None else str(found["contents"]["value"])


def test_arrows_and_autorelations_are_named(tmp_path: Path) -> None:
    text = shown(tmp_path, SHOP, 2, 14)
    assert text is not None and text.endswith(
        "Applied after `Package[varnish]`, before `Service[varnish]`, `File[/srv/shop/logo]` (automatically)"
    )


def test_it_is_added_to_the_description_of_the_type(tmp_path: Path) -> None:
    text = shown(tmp_path, SHOP, 4, 3)
    assert text is not None and "Manages a file" in text and "Applied after `File[/srv/shop]` (automatically)" in text


@pytest.mark.parametrize(
    ("text", "line", "column"),
    (
        (SHOP, 8, 13),
        (SHOP, 10, 12),
        (SHOP.replace("class shop", "define shop"), 2, 14),
        (SHOP.replace('"x"', "fail('x')"), 2, 14),
    ),
    ids=("of a lambda", "of several titles", "of a define", "of a class that fails"),
)
def test_nothing_is_said_of_a_resource_whose_place_is_not_known(tmp_path: Path, text: str, line: int, column: int) -> None:
    assert "Applied" not in (shown(tmp_path, text, line, column) or "")
