"""Names of classes in data that manifests include, and keys of data beside computed names of classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.test_slips_of_names import codes

DATA = "data/common.yaml"
PROJECT = {
    "environment.conf": "modulepath = site\n",
    "hiera.yaml": "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n",
    "site/role/manifests/web.pp": "class role::web { }\n",
    "site/profile/manifests/ntp.pp": "class profile::ntp ($server = 'a') { notice($server) }\n",
}


@pytest.mark.parametrize(
    "code",
    [
        "hiera_include('classes')",
        "include lookup('classes', Array[String], 'unique', [])",
        "include(hiera_array('classes'))",
        "lookup('classes', Array[String], 'unique').include",
        "lookup('classes').unique.include",
        "lookup({ 'name' => 'classes', 'merge' => 'unique' }).include",
        "$all = lookup({\n  'name' => 'classes' })\n$all.include",
        "$all = lookup('classes')\ninclude $all",
        "$all = hiera('classes')\n$all.each |String $one| { include $one }",
        "lookup('classes').each |$one| {\n  contain $one\n}",
    ],
)
def test_the_classes_of_a_key_that_is_included(tmp_path: Path, code: str) -> None:
    data = "classes:\n  - role::web\n  - role::webb\n  - '::role::other'\n  - elsewhere\n  - --role::gone\n"
    files = {**PROJECT, "manifests/site.pp": f"{code}\n", DATA: data}
    assert codes(tmp_path, files, "hiera-unknown-class") == [(DATA, 3), (DATA, 4)]


@pytest.mark.parametrize(
    "code",
    [
        "$all = lookup('classes')\nnotice($all)\ninclude role::web",
        "# hiera_include('classes')\ninclude role::web",
        "lookup('others').include\nnotice(lookup('classes'))",
    ],
)
def test_nothing_is_said_of_a_key_that_is_not(tmp_path: Path, code: str) -> None:
    files = {**PROJECT, "manifests/site.pp": f"{code}\n", DATA: "classes:\n  - role::webb\n"}
    assert codes(tmp_path, files, "hiera-unknown-class") == []


def test_a_class_without_its_module_is_reported_where_another_one_differs_in_a_letter(tmp_path: Path) -> None:
    files = {
        **PROJECT,
        "site/postfix/manifests/init.pp": "class postfix { }\n",
        "manifests/site.pp": "hiera_include('classes')\n",
        DATA: "classes:\n  - postfixx\n  - dovecot\n",
    }
    assert codes(tmp_path, files, "hiera-unknown-class") == [(DATA, 2)]


def test_a_single_class_may_be_the_value(tmp_path: Path) -> None:
    files = {**PROJECT, "manifests/site.pp": "include lookup('role')\n", DATA: "role: role::wbe\n"}
    assert codes(tmp_path, files, "hiera-unknown-class") == [(DATA, 1)]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("include \"profile::${facts['kernel']}\"", 1),
        ("class { \"profile::${facts['kernel']}\": }", 1),
        ("service { 'x': require => Class[\"profile::${facts['kernel']}\"] }", 1),
        ("notice(lookup(\"profile::${facts['kernel']}\"))", 0),
        ("$key = \"profile::${facts['kernel']}\"\nnotice(lookup($key))", 0),
        ("include lookup(\"profile::${facts['kernel']}\")", 0),
    ],
)
def test_a_computed_name_of_a_class_is_no_key(tmp_path: Path, code: str, count: int) -> None:
    files = {**PROJECT, "manifests/site.pp": f"{code}\n", DATA: "profile::ntp::sevrer: b\n"}
    assert codes(tmp_path, files, "hiera-unknown-parameter") == [(DATA, 1)] * count


def test_a_key_with_one_colon_that_code_looks_up_with_two(tmp_path: Path) -> None:
    files = {**PROJECT, "manifests/site.pp": "notice(lookup('profile::ntp::pool'))\n", DATA: "profile::ntp:pool: b\n"}
    assert codes(tmp_path, files, "hiera-single-colon") == [(DATA, 1)]
