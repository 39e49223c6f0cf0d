"""Fixes of findings about the catalogs of nodes whose facts are in a folder: each holds for all of them."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Answer, run, write

SERVICE = "  service { 'varnish':\n    ensure => running,\n  }\n"
PACKAGE = "  package { 'varnish':\n    ensure => installed,\n  }\n"
SITE = "node default {\n  include shop\n}\n"


def fixed(folder: Path, body: str, *options: str) -> Answer:
    """Fix a control repository with the facts of two nodes."""
    files = {
        "environment.conf": "modulepath = modules\n",
        "manifests/site.pp": SITE,
        "modules/shop/manifests/init.pp": f"# Shop.\nclass shop {{\n{body}}}\n",
        "facts/one.json": '{"role": "web"}',
        "facts/two.json": '{"role": "db"}',
    }
    write(folder, files)
    given = ("--no-config", "--no-cache", "--unsafe-fixes", "--facts-dir", folder / "facts", *options)
    return run("puppet-check", *given, folder, cwd=folder)


def text(folder: Path) -> str:
    return (folder / "modules/shop/manifests/init.pp").read_text()


def test_an_order_is_added_for_all_nodes(tmp_path: Path) -> None:
    found = fixed(tmp_path, SERVICE + PACKAGE, "--fix")
    assert "    require => Package['varnish'],\n" in text(tmp_path)
    assert "missing-order" not in found.out


def test_what_one_node_finds_is_fixed_and_checked_with_the_other(tmp_path: Path) -> None:
    body = f"  if $facts['role'] == 'db' {{\n{PACKAGE}  }}\n{SERVICE}"
    found = fixed(tmp_path, body, "--fix")
    # The package is not in the catalog of the other node, which could not be compiled any more.
    assert text(tmp_path).endswith(f"{body}}}\n")
    assert "missing-order" in found.out


def test_an_edge_that_would_close_a_cycle_in_one_catalog_is_not_added(tmp_path: Path) -> None:
    relation = "  if $facts['role'] == 'db' {\n    Service['varnish'] -> Exec['/bin/x'] -> Package['varnish']\n  }\n"
    body = f"{SERVICE}{PACKAGE}  exec {{ '/bin/x': creates => '/x' }}\n{relation}"
    fixed(tmp_path, body, "--fix")
    assert "require" not in text(tmp_path)


def test_a_diff_changes_nothing(tmp_path: Path) -> None:
    found = fixed(tmp_path, SERVICE + PACKAGE, "--diff")
    assert "+    require => Package['varnish'],\n" in found.out
    assert "require" not in text(tmp_path)
