"""A small environment, and what is found in its manifests and templates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.cli import in_process
from tests.cli.in_process import Found

MANIFEST = "some/manifest.pp"
"""The path of code that does not say where it is."""


def findings(folder: Path, files: Mapping[str, str]) -> list[Found]:
    """The findings in the manifests and templates of an environment with these files."""
    found = in_process.findings(folder, {"environment.conf": "", **files})
    return [each for each in found if each.path.endswith((".pp", ".epp"))]


def messages(folder: Path, code: str, manifest: str, others: Mapping[str, str] | None = None) -> list[str]:
    """The messages of the findings with a code in a manifest of an environment."""
    found = findings(folder, {**(others or {}), MANIFEST: manifest})
    return [each.message for each in found if each.code == code and each.path == MANIFEST]
