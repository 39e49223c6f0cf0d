"""Comments are in the program, and those above a definition are its documentation."""

from __future__ import annotations

from puppet_grammar.comments import content, documentation
from puppet_grammar.lower import read
from puppet_grammar.text import Text


def documented(source: str) -> dict[str, list[str]]:
    """The documentation of each class, by its name."""
    text = Text(source)
    program, _ = read(text)
    return {
        each.name: [content(line) for line in documentation(each, program, text)] for each in program.definitions if hasattr(each, "name")
    }


def test_the_lines_right_above_a_class_are_its_documentation() -> None:
    assert documented("# Not this.\n\n# Runs it.\n#\n# @param a\n#   why\nclass b ($a) { }") == {"b": ["Runs it.", "", "@param a", "  why"]}


def test_a_blank_line_parts_a_comment_from_the_class() -> None:
    assert documented("# Runs it.\n\nclass b { }") == {"b": []}


def test_a_comment_after_code_is_not_documentation() -> None:
    assert documented("$a = 1 # one\nclass b { }") == {"b": []}


def test_a_block_comment_documents_as_well() -> None:
    assert documented("/*\n * Runs it.\n */\nclass b { }") == {"b": ["Runs it."]}


def test_inner_definitions_have_their_own() -> None:
    assert documented("# A.\nclass a {\n  # B.\n  class b { }\n}") == {"a::b": ["B."], "a": ["A."]}


def test_all_comments_are_kept_in_order() -> None:
    program, _ = read("# a\n$x = 1 /* b */ # c\n")
    assert [comment.text for comment in program.comments] == ["# a", "/* b */", "# c"]
