"""Checkouts beside each other: work trees of a module under any names, siblings of other releases, and modules that are theirs by name."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from puppet_check.reading import dependencies
from puppet_check.workspace.workspace import Workspace
from tests.cli.command import run, write
from tests.cli.in_process import findings


def metadata(name: str, version: str = "1.0.0", **dependencies: str | None) -> str:
    """The `metadata.json` of a module with dependencies, each with a range of versions or without."""
    listed = [{"name": each.replace("_", "/", 1)} | ({"version_requirement": of} if of else {}) for each, of in dependencies.items()]
    fields = {"name": name, "version": version, "author": "acme", "license": "MIT", "summary": "x", "source": "x"}
    return json.dumps(fields | {"dependencies": listed})


MODULE = {
    "metadata.json": metadata("acme-zabbix"),
    "manifests/init.pp": "class zabbix (Integer $port = 1) {\n  include zabbix::agent\n  zabbix::line { 'a': text => $port }\n}\n",
    "manifests/agent.pp": "class zabbix::agent {\n  notice($zabbix::port)\n}\n",
    "manifests/line.pp": "define zabbix::line (Integer $text) {\n  notice(zabbix::twice($text))\n}\n",
    "functions/twice.pp": "function zabbix::twice(Integer $x) >> Integer {\n  $x * 2\n}\n",
}
NAMES = ("main", "feature-x", "zbx", "puppet-zabbix", "zabbix", "feature_x", "zabbix.git")


def codes(folder: Path) -> list[str]:
    return [f"{each.path}:{each.line} {each.severity} {each.code}" for each in findings(folder)]


@pytest.mark.parametrize("name", NAMES)
def test_a_work_tree_beside_another_is_as_alone(name: str, tmp_path: Path) -> None:
    wrong = {**MODULE, "manifests/wrong.pp": "class zabbix::wrong {\n  include zabbix::agnt\n  zabbix::line { 'a': text => 'x' }\n}\n"}
    alone = codes(write(tmp_path / "alone" / name, wrong))
    assert [each for each in alone if "error" in each] == [
        "manifests/wrong.pp:2 error unknown-class",
        "manifests/wrong.pp:3 error wrong-parameter",
    ]
    for each in NAMES:
        write(tmp_path / "trees" / each, wrong)
    write(tmp_path / "trees" / "other", {**MODULE, "manifests/agnt.pp": "class zabbix::agnt { }\n"})
    assert codes(tmp_path / "trees" / name) == alone


def test_a_checkout_of_any_name_uses_the_modules_beside_it(tmp_path: Path) -> None:
    for name in ("nfs", "puppet-ntp", "puppet-module-dns"):
        short = name.rpartition("-")[2]
        write(
            tmp_path / name,
            {"metadata.json": metadata(f"acme-{short}"), "manifests/init.pp": f"class {short} (Integer $x = 1) {{ notice($x) }}\n"},
        )
    needs = metadata("acme-zabbix", acme_nfs=">= 1.0.0", acme_ntp=">= 1.0.0", acme_dns=">= 1.0.0")
    code = "class zabbix {\n" + "".join(f"  class {{ '{each}': y => 1 }}\n" for each in ("nfs", "ntp", "dns")) + "}\n"
    found = codes(write(tmp_path / "zbx", {"metadata.json": needs, "manifests/init.pp": code}))
    assert found == [f"manifests/init.pp:{line} error unknown-parameter" for line in (2, 3, 4)]


def beside(tmp_path: Path, requirement: str | None, version: str, code: str) -> list[str]:
    """The findings of a module beside a sibling of a version, of which it accepts a range."""
    write(
        tmp_path / "nfs",
        {"metadata.json": metadata("acme-nfs", version), "manifests/init.pp": "class nfs (Integer $x = 1) { notice($x) }\n"},
    )
    return codes(write(tmp_path / "zbx", {"metadata.json": metadata("acme-zabbix", acme_nfs=requirement), "manifests/init.pp": code}))


UNKNOWN = "class zabbix {\n  class { 'nfs': y => 1 }\n  include nfs::gone\n  notice($nfs::y)\n}\n"


def test_a_sibling_in_the_accepted_range_is_checked_against(tmp_path: Path) -> None:
    found = beside(tmp_path, ">= 1.0.0 < 3.0.0", "2.0.1-rc0", UNKNOWN)
    assert [each for each in found if "error" in each] == [
        "manifests/init.pp:2 error unknown-parameter",
        "manifests/init.pp:3 error unknown-class",
        "manifests/init.pp:4 error unknown-variable",
    ]


def test_a_sibling_outside_of_the_accepted_range_is_not_installed(tmp_path: Path) -> None:
    assert beside(tmp_path, ">= 1.0.0 < 3.0.0", "3.0.0", UNKNOWN) == ["metadata.json:1 info missing-module"]


def test_a_sibling_without_an_accepted_range_may_be_of_another_release(tmp_path: Path) -> None:
    found = beside(tmp_path, None, "3.0.0", UNKNOWN)
    assert [each for each in found if "metadata.json" not in each] == []


def test_the_release_in_the_accepted_range_is_that_of_the_bundled_interface(tmp_path: Path) -> None:
    write(
        tmp_path / "puppetlabs-stdlib", {"metadata.json": metadata("puppetlabs-stdlib", "9.7.0"), "manifests/init.pp": "class stdlib { }\n"}
    )
    needs = {"metadata.json": metadata("acme-zabbix", puppetlabs_stdlib=">= 3.2.0 < 5.0.0")}
    code = "class zabbix (Hash $h = {}) {\n  if has_key($h, 'a') { validate_hash($h) }\n}\n"
    found = findings(write(tmp_path / "puppet-zabbix", {**needs, "manifests/init.pp": code}))
    assert [each for each in found if each.severity == "error" or each.code == "module-version"] == []
    (missing,) = (each.message for each in found if each.code == "missing-module")
    assert "(stdlib 9.7.0 beside the module is outside of the accepted range), but checked against the bundled interface" in missing


@pytest.mark.parametrize("folder", ["spec/fixtures/modules/nfs", "../nfs"])
def test_an_installed_module_of_another_release_is_reported(folder: str, tmp_path: Path) -> None:
    module = tmp_path / "modules" / "zabbix"
    write(module, {"metadata.json": metadata("acme-zabbix", acme_nfs="< 2.0.0"), "manifests/init.pp": "class zabbix { include nfs }\n"})
    write(module / folder, {"metadata.json": metadata("acme-nfs", "3.0.0"), "manifests/init.pp": "class nfs { }\n"})
    assert "metadata.json:1 warning module-version" in codes(module)


NEIGHBOURS = {
    "a hidden work tree": ".worktrees/x",
    "a work tree of a tool": ".tool/worktrees/x",
    "a built module": "pkg/acme-zabbix-1.0.0",
    "a vendored copy": "vendor/modules/zabbix",
    "a copy among the fixtures": "spec/fixtures/modules/zabbix",
}


@pytest.mark.parametrize("what", NEIGHBOURS)
def test_a_copy_inside_of_a_checkout_does_not_count(what: str, tmp_path: Path) -> None:
    write(tmp_path / "main", MODULE)
    write(tmp_path / "main" / NEIGHBOURS[what], {**MODULE, "manifests/agent.pp": "class zabbix::agent (Integer $z) { notice($z) }\n"})
    found = findings(tmp_path / "main", paths=("manifests", "functions", "metadata.json"))
    assert [each for each in found if each.severity != "info"] == []


def test_a_fixture_may_link_to_the_module_itself(tmp_path: Path) -> None:
    write(tmp_path / "main", MODULE)
    (tmp_path / "main/spec/fixtures/modules").mkdir(parents=True)
    (tmp_path / "main/spec/fixtures/modules/zabbix").symlink_to("../../..")
    assert [each for each in findings(tmp_path / "main") if each.severity != "info"] == []


def test_the_first_of_two_modules_with_a_name_wins_in_a_control_repository(tmp_path: Path) -> None:
    files = {
        "environment.conf": "modulepath = site-modules:modules\n",
        "manifests/site.pp": "class { 'nfs': x => 1 }\n",
        "site-modules/nfs/manifests/init.pp": "class nfs (Integer $x) { notice($x) }\n",
        "modules/nfs/manifests/init.pp": "class nfs (Integer $y) { notice($y) }\n",
    }
    assert [each for each in codes(write(tmp_path, files)) if "error" in each] == []


def test_changes_in_a_work_tree_beside_another_are_its_own(tmp_path: Path) -> None:
    main, feature = tmp_path / "main", tmp_path / "feature-x"
    write(main, MODULE)
    git = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], [*git, "commit", "-qm", "x"], ["worktree", "add", "-q", str(feature)]):
        subprocess.run(["git", *command], cwd=main, check=True, capture_output=True)
    write(main, {"manifests/agent.pp": "class zabbix::agent {\n  notice(1 / 0)\n}\n"})
    assert "div-by-zero" in run("puppet-check", "--no-cache", "--changed-since", "HEAD", cwd=main).out
    assert "div-by-zero" not in run("puppet-check", "--no-cache", "--changed-since", "HEAD", cwd=feature).out


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ({}, ["a/manifests/init.pp:2 error unknown-class"]),
        ({"b/.git/HEAD": "ref: refs/heads/main\n"}, []),
        ({"a/.git/HEAD": "ref: refs/heads/main\n"}, []),
        ({"b/metadata.json": metadata("acme-b")}, []),
    ],
)
def test_modules_without_releases_beside_each_other_are_of_one_state(tmp_path: Path, extra: dict[str, str], expected: list[str]) -> None:
    files = {
        "a/manifests/init.pp": "class a {\n  include b::other\n}\n",
        "b/manifests/init.pp": "class b {\n}\n",
        "c/manifests/init.pp": "class c {\n}\n",
    }
    write(tmp_path, {**files, **extra})
    assert [
        f"{each.path}:{each.line} {each.severity} {each.code}" for each in findings(tmp_path) if each.code == "unknown-class"
    ] == expected


def test_many_modules_ask_the_file_system_no_more_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, real = list[str](), dependencies._status

    def status(kind: str, path: str) -> os.stat_result | None:
        asked.append(path)
        return real(kind, path)

    monkeypatch.setattr(dependencies, "_status", status)
    counts = []
    for number in (10, 40):
        folder = tmp_path / str(number) / "modules"
        for each in range(number):
            write(folder / f"m{each}", {"metadata.json": metadata(f"acme-m{each}"), "manifests/init.pp": f"class m{each} {{ }}\n"})
        asked.clear()
        workspace = Workspace()
        for each in range(number):
            assert len(workspace.known(str(folder / f"m{each}" / "manifests" / "init.pp")).project.modules) == number
        counts.append(len(asked) / number)
    assert counts[1] < 1.2 * counts[0]
