"""Where a project begins."""

from __future__ import annotations

from pathlib import Path

from puppet_check.workspace.project import find_project


def test_a_module_may_have_something_named_site(tmp_path: Path) -> None:
    for path in ("environment.conf", "modules/web/manifests/site.pp", "modules/web/manifests/init.pp"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    project = find_project(str(tmp_path / "modules/web/manifests/init.pp"))
    assert project.root == str(tmp_path)
    assert project.sites == ()
