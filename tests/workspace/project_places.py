"""A small project, and what is found in one of its files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.cli.in_process import findings


def codes(folder: Path, path: str, text: str, others: Mapping[str, str] | None = None) -> list[str]:
    """The codes of what is found in one file of an environment, in which nothing need use it."""
    found = findings(folder, {"environment.conf": "", **(others or {}), path: text})
    return [each.code for each in found if each.path == path and each.code != "unused-template"]
