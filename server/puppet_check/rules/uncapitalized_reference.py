"""References to resources without a capital: `require => package['nginx']`, which takes a letter of the string 'package'."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.bare_word import bare_word
from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import NAMES, relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix

OF_CLASSES = "class"


@bare_word.variant()
def uncapitalized_reference(word: str, expected: str) -> str:
    return f"`{word}[]` takes letters of the string '{word}'; expected the reference `{expected}[]`"


@rule(on=ast.AttributeOperation, whole=True)
def check_relationship(node: ast.AttributeOperation, file: File) -> Iterator[Diagnostic]:
    """Report names of types with a title that is computed in a relationship; the evaluation reports those with a literal title."""
    if node.attribute_name not in relationship_metaparameters() or file.has_finding_in(node):
        return
    value = node.value_expr
    for each in value.values if isinstance(value, ast.LiteralList) else (value,):
        word = each.left_expr if isinstance(each, ast.AccessExpression) else None
        if isinstance(word, ast.QualifiedName) and (word.value in NAMES or word.value == OF_CLASSES):
            expected = word.value.capitalize()
            fix = Fix(f"Change to {expected}", (Edit(word.start, word.end, expected),))
            yield uncapitalized_reference(word.value, expected).at(word.start, word.end, fixes=(fix,))
