"""Expressions for words find what those with `\\b` find."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puppet_grammar.patterns import beginning

TEXTS = st.lists(st.sampled_from(("class", "define", "sub", "_", " ", "\n", "é", "x", "2", "-", "::", "$")), max_size=12).map("".join)


@pytest.mark.parametrize("words", [("class",), ("class", "define"), ("define", "x")])
@given(text=TEXTS)
def test_a_word_that_no_longer_one_ends_with_is_found(words: tuple[str, ...], text: str) -> None:
    """In texts and in bytes, where other characters are letters."""
    bounded = rf"\b(?:{'|'.join(words)})\w*"
    assert re.findall(beginning(*words) + r"\w*", text) == re.findall(bounded, text)
    encoded = beginning(*map(str.encode, words)) + rb"\w*"
    assert re.findall(encoded, text.encode()) == re.findall(bounded.encode(), text.encode())
