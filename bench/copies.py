"""Copies of modules that benchmarks may change."""

from __future__ import annotations

import shutil
from pathlib import Path


def copied(modules: Path, folder: Path) -> None:
    """Copy modules, and what their links lead to, into a new environment."""
    for module in sorted(modules.resolve().iterdir()):
        shutil.copytree(module.resolve(), folder / "modules" / module.name, ignore_dangling_symlinks=True)
    (folder / "environment.conf").touch()
