"""The catalogs that a check looks at are as many as it has time for."""

from __future__ import annotations

from pathlib import Path

from puppet_check.config import Configuration
from puppet_check.reports.catalogs.subjects import subjects_of
from puppet_check.workspace.workspace import Workspace
from tests.cli.command import write

PROFILES = 60


def looked_at(folder: Path, *, is_bounded: bool) -> list[str]:
    """The roles and profiles whose catalogs are compiled."""
    configuration = Configuration()
    known = Workspace(configuration).known(str(folder / "manifests" / "site.pp"))
    paths = {str(each) for each in folder.rglob("*.pp")}
    found = []
    for subject in subjects_of(known, paths, configuration, is_bounded=is_bounded):
        if not subject.module:
            found += subject.compiled.node.classes
    return found


def test_a_check_looks_at_some_entries_and_an_audit_at_all(tmp_path: Path) -> None:
    body = "".join(f"  $v{number} = [1, 2, 3]\n" for number in range(200))
    write(tmp_path, {"environment.conf": "modulepath = site\n"})
    write(tmp_path, {f"site/profile/manifests/p{n}.pp": f"class profile::p{n} {{\n{body}}}\n" for n in range(PROFILES)})
    every = looked_at(tmp_path, is_bounded=False)
    some = looked_at(tmp_path, is_bounded=True)
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
    assert looked_at(tmp_path, is_bounded=True) == ["role::web", "profile::b"]
