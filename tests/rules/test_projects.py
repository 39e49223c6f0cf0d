"""Small projects with the findings that each gives: `tests/data/projects`, a file for each kind of false alarm or missed fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cases.pages import MARKER
from tests.cli.in_process import findings

FOLDER = Path(__file__).parent.parent / "data" / "projects"
LOUD = ("error", "warning")


class Place(NamedTuple):
    """A finding on a line (from 1)."""

    path: str
    line: int
    severity: str
    code: str


class Project(NamedTuple):
    """Files with markers such as `# error: [unknown-class]` on the lines of their findings."""

    name: str
    files: dict[str, str]

    @property
    def expected(self) -> Counter[Place]:
        """The findings that the markers expect."""
        return Counter(
            Place(path, number, *found)
            for path, text in self.files.items()
            for number, line in enumerate(text.split("\n"), 1)
            for found in MARKER.findall(line)
        )


def projects() -> Iterator[Project]:
    """The projects of all files: `### name`, then `--- path` before the text of each file."""
    for path in sorted(FOLDER.glob("*.txt")):
        for part in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, text = part.partition("\n")
            blocks = (each.partition("\n") for each in re.split(r"^--- ", text, flags=re.MULTILINE)[1:])
            yield Project(f"{path.stem}: {name}", {each[0]: each[2] for each in blocks})


@pytest.mark.parametrize("project", [*projects()], ids=lambda project: project.name)
def test_all_errors_and_warnings_are_expected(project: Project, tmp_path: Path) -> None:
    files = {path: MARKER.sub("", text) if path.endswith(".json") else text for path, text in project.files.items()}
    found = Counter(Place(each.path, each.line, each.severity, each.code) for each in findings(tmp_path, files))
    assert project.expected - found == Counter()
    assert [each for each in found - project.expected if each.severity in LOUD] == []
