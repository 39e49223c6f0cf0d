"""The interface for programs in Python answers as the commands do."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from puppet_check import api
from tests.cli.command import run, write

CONTROL = {
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: os\n    path: 'os/%{facts.os.family}.yaml'\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "shop::port: 80\n",
    "data/os/RedHat.yaml": "shop::port: 8080\n",
    "manifests/site.pp": "include shop\n",
    "modules/shop/manifests/init.pp": "# Sells.\n#\n# @param port Where.\n"
    "class shop (Integer $port) {\n  file { '/a': content => String($port) }\n}\n",
    "modules/shop/manifests/bad.pp": "class shop::bad {\n  file { '/b': ensur => file }\n}\n",
    ".git/config": "",
}
REDHAT = {"os": {"family": "RedHat"}}


@pytest.fixture
def project(tmp_path: Path) -> api.Project:
    write(tmp_path, CONTROL)
    return api.Project(tmp_path)


def places(found: tuple[api.Finding, ...], folder: Path) -> list[tuple[str, int, int, str]]:
    return [(str(Path(each.file).relative_to(folder)), each.line, each.column, each.code) for each in found]


def test_findings_are_those_of_the_command_line(project: api.Project, tmp_path: Path) -> None:
    printed = json.loads(run("puppet-check", "--format", "json", ".", cwd=tmp_path).out)
    assert places(project.check(), tmp_path) == [(each["file"], each["line"], each["column"], each["code"]) for each in printed]
    assert printed


def test_settings_apply(project: api.Project, tmp_path: Path) -> None:
    write(tmp_path, {".puppet-check.toml": "exclude = ['modules/shop/manifests/bad.pp']\n[severity]\ndiv-by-zero = 'info'\n"})
    assert project.check("modules") == ()
    (found,) = project.check_text("class shop::f { $a = 1 / 0 }\n", "modules/shop/manifests/f.pp")
    assert (found.code, found.severity) == ("div-by-zero", "info")


def test_a_file_and_an_unsaved_text_can_be_checked(project: api.Project, tmp_path: Path) -> None:
    bad = "modules/shop/manifests/bad.pp"
    assert places(project.check(bad), tmp_path) == [(bad, 2, 16, "unknown-parameter")]
    assert project.check_text(CONTROL[bad].replace("ensur ", "ensure "), bad) == ()
    assert [each.code for each in project.check_text("class shop::new { $a = 1 / 0 }", "modules/shop/manifests/new.pp")] == ["div-by-zero"]


def test_fixes_are_applied_to_a_text(project: api.Project) -> None:
    bad = "modules/shop/manifests/bad.pp"
    assert project.fixed(CONTROL[bad], bad) == CONTROL[bad]
    assert project.fixed(CONTROL[bad], bad, unsafe=True) == CONTROL[bad].replace("ensur ", "ensure ")


def test_names_are_described(project: api.Project) -> None:
    text = project.describe("class", "shop")
    assert text is not None and "Integer $port" in text and "Sells." in text
    assert project.describe("class", "shop::no") is None
    assert "content" in str(project.describe("attribute", "file content"))
    with pytest.raises(api.ConfigError, match="'klass' is not a kind of names with references; expected one of class, define, "):
        project.references("klass", "shop")
    with pytest.raises(api.ConfigError, match="'shop' is a text; expected the names of classes"):
        project.catalog("shop")
    with pytest.raises(api.ConfigError, match="'klass' is not a kind of names; expected one of class, "):
        project.describe("klass", "shop")


def test_references_are_found_in_all_files(project: api.Project, tmp_path: Path) -> None:
    found = [(str(Path(each.file).relative_to(tmp_path)), each.line, each.role, each.text) for each in project.references("class", "shop")]
    assert ("manifests/site.pp", 1, "read", "include shop") in found
    assert ("modules/shop/manifests/init.pp", 4, "define", "class shop (Integer $port) {") in found


def test_a_key_is_looked_up_for_a_node(project: api.Project, tmp_path: Path) -> None:
    found = project.lookup("shop::port", REDHAT)
    assert (found.state, found.value, found.merge) == ("found", 8080, "first")
    assert found.files == (str(tmp_path / "data/os/RedHat.yaml"),)
    assert project.lookup("shop::port", {"os": {"family": "Debian"}}).value == 80
    assert project.lookup("shop::port").state == "unknown"
    assert project.lookup("shop::no", REDHAT).state == "missing"


def test_a_catalog_is_compiled(project: api.Project) -> None:
    found = project.catalog((), REDHAT)
    assert found.error == ""
    assert '"content": "8080"' in json.dumps(found.document)
    failed = project.catalog(("shop::no",), REDHAT)
    assert "Could not find class ::shop::no" in failed.error


def test_the_resources_of_a_catalog_are_asked_for_by_name(project: api.Project, tmp_path: Path) -> None:
    write(
        tmp_path,
        {"modules/shop/manifests/init.pp": "class shop {\n  notify { $facts['os']['name']: message => $facts['os']['family'] }\n}\n"},
    )
    found = project.catalog(system=("Ubuntu", "24.04"))
    assert found.titles("Notify") == ("Ubuntu",)
    assert found.parameters("Notify", "Ubuntu") == {"message": "Debian"}
    assert found.parameters("Notify", "Debian") is None
    assert project.catalog(facts={"os": {"family": "mine", "name": "own"}}, system=("Debian", "12")).titles("Notify") == ("own",)
    with pytest.raises(api.ConfigError, match="Plan 9: not a known operating system"):
        project.catalog(system=("Plan", "9"))


def test_findings_about_catalogs_are_among_those_of_files(tmp_path: Path) -> None:
    site = "node 'a' {\n  include shop\n  include shop::more\n}\n"
    more = {"modules/shop/manifests/more.pp": "class shop::more {\n  file { '/a': }\n}\n", "manifests/site.pp": site}
    write(tmp_path, CONTROL | more)
    assert "catalog-error" in [each.code for each in api.Project(tmp_path).check()]


def test_tests_of_pytest_get_the_project(tmp_path: Path) -> None:
    write(
        tmp_path,
        CONTROL
        | {
            "pytest.ini": "[pytest]\n",
            "spec/test_shop.py": "def test_port(puppet_project):\n"
            "    catalog = puppet_project.catalog(system=('RedHat', '9'))\n"
            "    assert catalog.error == ''\n"
            "    assert catalog.parameters('File', '/a') == {'content': '8080'}\n",
        },
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_what_is_asked_wrongly_is_refused(tmp_path: Path) -> None:
    for make, message in (
        (lambda: api.Project(tmp_path / "no"), "no such folder"),
        (lambda: api.Project(tmp_path, target="puppet99"), "'puppet99' is not a version"),
        (lambda: api.Project(tmp_path, profile="loud"), "'loud' is not a profile"),
        (lambda: api.Project(tmp_path).check("no.pp"), "no such file or folder: no.pp"),
    ):
        with pytest.raises(api.ConfigError, match=message):
            make()


def test_a_target_replaces_the_setting(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "notice(regsubst('a', 'a', 'b', undef, 'U'))\n", ".git/config": ""})
    assert api.Project(tmp_path).check() == ()
    assert [each.severity for each in api.Project(tmp_path, target="openvox9").check()] == ["error"]
