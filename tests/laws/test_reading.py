"""Laws of parsing: an edited tree equals a newly parsed one, parsing never raises, and positions convert both ways."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from puppet_grammar import ast
from puppet_grammar.lower import lower, read
from puppet_grammar.parse import Change, Mode, edit, mode_of, parse
from puppet_grammar.pn import NoPN, pn
from puppet_grammar.text import Encoding, Text
from tests.support.edits import PIECES, difference

DATA = Path(__file__).parents[1] / "data"
MANIFESTS = sorted((DATA / "manifests").iterdir())
SNIPPETS = [
    str(case["code"])
    for file in sorted((DATA / "syntax").glob("*.jsonl"))
    for case in map(json.loads, file.read_text(encoding="utf-8").splitlines())
    if len(case.get("code", "")) in range(1, 400)
]

modes = st.builds(Mode, epp=st.booleans(), tasks=st.booleans())
soups = st.lists(st.sampled_from([*PIECES, b" $x ", b" foo ", b" file { 'a': b => 1 } "]), max_size=40).map(b"".join)
sources = st.one_of(
    soups,
    st.binary(max_size=200),
    st.sampled_from(SNIPPETS).map(str.encode),
    st.tuples(st.sampled_from(SNIPPETS), st.integers(0, 400), st.sampled_from(SNIPPETS)).map(
        lambda parts: (parts[0][: parts[1]] + parts[2]).encode()
    ),
)
changes = st.tuples(st.floats(0, 1), st.integers(0, 60), st.sampled_from(PIECES))


@given(sources, modes)
def test_reading_never_raises_and_every_node_lies_in_the_text(source: bytes, mode: Mode) -> None:
    program, problems = read(source, mode)
    for node in ast.walk(program):
        assert 0 <= node.start <= node.end <= len(source), node
    for problem in problems:
        assert 0 <= problem.start <= problem.end <= len(source), problem
    assert list(problems) == sorted(problems)


@given(sources, modes)
def test_valid_code_has_no_error_node_and_can_be_dumped(source: bytes, mode: Mode) -> None:
    program, problems = read(source, mode)
    if any(problem.severity == "error" for problem in problems):
        return
    assert not any(isinstance(node, ast.ErrorNode) for node in ast.walk(program))
    try:
        assert pn(program)
    except NoPN as reason:
        assert "ApplyExpression" in str(reason) or "parameter" in str(reason) or "minus" in str(reason)


@given(st.sampled_from(MANIFESTS), st.lists(changes, min_size=1, max_size=6))
def test_a_chain_of_edits_gives_the_tree_of_a_fresh_parse(file: Path, steps: list[tuple[float, int, bytes]]) -> None:
    tree = parse(file.read_bytes(), mode_of(file.name))
    for place, length, replacement in steps:
        start = round(place * len(tree.text))
        tree = edit(tree, Change(start, min(start + length, len(tree.text)), replacement))
        assert difference(tree.tree, parse(tree.text, tree.mode).tree) is None
    lower(tree)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_positions_go_there_and_back(characters: str, encoding: Encoding) -> None:
    text = Text(characters)
    offset = 0
    for character in characters:
        line_end = text.line_span(text.position(offset).line).end
        if offset <= line_end:
            assert text.offset(text.position(offset, encoding), encoding) == offset
        offset += len(character.encode())


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_columns_agree_with_python_s_own_encodings(characters: str) -> None:
    text = Text(characters)
    last = characters.rpartition("\n")[2]
    end = len(text)
    assert text.position(end, "utf-32").column == len(last)
    assert text.position(end, "utf-16").column == len(last.encode("utf-16-le")) // 2
    assert text.position(end, "utf-8").column == len(last.encode())
