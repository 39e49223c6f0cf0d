"""A small environment, and what is found in its manifests and templates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.cli import product
from tests.cli.product import Found

MANIFEST = "some/manifest.pp"
"""The path of code that does not say where it is."""


def findings(folder: Path, files: Mapping[str, str]) -> list[Found]:
    """What is found in the manifests and templates of an environment of these files."""
    found = product.findings(folder, {"environment.conf": "", **files})
    return [each for each in found if each.path.endswith((".pp", ".epp"))]


def messages(folder: Path, code: str, manifest: str, others: Mapping[str, str] | None = None) -> list[str]:
    """What is told under a code of a manifest of an environment."""
    found = findings(folder, {**(others or {}), MANIFEST: manifest})
    return [each.message for each in found if each.code == code and each.path == MANIFEST]
