"""A small environment, and what is found in its manifests and templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from puppet_check.analysis import Analysis
from tests.workspace import project_places
from tests.workspace.project_places import Found

ALONE = re.compile(r"^```puppet\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
MANIFEST = "some/manifest.pp"
"""The path of code that does not say where it is."""


def example(section: str) -> dict[str, str]:
    """The files of a part of a manual page; code without a path is one manifest."""
    found = project_places.example(section)
    return found or {MANIFEST: "\n".join(ALONE.findall(section)) + "\n"}


def findings(folder: Path, files: Mapping[str, str]) -> list[Found]:
    """What is found in an environment of these files."""
    (folder / "environment.conf").write_text("", encoding="utf-8")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    analysis = Analysis()
    found = []
    for name in files:
        if name.endswith((".pp", ".epp")):
            checked = analysis.check(str(folder / name))
            for each in checked.diagnostics:
                found.append(Found(name, checked.text.position(each.start).line + 1, each.severity.text, each.code))
    return sorted(found)


def messages(folder: Path, code: str, manifest: str, others: Mapping[str, str] | None = None) -> list[str]:
    """What is told under a code of a manifest of an environment."""
    findings(folder, {**(others or {}), MANIFEST: manifest})
    return [each.message for each in Analysis().check(str(folder / MANIFEST)).diagnostics if each.code == code]
