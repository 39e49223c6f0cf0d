"""Semantic tokens after edits are those of the whole text; only lines that differ are computed again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puppet_check.features.structure.semantic_tokens import TYPES
from puppet_check.features.structure.token_modifiers import MODIFIERS
from puppet_check.lsp.encoded_tokens import encode, reencode
from puppet_check.lsp.sent_tokens import SentTokens
from puppet_grammar.parse import Change, SyntaxTree, changed_spans, edit, parse
from puppet_grammar.text import Encoding
from tests.lsp.plain import session

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
  [1].each |$port, $n| { notice("${port} $n $names") }
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
    "|$names|",
    "($b)",
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
    known = encode(1, tree, encoding)
    for change in changes:
        tree = changed(tree, *change)
        known = reencode(1, known, tree, encoding)
        assert known == encode(1, tree, encoding)


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
    assert reencode(1, encode(1, tree, "utf-16"), later, "utf-16") == encode(1, later, "utf-16")


def test_only_the_documents_sent_last_keep_the_tree_of_an_earlier_text() -> None:
    sent = SentTokens()
    for number in range(20):
        sent.put(f"/{number}.pp", encode(1, parse(TEXT), "utf-16"))
    sent.put("/0.pp", encode(2, parse(TEXT), "utf-16"))
    having = [number for number in range(20) if (known := sent.of(f"/{number}.pp")) is not None and known.tree is not None]
    assert having == [0, 17, 18, 19]


def test_tokens_of_which_the_tree_was_not_kept_are_computed_again() -> None:
    tree = parse(TEXT)
    later = changed(tree, 20, 0, "$y = 1\n")
    known = encode(1, tree, "utf-16")._replace(tree=None, scopes=None)
    assert reencode(2, known, later, "utf-16") == encode(2, later, "utf-16")


MEANINGS = """\
class web (Integer $port) inherits base {
  include web::tls, other
  $free = "${port} $port ${facts['os']} ${free}"
  file { 'x': mode => $free }
  Package['y'] -> Web::Site['z']
  [1].each |$item| { hiera($item) }
  $port.then |$port| { web::f($port) }
}
define web::site { $port }
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Seen]]:
    folder = tmp_path_factory.mktemp("e")
    with session(tmp_path_factory.mktemp("cache"), folder) as client:
        client.open(folder / "init.pp", MEANINGS)
        asked = {"textDocument": {"uri": (folder / "init.pp").as_uri()}}
        yield tokens(client.ask("textDocument/semanticTokens/full", asked)["data"], MEANINGS)


Seen = tuple[int, str, str, set[str]]
"""The line, word, type and modifiers of a token."""


def tokens(numbers: list[int], text: str) -> list[Seen]:
    lines, line, column, found = text.split("\n"), 0, 0, []
    for down, right, length, kind, bits in zip(*[iter(numbers)] * 5, strict=True):
        line, column = line + down, right if down else column + right
        modifiers = {name for name, bit in MODIFIERS.items() if bits & bit}
        found.append((line, lines[line][column : column + length], TYPES[kind], modifiers))
    return found


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (0, "web", ("class", {"declaration"})),
        (0, "Integer", ("type", {"defaultLibrary"})),
        (0, "$port", ("parameter", {"declaration"})),
        (0, "base", ("class", set())),
        (1, "include", ("function", {"defaultLibrary"})),
        (1, "web::tls", ("class", set())),
        (1, "other", ("class", set())),
        (2, "$free", ("variable", {"declaration"})),
        (2, "port", ("parameter", set())),
        (2, "$port", ("parameter", set())),
        (2, "facts", ("variable", {"defaultLibrary", "readonly"})),
        (3, "file", ("type", {"defaultLibrary"})),
        (3, "mode", ("property", set())),
        (4, "Package", ("type", {"defaultLibrary"})),
        (4, "Web::Site", ("type", set())),
        (5, "$item", ("parameter", set())),
        (5, "hiera", ("function", {"defaultLibrary", "deprecated"})),
        (6, "web::f", ("function", set())),
        (8, "web::site", ("type", {"declaration"})),
        (8, "$port", ("variable", set())),
    ],
)
def test_tokens_say_what_names_mean(line: int, word: str, expected: tuple[str, set[str]], seen: list[Seen]) -> None:
    assert expected in [(kind, modifiers) for at, text, kind, modifiers in seen if (at, text) == (line, word)]
