"""Fixes of findings about catalogs: each is compiled, and applied only if the catalog changes in nothing but what it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

UNSAFE = ("--no-config", "--no-cache", "--fix-only", "--unsafe-fixes")


def fixed(folder: Path, body: str, parameters: str = "") -> str:
    """The body of a class after all of its fixes are applied."""
    head = f"# Shop.\nclass shop{parameters} {{\n"
    write(folder, {"shop/manifests/init.pp": f"{head}{body}}}\n"})
    run("puppet-check", *UNSAFE, folder / "shop", cwd=folder)
    text = (folder / "shop/manifests/init.pp").read_text()
    return text.removeprefix(head).removesuffix("}\n")


PACKAGE = "  package { 'varnish':\n    ensure => installed,\n  }\n"
SERVICE = "  service { 'varnish':\n    ensure => running,\n  }\n"
FILE = "  file { '/etc/shop.conf':\n    content => $password,\n  }\n"
PASSWORD = "(String $password)"


def test_a_missing_order_becomes_a_metaparameter(tmp_path: Path) -> None:
    made = SERVICE.replace("  }", "    require => Package['varnish'],\n  }")
    assert fixed(tmp_path, SERVICE + PACKAGE).replace("ensure  =>", "ensure =>") == made + PACKAGE


def test_it_becomes_an_arrow_where_the_body_has_arrows(tmp_path: Path) -> None:
    chain = "  file { '/a': }\n  -> exec { '/bin/true': creates => '/a/b' }\n"
    assert fixed(tmp_path, chain + PACKAGE + SERVICE) == chain + PACKAGE + SERVICE.replace("  service", "  -> service")
    assert fixed(tmp_path, chain + SERVICE + PACKAGE) == chain + SERVICE + PACKAGE + "  Package['varnish'] -> Service['varnish']\n"


def test_a_class_that_is_included_becomes_contained(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "environment.conf": "modulepath = modules\n",
            "manifests/site.pp": "node default {\n  include role::web\n}\n",
            "modules/role/manifests/web.pp": "# Web.\nclass role::web {\n  include role::outer\n"
            "  exec { 'redis-cli ping':\n    path    => '/bin',\n    creates => '/b',\n    require => Class['role::outer'],\n  }\n}\n",
            "modules/role/manifests/outer.pp": "# Outer.\nclass role::outer {\n  include role::inner\n}\n",
            "modules/role/manifests/inner.pp": "# Inner.\nclass role::inner {\n  service { 'redis':\n    ensure => running,\n  }\n}\n",
        },
    )
    run("puppet-check", *UNSAFE, tmp_path, cwd=tmp_path)
    assert "  contain role::inner\n" in (tmp_path / "modules/role/manifests/outer.pp").read_text()


def test_an_edge_that_would_close_a_cycle_is_not_added(tmp_path: Path) -> None:
    body = "  package { 'varnish':\n    require => File['/etc/varnish/x'],\n  }\n  file { '/etc/varnish/x':\n    content => 'a',\n  }\n"
    assert fixed(tmp_path, body) == body


@pytest.mark.parametrize("name", ("-p", "--password="))
def test_a_secret_of_a_command_goes_to_the_environment(tmp_path: Path, name: str) -> None:
    command = f"mysql {name}${{password}} -e 'select 1'"
    body = f"  exec {{ 'select':\n    command => \"{command}\",\n    path    => '/bin',\n    creates => '/b',\n  }}\n"
    made = fixed(tmp_path, body, PASSWORD)
    assert "\"mysql -e 'select 1'\"" in made and '=> Sensitive(["MYSQL_PWD=${password}"]),' in made


def test_a_secret_in_a_file_is_accepted_as_sensitive_or_becomes_that(tmp_path: Path) -> None:
    write(tmp_path, {"shop/manifests/init.pp": f"# Shop.\nclass shop{PASSWORD} {{\n{FILE}}}\n"})
    run("puppet-check", *UNSAFE, tmp_path / "shop", cwd=tmp_path)
    assert "(Variant[Sensitive[String], String] $password)" in (tmp_path / "shop/manifests/init.pp").read_text()
    inner = FILE.replace("$password", '"p=${password}"')
    assert fixed(tmp_path, inner, PASSWORD) == inner.replace('"p=${password}"', 'Sensitive("p=${password}")')


def test_a_sensitive_that_is_refused_further_on_is_not_accepted(tmp_path: Path) -> None:
    write(tmp_path, {"shop/manifests/user.pp": "# User.\ndefine shop::user(String $pw) {\n}\n"})
    body = FILE + "  shop::user { 'a':\n    pw => $password,\n  }\n"
    made = body.replace("=> $password,\n  }\n  shop", "=> Sensitive($password),\n  }\n  shop")
    assert fixed(tmp_path, body, PASSWORD) == made


def test_safe_fixes_leave_catalogs_as_they_are(tmp_path: Path) -> None:
    text = f"# Shop.\nclass shop {{\n{SERVICE}{PACKAGE}}}\n"
    write(tmp_path, {"shop/manifests/init.pp": text})
    found = run("puppet-check", "--no-config", "--no-cache", "--fix", tmp_path / "shop", cwd=tmp_path)
    assert (tmp_path / "shop/manifests/init.pp").read_text() == text
    assert "missing-order" in found.out and "1 fix is unsafe" in found.err


def test_a_diff_shows_them_and_changes_nothing(tmp_path: Path) -> None:
    text = f"# Shop.\nclass shop {{   \n{SERVICE}{PACKAGE}}}\n"
    write(tmp_path, {"shop/manifests/init.pp": text})
    given = ("--no-config", "--no-cache", "--profile", "puppet-lint", "--diff", "--unsafe-fixes")
    found = run("puppet-check", *given, tmp_path / "shop", cwd=tmp_path)
    assert (tmp_path / "shop/manifests/init.pp").read_text() == text
    assert "+    require => Package['varnish'],\n" in found.out and "+class shop {\n" in found.out
