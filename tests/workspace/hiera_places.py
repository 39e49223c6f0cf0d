"""A small environment with data, and what is found in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from puppet_check.workspace.hiera import Hiera
from puppet_check.workspace.project import Project
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.loader import Loader
from tests.cli import in_process

CONFIG = "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"
BASE = {
    "manifests/site.pp": "include motd\n",
    "hiera.yaml": CONFIG,
    "data/common.yaml": "{}\n",
    "modules/motd/manifests/init.pp": "class motd(Integer $port = 80, Array[String] $lines = [], Boolean $on = true) { }\n",
    "modules/motd/hiera.yaml": CONFIG,
    "modules/motd/data/common.yaml": "{}\n",
}


def environment(folder: Path, files: Mapping[str, str]) -> tuple[Project, Loader]:
    """A project of the usual files, with others added or in their place."""
    for name, text in (BASE | dict(files)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    known = Workspace().known(str(folder / "hiera.yaml"))
    return known.project, known.loader


def hiera(folder: Path, files: Mapping[str, str]) -> Hiera:
    """The data of an environment."""
    return Hiera(*environment(folder, files))


def findings(folder: Path, files: Mapping[str, str]) -> list[tuple[str, int, str, str]]:
    """The findings in the data of an environment: file, line from 1, severity and code; not those of unused keys."""
    found = in_process.findings(folder, {**BASE, **files})
    return [each[:4] for each in found if each.code.startswith("hiera-") and each.code != "hiera-unused-key"]
