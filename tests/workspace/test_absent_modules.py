"""Names of modules that are not installed are unknown, which is reported once per project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run, write
from tests.cli.in_process import findings

USING = """\
class own {
  include passwords::x
  $p = $passwords::x::pw
  notice($p)
  passwords::y { 'z': }
  notice(passwords::f())
}
"""
OWN = "manifests/init.pp"


def metadata(name: str, *dependencies: str) -> str:
    listed = [{"name": each, "version_requirement": ">= 1.0.0 < 2.0.0"} for each in dependencies]
    fields = {"name": name, "version": "1.0.0", "author": "a", "license": "Apache-2.0", "summary": "s", "source": "https://example.com"}
    return json.dumps({**fields, "dependencies": listed})


def found(folder: Path, files: dict[str, str]) -> list[str]:
    return [f"{each.path}:{each.line} {each.severity} {each.code}" for each in findings(folder, files)]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"environment.conf": "modulepath = modules:/nowhere/private\n", f"modules/own/{OWN}": USING},
            ["environment.conf:1 info environment-folder"],
        ),
        ({"metadata.json": metadata("me-own", "x/passwords"), OWN: USING}, ["metadata.json:1 info missing-module"]),
        ({"metadata.json": metadata("me-own", "x/passwords", "x/other"), OWN: USING}, ["metadata.json:1 info missing-module"]),
        ({"metadata.json": metadata("me-own"), OWN: USING}, [f"{OWN}:2 info missing-module"]),
        ({"Puppetfile": "mod 'x-passwords', '1.0.0'\n", f"modules/own/{OWN}": USING}, ["Puppetfile:1 info missing-module"]),
        (
            {
                "Puppetfile": "mod 'x-y', '~> 1.0'\n",
                "Puppetfile.lock": "FORGE\n  specs:\n    x-passwords (1.0.0)\n",
                f"modules/own/{OWN}": USING,
            },
            ["Puppetfile:1 info missing-module"],
        ),
        (
            {"metadata.json": metadata("me-own"), ".fixtures.yml": "fixtures:\n  repositories:\n    passwords: u\n", OWN: USING},
            [],
        ),
        ({"metadata.json": metadata("me-own"), ".puppet-check.toml": 'external-modules = ["pass*"]\n', OWN: USING}, []),
        ({"environment.conf": "", f"modules/own/{OWN}": "class own { include pe_repo\n  notice(pe_build_version())\n}\n"}, []),
    ],
)
def test_what_is_absent_is_unknown(files: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, files) == expected


def test_a_module_of_another_author_proves_nothing(tmp_path: Path) -> None:
    files = {
        "modules/passwords/metadata.json": metadata("me-passwords"),
        "modules/passwords/manifests/init.pp": "class passwords { include passwords::gone }\n",
        "modules/own/metadata.json": metadata("me-own", "x/passwords"),
        f"modules/own/{OWN}": USING,
    }
    assert found(tmp_path, files) == [
        "modules/own/metadata.json:1 info missing-module",
        "modules/passwords/manifests/init.pp:1 error unknown-class",
    ]


def test_what_is_there_stays_exact(tmp_path: Path) -> None:
    code = "class own {\n  include own::gone\n  own::thing { 'x': prot => 1 }\n  notice(strftme('%Y'))\n  include passwords::x\n}\n"
    files = {
        "metadata.json": metadata("me-own", "x/passwords"),
        OWN: code,
        "manifests/thing.pp": "define own::thing(Integer $port = 1) { notice($port) }\n",
    }
    assert found(tmp_path, files) == [
        f"{OWN}:2 error unknown-class",
        f"{OWN}:3 error unknown-parameter",
        f"{OWN}:4 error unknown-function",
        "metadata.json:1 info missing-module",
    ]


def test_the_finding_counts_the_names_that_are_not_checked(tmp_path: Path) -> None:
    files = {"metadata.json": metadata("me-own", "x/passwords", "x/other"), OWN: USING}
    message = next(each.message for each in findings(tmp_path, files) if each.code == "missing-module")
    assert message.startswith("x-passwords, x-other are not installed, so 4 of their names are not checked")


def test_modules_that_nothing_declares_are_one_finding_of_a_project(tmp_path: Path) -> None:
    files = {
        "metadata.json": metadata("me-own"),
        OWN: USING,
        "manifests/a.pp": "class own::a {\n  include other\n  include ::other::x\n}\n",
        "manifests/b.pp": "class own::b {\n  include other\n  include own::gone\n}\n",
    }
    assert found(tmp_path, files) == ["manifests/a.pp:2 info missing-module", "manifests/b.pp:3 error unknown-class"]
    message = next(each.message for each in findings(tmp_path, files) if each.code == "missing-module")
    assert message.startswith("the modules other, passwords are neither installed nor declared as dependencies, so 6 of their names")


@pytest.mark.parametrize("folder", ["examples", "spec/classes", "tests"])
def test_examples_and_tests_are_not_evaluated(folder: str, tmp_path: Path) -> None:
    code = "class { 'other': prot => 1 }\nnotice(1 / 0)\n"
    files = {"metadata.json": metadata("me-own"), OWN: "class own { }\n", f"{folder}/a.pp": code, f"{folder}/b.pp": "class {\n"}
    assert found(tmp_path, files) == [f"{folder}/b.pp:1 error syntax-error"]
    assert f"{folder}/a.pp:2 error div-by-zero" in found(tmp_path / "all", files | {".puppet-check.toml": f'include = ["/{folder}"]\n'})


def test_a_vendored_module_is_checked_for_syntax_only(tmp_path: Path) -> None:
    files = {
        "Puppetfile": "mod 'x-vendored', '1.0.0'\nmod 'x-own', local: true\n",
        "modules/vendored/manifests/init.pp": "class vendored { notice(1 / 0) }\n",
        "modules/own/manifests/init.pp": "class own { notice(1 / 0) }\n",
    }
    assert found(tmp_path, files) == ["modules/own/manifests/init.pp:1 error div-by-zero"]


def test_a_control_repository_may_have_metadata(tmp_path: Path) -> None:
    files = {
        "metadata.json": metadata("example-psick"),
        "Puppetfile": "mod 'example/psick', '1.2.3'\n",
        "manifests/site.pp": "include psick\npsick::thing { 'x': }\n",
    }
    assert found(tmp_path, files) == ["Puppetfile:1 info missing-module"]


def test_fixtures_link_to_modules_beside(tmp_path: Path) -> None:
    files = {
        "own/metadata.json": metadata("me-own", "x/passwords"),
        "own/.fixtures.yml": "fixtures:\n  symlinks:\n    own: '#{source_dir}'\n    passwords: '#{source_dir}/../elsewhere'\n",
        "elsewhere/metadata.json": metadata("x-passwords"),
        "elsewhere/manifests/y.pp": "define passwords::y { }\n",
        f"own/{OWN}": "class own {\n  passwords::y { 'z': }\n  passwords::z { 'z': }\n}\n",
    }
    assert found(tmp_path, files) == [f"own/{OWN}:3 error unknown-resource-type"]


def test_what_a_manifest_defines_itself_is_of_no_missing_module(tmp_path: Path) -> None:
    site = "class role {\n}\ntype Role::Port = Integer\nnode default {\n  include role\n  $a = 1 =~ Role::Port\n  notice($a)\n}\n"
    write(tmp_path, {"site.pp": site, "facts.json": "{}", "modules/a/manifests/init.pp": "class a {\n}\n"})
    options = ("--modulepath", "modules", "--facts", "facts.json", "--format", "concise")
    assert run("puppet-check", *options, "site.pp", cwd=tmp_path).out == "No problems in 1 file\n"
    write(tmp_path, {"site.pp": site.replace("include role", "include role, role::gone")})
    assert "module 'role' is neither installed nor declared" in run("puppet-check", *options, "site.pp", cwd=tmp_path).out
    answer = run("puppet-eval", "--catalog", "--modulepath", "modules", "--facts", "facts.json", "site.pp", cwd=tmp_path)
    assert "role::gone" in answer.out + answer.err
