"""Lowering around some places gives the same nodes there as lowering the whole text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puppet_check.semantics.node_at import path_at
from puppet_grammar.lower import lower
from puppet_grammar.parse import mode_of, parse
from puppet_grammar.partial import lower_around

DATA = Path(__file__).parents[1] / "data"
FILES = sorted(DATA.rglob("*.pp"))
NAME = re.compile(rb"[A-Za-z_]\w*(?:::\w+)*")
STEP = 11
"""Every eleventh name of a file is looked at."""


def shape(path: tuple[object, ...]) -> list[tuple[str, object]]:
    """The kinds and spans of nodes, but not of the bodies that become smaller."""
    return [
        (type(each).__name__, getattr(each, "span", None))
        for each in path
        if type(each).__name__ not in ("BlockExpression", "NopExpression")
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DATA)))
def test_nodes_are_the_same(path: Path) -> None:
    source = path.read_bytes()
    tree = parse(source, mode_of(path.name))
    whole = lower(tree)[0]
    comments = [each.span for each in whole.comments]
    for found in [*NAME.finditer(source)][::STEP]:
        at = found.start()
        if not any(start <= at < end for start, end in comments):
            assert shape(path_at(lower_around(tree, [at]), at)) == shape(path_at(whole, at)), found


def test_statements_without_a_text_are_left_out() -> None:
    source = b"if $x { file { 'a': mode => 1 } exec { 'b': mode => 1 } }\nFile['c'] { mode => 1 }\nnotice File['d']\nnotice $mode\n"
    program = lower_around(parse(source), [each.start() for each in re.finditer(rb"mode|'d'", source)], b"file")
    found = [at for at in (each.start() for each in re.finditer(rb"'\w'", source)) if len(path_at(program, at)) > 4]
    assert [source[at + 1 : at + 2] for at in found] == [b"a", b"c", b"d"]
