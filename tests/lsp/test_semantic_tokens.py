"""Semantic tokens after edits are those of the whole text; only lines that differ are computed again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puppet_check.lsp.encoded_tokens import EncodedTokens, encode, reencode
from puppet_grammar.parse import Change, SyntaxTree, changed_spans, edit, parse
from puppet_grammar.text import Encoding

TEXT = """# A comment.
class apache (Integer $port = 80, Hash[String, Any] $options = {}) inherits apache::params {
  $names = ['a', "b ${facts['os']['name']} c", undef]
  file { "/etc/${title}":
    ensure => file,
    content => @("END"/L),
      Port ${port} \\
      and ümläute ${$names[0]}
      | END
  }
  if $port =~ /^8(.)/ and !defined(Class['a']) { include apache::mod } else { notice("x") }
  Package <| title == 'a' |> -> Service['b']
}
"""
PIECES = (
    "'",
    '"',
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "$",
    "|",
    "@",
    ":",
    "=>",
    "\n",
    "#",
    "/",
    "*/",
    "/*",
    "class ",
    "é",
    " x",
    "${",
    "if ",
    "| END\n",
    ",",
)
edits = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 12), st.sampled_from(PIECES)), min_size=1, max_size=6)


def changed(tree: SyntaxTree, at: int, length: int, piece: str) -> SyntaxTree:
    source = tree.text.source.decode()
    at %= len(source) + 1
    start, end = len(source[:at].encode()), len(source[: at + length].encode())
    return edit(tree, Change(start, end, piece.encode()))


@given(edits, st.sampled_from(("utf-8", "utf-16", "utf-32")))
def test_tokens_after_edits_are_those_of_the_whole_text(changes: list[tuple[int, int, str]], encoding: Encoding) -> None:
    tree = parse(TEXT)
    known = EncodedTokens("1", tree, encode(tree, encoding))
    for change in changes:
        tree = changed(tree, *change)
        known = EncodedTokens("1", tree, reencode(known, tree, encoding))
        assert known.numbers == encode(tree, encoding)


@pytest.mark.parametrize(("old", "new", "differs"), [("$a = 1\n$b = 2", "$a = 1\n$b = 23", 2), ("$a = 'xyz'\n$b", "$a = 'xz'\n$b", 1)])
def test_only_changed_lines_are_computed_again(old: str, new: str, differs: int) -> None:
    before, after = changed_spans(parse(old), parse(new))
    assert old[: before.start] == new[: after.start]
    assert old[before.end :] == new[after.end :]
    assert max(before.end - before.start, after.end - after.start) <= differs


def test_a_key_in_a_long_text_computes_the_tokens_of_one_line() -> None:
    tree = parse("$x = 1\n" * 5_000)
    later = changed(tree, 14_000, 0, "y")
    new = changed_spans(tree, later)[1]
    assert new.end - new.start <= 14
    assert reencode(EncodedTokens("1", tree, encode(tree, "utf-16")), later, "utf-16") == encode(later, "utf-16")
