"""PN of single nodes, for cases that the recorded answers do not cover."""

from __future__ import annotations

import pytest

from puppet_grammar import ast
from puppet_grammar.pn import NoPN, pn

ONE = ast.LiteralInteger(0, 0, 1)
NAME = ast.QualifiedName(0, 0, "a")
REST = ast.Parameter(0, 0, "r", 0, captures_rest=True)


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (ast.LiteralString(0, 0, 'a"\\\t\n\r\x01\x7fé'), '"a\\"\\\\\\t\\n\\r\\o001\x7fé"'),
        (ast.LiteralInteger(0, 0, 255, 16), "(int {:radix 16 :value 255})"),
        (ast.UnaryMinusExpression(0, 0, ast.LiteralInteger(0, 0, 16, 16)), "-16"),
        (ast.UnaryMinusExpression(0, 0, ast.LiteralFloat(0, 0, 0.0)), "-0.0"),
        (ast.UnaryMinusExpression(0, 0, ast.LiteralUndef(0, 0)), "(- nil)"),
        (ast.LiteralRegularExpression(0, 0, "a/b"), '(regexp "a/b")'),
        (ast.LiteralRegularExpression(0, 0, "é"), '(regexp "(?-imx:é)")'),
        (ast.LiteralRegularExpression(0, 0, r"\u{41}\\p"), r'(regexp "\\u{41}\\\\p")'),
        (ast.LambdaExpression(0, 0, (), None, None), "(lambda {})"),
        (ast.LambdaExpression(0, 0, (REST,), NAME, ONE), '(lambda {:params {:r {:splat true}} :returns (qn "a") :body [1]})'),
        (ast.IfExpression(0, 0, ONE, ast.Nop(0, 0), None), "(if {:test 1})"),
        (ast.CaseOption(0, 0, (ONE,), None, 0), "{:when [1] :then [(nop)]}"),
        (ast.EppExpression(0, 0, False, None), "(epp)"),
        (ast.EppExpression(0, 0, False, ONE), "(epp 1)"),
        (ast.VirtualQuery(0, 0, ast.Nop(0, 0)), "(virtual-query)"),
        (ast.TypeDefinition(0, 0, "A", 0, 0, "B", ONE), '(type-definition "A" "B" (block 1))'),
        (ast.TypeDefinition(0, 0, "A", 0, 0, None, None), '(type-definition "A" nil (nop))'),
    ],
)
def test_a_node_has_its_text(node: ast.Node, text: str) -> None:
    assert pn(node) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (999999999999999.0, "999999999999999.0"),
        (1e15, "1.0e+15"),
        (1234567890123456.5, "1.2345678901234565e+15"),
        (1e100, "1.0e+100"),
        (0.0001, "0.0001"),
        (0.00012e-1, "1.2e-05"),
        (1e-7, "1.0e-07"),
    ],
)
def test_floats_are_written_as_in_ruby(value: float, text: str) -> None:
    assert pn(ast.LiteralFloat(0, 0, value)) == text


def test_all_digits_of_an_integer_are_written() -> None:
    assert pn(ast.LiteralInteger(0, 0, 10**5000 + 7)) == f"1{'0' * 4999}7"


@pytest.mark.parametrize(
    "node",
    [
        ast.ApplyExpression(0, 0, (), None),
        ast.ErrorNode(0, 0),
        ast.LambdaExpression(0, 0, (ast.Parameter(0, 0, "a::b", 0),), None, None),
        ast.UnaryMinusExpression(0, 0, ast.ReservedWord(0, 0, "attr")),
    ],
)
def test_some_nodes_have_none(node: ast.Node) -> None:
    with pytest.raises(NoPN):
        pn(node)


def test_depth_is_not_limited() -> None:
    node: ast.Expression = ONE
    for _ in range(50_000):
        node = ast.LiteralList(0, 0, (node,))
    assert len(pn(node)) > 50_000
