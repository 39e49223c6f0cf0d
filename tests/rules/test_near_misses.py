"""Names that differ little from what the same module has, where the evaluation cannot say that nothing else has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.in_process import findings

CLASSES = {"manifests/init.pp": "class quantum {\n}\n", "manifests/params.pp": "class quantum::params {\n}\n"}
MODULEFILE = {"Modulefile": "name 'acme-quantum'\nversion '0.1.0'\ndependency 'puppetlabs/stdlib', '>= 2.0.0'\n"}


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("quantun::params", 1),
        ("quantum", 0),
        ("quantun::other", 0),
        ("quantity::params", 0),
        ("quantum::params", 0),
    ],
)
def test_a_class_of_a_module_of_nearly_the_own_name(tmp_path: Path, name: str, count: int) -> None:
    files = {**MODULEFILE, **CLASSES, "manifests/agent.pp": f"class quantum::agent {{\n  include '{name}'\n}}\n"}
    found = [(each.severity, each.code) for each in findings(tmp_path, files) if each.code == "unknown-class"]
    assert found == [("warning", "unknown-class")] * count


@pytest.mark.parametrize(
    ("name", "count"), [("pupet_agent", 1), ("puppet_agnet", 1), ("puppet_agents", 0), ("puppet_agent", 0), ("agent", 0)]
)
def test_the_main_class_of_a_module_of_nearly_the_name_of_one_that_is_declared(tmp_path: Path, name: str, count: int) -> None:
    site = "site/profile/manifests/init.pp"
    files = {
        "Puppetfile": "mod 'puppetlabs-puppet_agent', '4.0.0'\nmod 'x-y', '1.0.0'\n",
        "environment.conf": "modulepath = site:modules\n",
    }
    found = findings(tmp_path, {**files, site: f"class profile {{\n  include {name}\n}}\n"})
    assert [(each.severity, each.path) for each in found if each.code == "unknown-class"] == [("warning", site)] * count


@pytest.mark.parametrize(
    ("reference", "messages"),
    [
        ("Vcsrepo['statusbot']", ["Vcsrepo['statusbot'] is not declared anywhere, did you mean '/opt/statusbot'?"]),
        ("Vcsrepo['/opt/statusbot']", []),
        ("Vcsrepo['bot']", []),
        ("Package['statusbot']", []),
    ],
)
def test_a_reference_to_the_end_of_a_path(tmp_path: Path, reference: str, messages: list[str]) -> None:
    code = f"class robot {{\n  vcsrepo {{ '/opt/statusbot': }}\n  file {{ '/x':\n    require => {reference},\n  }}\n}}\n"
    files = {"Puppetfile": "mod 'x-y', '1.0.0'\n", "modules/robot/manifests/init.pp": code}
    assert [each.message for each in findings(tmp_path, files) if each.code == "unknown-reference"] == messages


@pytest.mark.parametrize(
    ("branches", "count"),
    [
        ("if $x { $provider_nmae = 1 } else { $provider_name = 2 }", 1),
        ("if $x { $provider_nmae = 1 $provider_name = 1 } else { $provider_name = 2 }", 0),
        ("if $x { $provider_nmae = 1 } else { $provider_name = 2 $provider_nmae = 2 }", 0),
        ("if $x { $provider_nmae = 1 notice($provider_nmae) } else { $provider_name = 2 }", 0),
        ("if $x { $provider_name1 = 1 } else { $provider_name2 = 2 }", 0),
    ],
)
def test_a_variable_of_one_branch_alone(tmp_path: Path, branches: str, count: int) -> None:
    code = f"class m ($x) {{\n  {branches}\n  if $x {{ notice($provider_name) }}\n}}\n"
    found = findings(tmp_path, {"m/manifests/init.pp": code})
    assert [each.severity for each in found if each.code == "misspelt-variable"] == ["warning"] * count


@pytest.mark.parametrize(
    ("mods", "expected"),
    [
        ("mod 'puppetlabs-stdlib', '9.4.1'\n", ["warning"]),
        ("mod 'puppetlabs-stdlib', '9.4.1'\nmod 'acme-unknown', '1.0.0'\n", []),
        ("mod 'puppetlabs-firewall', '8.0.0'\n", []),
        ("", []),
    ],
)
def test_a_type_of_a_published_module_that_the_puppetfile_lacks(tmp_path: Path, mods: str, expected: list[str]) -> None:
    code = "class profile {\n  firewall { '100 ssh':\n    proto => 'tcp',\n  }\n}\n"
    files = {"Puppetfile": mods, "environment.conf": "modulepath = site-modules:modules\n", "modules/.keep": ""}
    found = findings(tmp_path, {**files, "site-modules/profile/manifests/init.pp": code})
    assert [each.severity for each in found if each.code == "unknown-resource-type"] == expected


def test_a_key_that_mixes_one_and_two_colons_needs_no_known_class(tmp_path: Path) -> None:
    files = {
        "Puppetfile": "mod 'x-y', '1.0.0'\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": "other::integrations:disk: 1\nother:disk: 1\n",
    }
    found = findings(tmp_path, files)
    assert [each.line for each in found if each.code == "hiera-single-colon"] == [1]


@pytest.mark.parametrize(
    ("classes", "lines"),
    [
        (["apache", "apache::mod::ssl", "apache::mod:rewrite"], [4]),
        (["apache", "apache::mod::ssl", "apache::mod::rewrite"], []),
        (["apache", "host:port"], []),
        (["apache::mod::ssl", "http://x", "a:b"], []),
    ],
)
def test_a_class_with_one_colon_in_a_list_of_classes(tmp_path: Path, classes: list[str], lines: list[int]) -> None:
    files = {
        "Puppetfile": "mod 'x-y', '1.0.0'\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": "classes:\n" + "".join(f"  - {each}\n" for each in classes),
    }
    assert [each.line for each in findings(tmp_path, files) if each.code == "hiera-single-colon"] == lines


@pytest.mark.parametrize(("pattern", "count"), [("^a:b::c::", 1), ("^a::b::c::", 0), ("^a:b", 0), ("^(?:a::)?b::", 0)])
def test_a_pattern_of_lookup_options_that_mixes_one_and_two_colons(tmp_path: Path, pattern: str, count: int) -> None:
    files = {
        "Puppetfile": "mod 'x-y', '1.0.0'\n",
        "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
        "data/common.yaml": f"lookup_options:\n  '{pattern}.*':\n    merge: hash\n",
    }
    assert len([each for each in findings(tmp_path, files) if each.code == "hiera-single-colon"]) == count


@pytest.mark.parametrize(
    ("declared", "messages"),
    [
        ("OptionalString", ["unknown type 'OptionalString', did you mean 'Optional[String]'?"]),
        ("ArrayInteger", ["unknown type 'ArrayInteger', did you mean 'Array[Integer]'?"]),
        ("Optional[String]", []),
        ("OptionalThing", []),
    ],
)
def test_two_data_types_without_a_bracket(tmp_path: Path, declared: str, messages: list[str]) -> None:
    files = {"Puppetfile": "mod 'x-y', '1.0.0'\n", "modules/m/manifests/init.pp": f"class m (\n  {declared} $x,\n) {{\n}}\n"}
    assert [each.message for each in findings(tmp_path, files) if each.code == "unknown-resource-type"] == messages
