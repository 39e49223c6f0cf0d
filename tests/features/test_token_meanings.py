"""The highlight query, which semantic tokens come from, says of a word what `classify` says of it.

Tokens are made of the syntax tree alone: the tree of nodes that `classify` reads would take longer than the tokens.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from puppet_check.features.structure.semantic_tokens import Token, semantic_tokens
from puppet_check.semantics import words
from puppet_check.semantics.classify import classify
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_grammar.text import Text
from tests.cli.command import CHECKOUT

MEANINGS: dict[str, tuple[type[words.Part], ...]] = {
    "class": (words.ClassName, words.DefinitionName),
    "function": (words.FunctionName, words.DefinitionName),
    "type": (words.TypeName, words.ResourceTypeName, words.DefinitionName, words.Literal),  # `class { }` is a literal
    "variable": (words.VariableName,),
    "parameter": (words.ParameterName, words.VariableName),
    "property": (words.AttributeName, words.HashKey, words.Argument),
    "number": (words.Literal,),
    "regexp": (words.Literal,),
}
"""What the words are whose tokens have a kind. A string or bare name may be anything."""
CODE = """
class m (Integer $port = 1, Optional[String] $name_of = undef) inherits m::params {
  include apache, m::a
  contain m::b
  require 'm::c'
  class { 'm::d': port => $port }
  m::define { "x${port}": size => 2, * => $rest }
  @@file { ['/a', '/b']: ensure => file, mode => '0644' } -> Service['httpd']
  File <| title == '/a' |> { owner => root }
  File { group => 'root' }
  $facts['os']['family'] ? { /^Red/ => 'a', default => m::f(1) }
  [1, 2].each |Integer $x| { notice("${x} ${facts['kernel']} ${m::params::y}") }
  $all = { key => $::osfamily, 'other' => lookup('m::port', Integer) }
  create_resources('file', $all)
  ensure_packages(['a'], { ensure => present })
  if $x =~ Array[M::T] and defined(Class['m::b']) { fail('no') }
}
define m::define (Integer $size) { notify { $title: message => template('m/t.erb') } }
function m::f(Integer $x) >> Integer { $x + $x.abs }
type M::T = Variant[Integer, Enum['a', b]]
node default { }
"""


class Code(NamedTuple):
    text: Text
    program: ast.Program
    mode: Mode


def mistaken(source: bytes) -> list[tuple[Token, words.Part]]:
    """The tokens of valid code of which `classify` says another thing."""
    tree = parse(source, Mode())
    program, problems = lower(tree)
    code = Code(tree.text, program, Mode())
    found = []
    for token in () if problems else semantic_tokens(tree):
        word = classify(code, token.end)
        is_same = word is not None and word.start >= token.start and word.end == token.end
        if word is not None and is_same and token.kind in MEANINGS and not isinstance(word, MEANINGS[token.kind]):
            found.append((token, word))
    return found


def test_tokens_mean_what_the_words_are() -> None:
    assert mistaken(CODE.encode()) == []


@pytest.mark.parametrize("kind", sorted(MEANINGS))
def test_all_kinds_are_compared(kind: str) -> None:
    tree = parse(CODE.encode(), Mode())
    assert any(token.kind == kind for token in semantic_tokens(tree))


@pytest.mark.parametrize("path", sorted((CHECKOUT / "examples").rglob("*.pp")), ids=lambda path: path.name)
def test_tokens_of_the_example_mean_what_the_words_are(path: Path) -> None:
    assert mistaken(path.read_bytes()) == []
