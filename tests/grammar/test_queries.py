"""The queries for editors compile against the grammar and capture what they should."""

from __future__ import annotations

from pathlib import Path

import pytest
import tree_sitter

from puppet_grammar.lowering.statements import STATEMENT_CALLS
from puppet_grammar.parse import language, mode_of, parse

FOLDER = Path(__file__).parents[2] / "grammar" / "queries"

MANIFEST = b"""\
# about a
class a::b (Integer $port = 80) inherits a::base {
  $x = $port + 1
  file { '/etc/a':
    content => @(END:json),
      {"a": 1}
      | END
    mode    => "${x}",
  }
  if $x =~ /b+/ { include c }
}
function a::f() { $x.each |$y| { g($y) } }
"""


def captured(query: str, source: bytes = MANIFEST, path: str = "a.pp") -> set[tuple[str, str]]:
    """The names of the captures with the texts that they hold."""
    compiled = tree_sitter.Query(language(), (FOLDER / f"{query}.scm").read_text(encoding="utf-8"))
    found = tree_sitter.QueryCursor(compiled).captures(parse(source, mode_of(path)).tree.root_node)
    return {(name, node.text.decode() if node.text else "") for name, nodes in found.items() for node in nodes}


@pytest.mark.parametrize("query", ["folds", "highlights", "indents", "injections", "locals", "parameters", "tags"])
def test_a_query_captures_something(query: str) -> None:
    assert captured(query)


@pytest.mark.parametrize(
    "capture",
    [
        ("comment", "# about a"),
        ("keyword", "class"),
        ("keyword", "inherits"),
        ("keyword.conditional", "if"),
        ("type.class.definition", "a::b"),
        ("type.class", "a::base"),
        ("type.class", "c"),
        ("type", "Integer"),
        ("type", "file"),
        ("property", "content"),
        ("variable", "$x"),
        ("variable.parameter", "$port"),
        ("function.definition", "a::f"),
        ("function.call", "g"),
        ("function.method.call", "each"),
        ("function.builtin", "include"),
        ("number", "80"),
        ("operator", "+"),
        ("operator", "=>"),
        ("string", "'/etc/a'"),
        ("string", "@(END:json)"),
        ("string.regexp", "/b+/"),
        ("punctuation.special", "${"),
        ("punctuation.bracket", "{"),
        ("punctuation.delimiter", ","),
    ],
)
def test_highlights(capture: tuple[str, str]) -> None:
    assert capture in captured("highlights")


def test_a_statement_is_highlighted_as_a_function_exactly_if_it_may_be_called_without_parentheses() -> None:
    logged = {"alert", "crit", "emerg"}
    """Functions that need parentheses, unlike the others that log a message."""
    words = sorted(STATEMENT_CALLS | logged | {"create_resources", "lookup", "foo"})
    for source in ("\n".join(words), "class a {\n" + "\n".join(words) + "\n}"):
        assert {text for name, text in captured("highlights", source.encode()) if name == "function.builtin"} == STATEMENT_CALLS
    calls = "\n".join(f"{word}()" for word in words).encode()
    assert {text for name, text in captured("highlights", calls) if name == "function.builtin"} == STATEMENT_CALLS | logged


def test_supertypes_and_fields_can_be_queried() -> None:
    found = tree_sitter.QueryCursor(tree_sitter.Query(language(), "(binary left: (expression/variable) @left) (definition) @definition"))
    captures = found.captures(parse(MANIFEST).tree.root_node)
    assert [node.type for node in captures["definition"]] == ["class_definition", "function_definition"]
    assert {node.text for node in captures["left"]} == {b"$port", b"$x"}


def test_templates_have_tags_and_text() -> None:
    found = captured("highlights", b"a<%= $x -%>b", "a.epp")
    assert {("tag", "<%="), ("tag", "-%>"), ("none", "a"), ("variable", "$x")} <= found


def test_the_text_of_a_tagged_heredoc_is_of_another_language() -> None:
    assert ("injection.content", '      {"a": 1}\n') in captured("injections")


def test_tags_name_definitions_and_references() -> None:
    assert {("name", "a::b"), ("name", "a::f"), ("name", "g"), ("doc", "# about a")} <= captured("tags")


def test_locals_know_parameters_and_assigned_variables() -> None:
    found = captured("locals")
    assert {("local.definition.parameter", "$port"), ("local.definition.var", "$x"), ("local.reference", "$x")} <= found


def test_bodies_and_heredocs_fold() -> None:
    folded = {text.partition("\n")[0] for name, text in captured("folds") if name == "fold"}
    assert {"(Integer $port = 80)", "{", "file { '/etc/a':", "# about a"} <= folded
