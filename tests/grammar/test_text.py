"""Offsets, lines and columns."""

from __future__ import annotations

import pytest

from puppet_grammar.text import Encoding, Position, Span, Text

EMOJI = Text("a😀é\nb\r\n\nlast")


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_a_column_counts_the_units_of_its_encoding(encoding: Encoding, column: int) -> None:
    assert EMOJI.position(7, encoding) == Position(0, column)
    assert EMOJI.offset(Position(0, column), encoding) == 7


def test_a_line_ends_with_a_line_feed_only() -> None:
    assert EMOJI.line_starts == [0, 8, 11, 12]
    assert Text("a\rb").line_starts == [0]


def test_a_line_is_without_its_end() -> None:
    assert [EMOJI.line_span(line) for line in range(4)] == [Span(0, 7), Span(8, 9), Span(11, 11), Span(12, 16)]


def test_an_empty_text_has_one_line() -> None:
    empty = Text("")
    assert (len(empty), empty.line_starts, empty.line_span(0)) == (0, [0], Span(0, 0))
    assert empty.position(0) == Position(0, 0)


def test_positions_outside_of_the_text_are_moved_into_it() -> None:
    assert EMOJI.position(-5) == Position(0, 0)
    assert EMOJI.position(99) == Position(3, 4)
    assert EMOJI.offset(Position(9, 0)) == 16
    assert EMOJI.offset(Position(-1, 3)) == 0
    assert EMOJI.offset(Position(1, 99), "utf-16") == 9


def test_a_column_in_the_middle_of_a_surrogate_pair_means_the_next_character() -> None:
    assert EMOJI.offset(Position(0, 2), "utf-16") == 5


def test_bytes_that_are_no_utf_8_are_found_and_shown() -> None:
    broken = Text(b"ab\xffc\n")
    assert broken.invalid_utf8() == 2
    assert broken.slice(0, 4) == "ab�c"
    assert broken.position(4) == Position(0, 4)
    assert EMOJI.invalid_utf8() is None
    assert Text("ascii").invalid_utf8() is None


def test_text_may_be_given_as_characters_even_lone_surrogates() -> None:
    assert Text("é").source == b"\xc3\xa9"
    assert Text("\ud800").invalid_utf8() == 0
