"""Every node has its exact span, and so do the names, operators and punctuation inside nodes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from puppet_grammar import ast
from puppet_grammar.lower import read
from puppet_grammar.text import Text
from tests.support.cases import RECORDED, read_cases

CASES = [case for case in read_cases([RECORDED, RECORDED.parent / "more"]) if case.error is None and len(case.source) < 5000]


def nodes() -> Iterator[tuple[Text, ast.Node]]:
    """The nodes of all recorded programs."""
    for case in CASES:
        text = Text(case.source)
        program, problems = read(text, case.mode)
        if not problems:
            yield from ((text, node) for node in ast.walk(program))


def signs(text: Text, node: ast.Node) -> Iterator[tuple[str, str]]:
    """The text that a node has at a position by its fields, and the actual text there."""
    match node:
        case ast.BinaryExpression():
            yield node.operator, text.slice(*node.operator_span)
        case ast.AttributeOperation():
            yield node.attribute_name, text.slice(*node.name_span)
            yield node.operator, text.slice(node.operator_start, node.operator_start + 2)
        case ast.AttributesOperation() | ast.SelectorEntry():
            yield "=>", text.slice(node.operator_start, node.operator_start + 2)
        case ast.CaseOption():
            yield ":", text.slice(node.colon_start, node.colon_start + 1)
        case ast.Parameter():
            yield f"${node.name}", text.slice(*node.name_span)
        case ast.NamedDefinition():
            yield node.name.split("::")[-1], text.slice(*node.name_span).split("::")[-1]
        case ast.TypeAlias():
            yield node.name, text.slice(*node.name_span)
        case ast.VariableExpression(expr=ast.QualifiedName(value=name)):
            yield name, text.slice(node.start, node.end).removeprefix("$")


def test_names_and_operators_stand_where_they_say() -> None:
    pairs = [pair for text, node in nodes() for pair in signs(text, node)]
    assert len(pairs) > 1000
    assert [pair for pair in pairs if pair[0] != pair[1]] == []


def test_children_lie_inside_and_in_order() -> None:
    for text, node in nodes():
        before = node.start
        for child in ast.children(node):
            # The text of a heredoc is below its tag, and a parent after a type's name is lowered to an entry of the hash.
            if isinstance(node, ast.HeredocExpression) or child.start == child.end or _is_desugared(node):
                continue
            assert before <= child.start <= child.end <= node.end, text.slice(node.start, node.end)
            before = child.end


def _is_desugared(node: ast.Node) -> bool:
    return isinstance(node, ast.LiteralHash) and any(
        isinstance(entry.key, ast.QualifiedName) and entry.key.start == entry.key.end for entry in node.entries
    )


@pytest.mark.parametrize(
    ("source", "kind", "shown"),
    [
        ("$x = [ 1 , 2 ] ", ast.LiteralList, "[ 1 , 2 ]"),
        ("é(1)\nfoo ( 1 ) |$x| { } # c", ast.CallNamedFunctionExpression, "foo ( 1 ) |$x| { }"),
        ("if $a { 1 } else { 2 } ", ast.IfExpression, "if $a { 1 } else { 2 }"),
        ("@@file { 'é': }", ast.ResourceExpression, "@@file { 'é': }"),
        ("$x = @(E)\n a\n E\n", ast.HeredocExpression, "@(E)"),
        ('"a ${b} c"', ast.TextExpression, "${b}"),
    ],
)
def test_a_node_is_all_that_belongs_to_it(source: str, kind: type[ast.Node], shown: str) -> None:
    text = Text(source)
    program, _ = read(text)
    found = [text.slice(node.start, node.end) for node in ast.walk(program) if isinstance(node, kind)]
    assert shown in found
