"""Names and variables that belong to another namespace than the one that is written, in code whose modules are not all there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

INIT = "m/manifests/init.pp"
MODULE = {
    "m/manifests/config.pp": "class m::config ($port = 1) { notice($port) }\n",
    "m/manifests/web.pp": "class m::web { include web }\n",
    "m/manifests/download.pp": "define m::download ($uri, $mode = '0644') { notify { \"${uri} ${mode}\": } }\n",
    "m/manifests/params.pp": "class m::params { $package_name = 'm' }\n",
}


def codes(folder: Path, files: dict[str, str], code: str) -> list[tuple[str, int]]:
    """The places of the findings with a code."""
    return [(each.path, each.line) for each in findings(folder, files) if each.code == code]


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("include config", 1),
        ("include 'config', m::config", 1),
        ("class { 'config': port => 2 }", 1),
        ("class { 'config': prot => 2 }", 0),
        ("include ::config", 0),
        ("include web", 0),  # m::web is for a module of this name.
        ("include apache", 0),
        ("include m::config", 0),
        ("include nothing", 0),
    ],
)
def test_a_class_that_is_included_by_a_relative_name(statement: str, count: int, tmp_path: Path) -> None:
    files = {**MODULE, INIT: f"class m {{\n  {statement}\n}}\n", "m/manifests/apache.pp": "class m::apache { }\n"}
    assert codes(tmp_path, files, "unknown-class") == [(INIT, 2)] * count


def test_a_module_that_is_declared_may_have_the_class(tmp_path: Path) -> None:
    metadata = '{"name": "a-m", "version": "1.0.0", "dependencies": [{"name": "acme/config", "version_requirement": ">= 1.0.0"}]}'
    assert codes(tmp_path, {**MODULE, "m/metadata.json": metadata, INIT: "class m {\n  include config\n}\n"}, "unknown-class") == []


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("download { '/a': uri => 'b' }", 1),
        ("download { '/a': uri => 'b', mode => '0600', require => File['/b'] }", 1),
        ("download { '/a': mode => '0600' }", 0),
        ("download { '/a': uri => 'b', md5 => 'c' }", 0),
        ("m::download { '/a': uri => 'b' }", 0),
    ],
)
def test_a_define_that_is_declared_by_a_relative_name(statement: str, count: int, tmp_path: Path) -> None:
    files = {**MODULE, INIT: f"class m {{\n  {statement}\n}}\n"}
    assert codes(tmp_path, files, "unknown-resource-type") == [(INIT, 2)] * count


def test_a_define_that_wraps_another_one_of_its_name(tmp_path: Path) -> None:
    code = "define m::download ($uri, $mode = '0644') {\n  download { $title: uri => $uri }\n}\n"
    files = {**MODULE, "m/manifests/download.pp": code, INIT: "class m {\n  download { '/a': uri => 'b' }\n}\n"}
    assert codes(tmp_path, files, "unknown-resource-type") == []


@pytest.mark.parametrize(
    ("body", "others", "count"),
    [
        ("package { $::nova::params::package_name: }", "", 1),
        ('notify { "${nova::params::package_name}": }', "", 1),
        ("package { $nova::params::service_name: }", "", 0),
        ("package { $m::params::package_name: }", "", 0),
        ("include nova package { $nova::params::package_name: }", "", 0),
        ("package { $nova::params::package_name: }", "class m::other { include nova::api }", 0),
        ("nova { 'a': } package { $nova::params::package_name: }", "", 0),
    ],
)
def test_a_variable_of_the_params_of_another_module(body: str, others: str, count: int, tmp_path: Path) -> None:
    files = {
        **MODULE,
        INIT: f"class m {{\n  include m::params\n  {body}\n}}\n",
        "m/manifests/other.pp": f"{others or 'class m::other { }'}\n",
    }
    assert codes(tmp_path, files, "unknown-variable") == [(INIT, 3)] * count


@pytest.mark.parametrize(
    ("statement", "count"),
    [("resource { 'yumrepo': purge => true }", 1), ("resource { 'a': size => 1 }", 0), ("resource { 'a': }", 0)],
)
def test_the_singular_of_a_type_that_is_a_plural(statement: str, count: int, tmp_path: Path) -> None:
    files = {"Puppetfile": "mod 'acme-elsewhere', '1.0.0'\n", "site/m/manifests/init.pp": f"class m {{\n  {statement}\n}}\n"}
    assert len(codes(tmp_path, {**files, "environment.conf": "modulepath = site\n"}, "unknown-resource-type")) == count


@pytest.mark.parametrize(("mount", "count"), [("module", 1), ("modles", 1), ("mdules", 1), ("modern", 0), ("private", 0)])
def test_the_mount_of_the_files_of_modules(mount: str, count: int, tmp_path: Path) -> None:
    code = f"class m {{\n  file {{ '/a': source => 'puppet:///{mount}/m/a' }}\n}}\n"
    assert (
        codes(tmp_path, {INIT: code, "m/files/a": "", "m/metadata.json": '{"name": "a-m"}'}, "missing-source-file") == [(INIT, 2)] * count
    )


READER = "class m::{name} {{ {include} notice($m::params::port) }}\n"


@pytest.mark.parametrize(
    ("including", "without", "last", "others", "count"),
    [
        (3, 0, "", "", 1),
        (3, 0, "include m::params", "", 0),
        (3, 0, "include m::base", "class m::base inherits m::params { }", 0),
        (3, 0, "", "class m::base { include m::params include m::last }", 0),
        (3, 0, "", "class m::base { include m::last }", 0),
        (3, 0, "assert_private()", "", 0),
        (3, 0, "", "define m::base { include m::params include m::last }", 1),
        (2, 0, "", "", 0),
        (3, 2, "", "", 0),
        (6, 2, "", "", 3),
    ],
)
def test_a_class_that_does_not_include_what_the_others_do(
    including: int, without: int, last: str, others: str, count: int, tmp_path: Path
) -> None:
    files = {f"manifests/a{each}.pp": READER.format(name=f"a{each}", include="include m::params") for each in range(including)}
    files |= {f"manifests/b{each}.pp": READER.format(name=f"b{each}", include="") for each in range(without)}
    files |= {"manifests/params.pp": "class m::params { $port = 1 }\n", "manifests/last.pp": READER.format(name="last", include=last)}
    files |= {"metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": []}', "manifests/base.pp": f"{others}\n"}
    found = [each for each in findings(tmp_path, files) if each.code == "late-include"]
    assert [each.severity for each in found] == ["warning"] * count
    assert not count or "manifests/last.pp" in {each.path for each in found}


def test_few_modules_are_searched_for(tmp_path: Path) -> None:
    reads = "\n".join(f"  notice($nova{each}::params::package_name)" for each in range(20))
    files = {**MODULE, INIT: f"class m {{\n  include m::params\n{reads}\n}}\n"}
    assert 0 < len(codes(tmp_path, files, "unknown-variable")) < 10
