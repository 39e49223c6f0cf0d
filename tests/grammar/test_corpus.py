"""The grammar's own cases in tree-sitter's format: code, and its tree."""

from __future__ import annotations

import json
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


def test_every_node_with_each_of_its_fields_is_in_a_case() -> None:
    types = json.loads((FOLDER.parents[1] / "src" / "node-types.json").read_text(encoding="utf-8"))
    named = [each for each in types if each["named"] and "subtypes" not in each]
    possible = {(each["type"], field) for each in named for field in ("", *each.get("fields", ()))}
    found: set[tuple[str, str]] = set()
    for case in cases():
        cursor = parse(case.source).tree.walk()
        nodes = [cursor.node]
        while nodes:
            node = nodes.pop()
            assert node is not None
            found |= {(node.type, ""), *((node.type, node.field_name_for_child(at) or "") for at in range(node.child_count))}
            nodes.extend(node.children)
    assert possible - found == set()


def test_no_two_cases_of_a_file_have_one_title() -> None:
    titles = [case.title for case in cases()]
    assert len(set(titles)) == len(titles)
