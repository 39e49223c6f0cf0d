"""The catalogs that a check looks at are as many as it has time for, and a failure of ours hides no errors in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from puppet_check.cli.node_errors import node_findings
from puppet_check.config import Configuration
from puppet_check.config.configuration import Given
from puppet_check.reports.catalogs import order_findings, subjects
from puppet_check.reports.catalogs.compilation import NotMade
from puppet_check.reports.catalogs.extent import EVERYTHING, Extent, extent_of_check
from puppet_check.reports.catalogs.of_code import catalog_findings
from puppet_check.reports.catalogs.subject import InText, Subject
from puppet_check.reports.catalogs.subjects import subjects_of
from puppet_check.workspace.workspace import Workspace
from tests.cli.command import write

PROFILES = 60
A_CHECK = extent_of_check(frozenset(), 1)


def looked_at(folder: Path, extent: Extent) -> list[str]:
    """The roles and profiles whose catalogs are compiled."""
    configuration = Configuration()
    known = Workspace(configuration).known(str(folder / "manifests" / "site.pp"))
    paths = {str(each) for each in folder.rglob("*.pp")}
    found = []
    for subject in subjects_of(known, paths, configuration, extent):
        if not subject.module:
            found += subject.compiled.node.classes
    return found


def test_a_check_looks_at_some_entries_and_an_audit_at_all(tmp_path: Path) -> None:
    body = "".join(f"  $v{number} = [1, 2, 3]\n" for number in range(200))
    write(tmp_path, {"environment.conf": "modulepath = site\n"})
    write(tmp_path, {f"site/profile/manifests/p{n}.pp": f"class profile::p{n} {{\n{body}}}\n" for n in range(PROFILES)})
    every = looked_at(tmp_path, EVERYTHING)
    some = looked_at(tmp_path, A_CHECK)
    assert len(every) == PROFILES
    assert 10 < len(some) < 60
    assert some == every[: len(some)]


def test_a_profile_of_a_role_is_looked_at_once(tmp_path: Path) -> None:
    files = {
        "environment.conf": "modulepath = site\n",
        "site/role/manifests/web.pp": "class role::web { include profile::a }\n",
        "site/profile/manifests/a.pp": "class profile::a { }\n",
        "site/profile/manifests/b.pp": "class profile::b { }\n",
    }
    write(tmp_path, files)
    assert looked_at(tmp_path, A_CHECK) == ["role::web", "profile::b"]


def test_a_failure_of_an_analysis_hides_no_error_of_a_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(subject: Subject) -> Iterator[InText]:
        raise ValueError("wrong")

    monkeypatch.setattr(order_findings, "analysed", broken)
    site = write(tmp_path, {"environment.conf": "", "facts/a.json": "{}", "manifests/site.pp": "fail('stop')\n"}) / "manifests" / "site.pp"
    configuration = Configuration(Given(replaced=(("facts_dir", str(tmp_path / "facts")), ("jobs", 1))))
    found = node_findings([str(site)], configuration, all_systems=False)
    assert [each.code for each in found[str(site)]] == ["catalog-error", "internal-error"]


@pytest.mark.parametrize("is_in_time", [True, False])
def test_what_was_given_up_is_not_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_in_time: bool) -> None:
    write(tmp_path / "m", {"metadata.json": "{}", "manifests/init.pp": "class m { }\n"})
    if not is_in_time:
        monkeypatch.setattr(subjects, "in_time", lambda make, deadline: NotMade("too long"))
    compute = catalog_findings([str(tmp_path / "m" / "manifests" / "init.pp")])
    assert compute is not None
    found = compute(Workspace(Configuration()))
    assert (found.findings, found.is_complete) == ({}, is_in_time)
