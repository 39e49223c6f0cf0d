"""A small project, and what is found in its files that are no manifests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from puppet_check.workspace.project import find_project
from puppet_check.workspace.project_files.check import check_file

FENCE = re.compile(r"^```\w+\n(?:#|//|<%#) path: (\S+)(?: %>)?\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
MARKER = re.compile(r"(?:#|//) (error|warning|info): \[([a-z-]+)\]")


class Found(NamedTuple):
    """A finding in a file; lines count from 1."""

    path: str
    line: int
    severity: str
    code: str


def findings(folder: Path, files: Mapping[str, str]) -> list[Found]:
    """What is found in a project of these files."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = []
    for name in files:
        path = str(folder / name)
        source = Path(path).read_bytes()
        for each in check_file(path, source, find_project(path)):
            found.append(Found(name, source[: each.start].count(b"\n") + 1, each.severity.text, each.code))
    return sorted(found)


def codes(folder: Path, path: str, text: str, others: Mapping[str, str] | None = None) -> list[str]:
    """The codes of what is found in one file of a project."""
    return [each.code for each in findings(folder, {**(others or {}), path: text}) if each.path == path]


def example(section: str) -> dict[str, str]:
    """The files of a part of a manual page."""
    return {path: code + "\n" for path, code in FENCE.findall(section)}


def expected(files: Mapping[str, str]) -> Iterator[Found]:
    """What the markers in files expect; one that is alone on its line speaks of the next line."""
    for path, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            alone = not MARKER.sub("", line).strip()
            for severity, code in MARKER.findall(line):
                yield Found(path, number + alone, severity, code)
