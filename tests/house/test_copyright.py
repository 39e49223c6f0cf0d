"""The copyright file of the Debian package names what the package contains."""

from __future__ import annotations

import re
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

COPYRIGHT = (Path(__file__).parents[2] / "debian" / "copyright").read_text(encoding="utf-8")
FOLDERS = {"pyyaml": "yaml", "attrs": "attr", "cattrs": "cattr"}
"""The folders of the libraries that have another name."""


def libraries(name: str = "puppet-check") -> set[str]:
    """The names of all libraries that a distribution requires, with those that these require."""
    found: set[str] = set()
    pending = [name]
    while pending:
        for requirement in map(Requirement, requires(pending.pop()) or ()):
            each = requirement.name.lower().replace("-", "_")
            if each not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
                found.add(each)
                pending.append(each)
    return found


@pytest.mark.parametrize("library", sorted(libraries()))
def test_each_library_that_is_packaged_is_named(library: str) -> None:
    assert re.search(rf"^Files: (.* )?usr/lib/puppet-check/{FOLDERS.get(library, library)}[*/]", COPYRIGHT, re.MULTILINE)


def test_vendored_files_are_named() -> None:
    assert "Files: grammar/src/tree_sitter/*\n" in COPYRIGHT
    assert "Files: server/puppet_check/workspace/interfaces/data/*\n" in COPYRIGHT


def test_each_licence_has_a_text() -> None:
    named = {each for line in re.findall(r"^License: (.*)$", COPYRIGHT, re.MULTILINE) for each in re.split(r" and | or ", line)}
    assert named == set(re.findall(r"^License: (.*)\n ", COPYRIGHT, re.MULTILINE))
