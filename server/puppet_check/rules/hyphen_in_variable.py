"""Hyphens in the names of variables, which subtract a word: `$data-dir` where `$data_dir` is set."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.bare_word import bare_word
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.rules.variables_around import variables_around
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix


@bare_word.variant()
def hyphen_in_variable(word: str, variable: str, expected: str) -> str:
    return f"this takes the string '{word}' from the value of `${variable}`; expected the variable `${expected}`"


@rule(on=ast.ArithmeticExpression, whole=True)
def check_difference(node: ast.ArithmeticExpression, file: File) -> Iterator[Diagnostic]:
    """Report a variable from which a bare word is taken, if the definition around has a variable of both names with an underscore."""
    left, word = node.left_expr, node.right_expr
    if node.operator != "-" or not isinstance(left, ast.VariableExpression) or not isinstance(word, ast.QualifiedName):
        return
    expected = f"{left.name}_{word.value.replace('-', '_')}"
    if left.end + 1 == word.start and expected in variables_around(node, file) and not file.has_finding_in(node):
        fix = Fix(f"Change to ${expected}", (Edit(node.start, node.end, f"${expected}"),))
        yield hyphen_in_variable(word.value, left.name, expected).at(node.start, node.end, fixes=(fix,))
