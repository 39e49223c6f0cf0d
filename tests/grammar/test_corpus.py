"""The grammar's own cases in tree-sitter's format: code, and its tree."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from puppet_grammar.parse import mode_of, parse

FOLDER = Path(__file__).parents[2] / "grammar" / "test" / "corpus"


class Case(NamedTuple):
    """A title, a source and its tree."""

    title: str
    source: str
    tree: str


def cases() -> list[Case]:
    """All cases of all files."""
    found: list[Case] = []
    for file in sorted(FOLDER.glob("*.txt")):
        parts = re.split(r"^=+\n(.+)\n=+\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        for title, content in zip(parts[::2], parts[1::2], strict=True):
            source, tree = re.split(r"^---+\n", content, flags=re.MULTILINE)
            # As `tree-sitter test` reads it: a template has to begin right after the heading.
            found.append(Case(f"{file.stem}: {title}", source.removesuffix("\n"), tree))
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_the_tree_is_as_written(case: Case) -> None:
    tree = parse(case.source, mode_of("a.pp")).tree
    assert unspaced(str(tree.root_node)) == unspaced(case.tree)


def unspaced(tree: str) -> str:
    """A tree on one line."""
    return re.sub(r"\s+(?=\))", "", re.sub(r"\s+", " ", tree)).strip()
