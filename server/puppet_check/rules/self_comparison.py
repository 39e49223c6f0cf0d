"""Operators with the same expression on both sides, or twice in a chain of `and` or `or`."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.constant_condition import without_parentheses
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.pn import is_same_tree
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

CHAINS = (ast.AndExpression, ast.OrExpression)
MOST_ALIKE = 4
"""How many operands of the same words that yet differ, as calls and strings may, are compared with later ones."""


@issue(Severity.WARNING)
def self_comparison(operator: str) -> str:
    """Same expression on both sides of an operator"""
    return f"both sides of `{operator}` are the same"


@self_comparison.variant()
def repeated_operand(operand: str, operator: str) -> str:
    return f"`{operand}` is an operand of this `{operator}` twice"


@rule(on=ast.ComparisonExpression)
def check_operands(node: ast.ComparisonExpression, file: File) -> Iterator[Diagnostic]:
    """Report comparisons whose operands are written alike and cannot differ."""
    if is_repeated(without_parentheses(node.left_expr), without_parentheses(node.right_expr), file):
        yield self_comparison(node.operator).at(node.start, node.end)


@rule(on=ast.Program)
def check_chains(program: ast.Program, file: File) -> Iterator[Diagnostic]:
    """Report operands that are written like an earlier one of their chain and cannot differ. Each chain is walked once."""
    for kind in CHAINS:
        nodes = ast.nodes_of(file.nodes, kind)
        continued = {id(without_parentheses(each.left_expr)) for each in nodes}
        for each in nodes:
            if id(each) not in continued:
                yield from _repeated_in(_chain(each), file)


def _chain(node: ast.BinaryExpression) -> list[ast.BinaryExpression]:
    """The operators of a chain that ends with one, the first one first."""
    found = [node]
    left = without_parentheses(node.left_expr)
    while left.__class__ is node.__class__:
        assert isinstance(left, ast.BinaryExpression)
        found.append(left)
        left = without_parentheses(left.left_expr)
    found.reverse()
    return found


def _repeated_in(chain: list[ast.BinaryExpression], file: File) -> Iterator[Diagnostic]:
    before: dict[tuple[str, ...], list[ast.Expression]] = {}
    """The operands so far by their words."""
    for number, node in enumerate(chain):
        left, right = without_parentheses(node.left_expr), without_parentheses(node.right_expr)
        if number == 0:
            before[_words(left, file)] = [left]
        words = _words(right, file)
        known = before.setdefault(words, [])
        # Only a part of the chain that is as long can be the same as a chain in parentheses.
        size = len(_chain(right)) if isinstance(right, CHAINS) and right.__class__ is node.__class__ else 0
        same: list[ast.Expression] = [*known, *chain[size - 1 : size]] if 0 < size <= number else known
        found = next((each for each in same if is_repeated(each, right, file)), None)
        if found is left:
            yield self_comparison(node.operator).at(node.start, node.end)
        elif found is not None:
            yield repeated_operand(file.source(right), node.operator).at(node.right_expr.start, node.right_expr.end)
        elif len(known) < MOST_ALIKE:
            known.append(right)


def _words(node: ast.Expression, file: File) -> tuple[str, ...]:
    return (*file.source(node).split(),)


def is_repeated(one: ast.Expression, other: ast.Expression, file: File) -> bool:
    """Whether two expressions are the same and have the same value each time."""
    if one.__class__ is not other.__class__:
        return False
    first, second = file.source(one), file.source(other)
    return (first == second or (first.split() == second.split() and is_same_tree(one, other))) and _is_pure(one)


def _is_pure(node: ast.Expression) -> bool:
    """Whether an expression has the same value each time: no call, and no constant, which may be meant to be edited."""
    if isinstance(node, ast.LiteralValue):
        return False
    calls = (ast.CallNamedFunctionExpression, ast.CallMethodExpression, ast.LambdaExpression)
    return not any(isinstance(each, calls) for each in ast.walk(node))
