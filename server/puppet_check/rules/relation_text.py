"""Strings in `require` and its like that are not references: `notify => 'restart it'` where `Exec['restart it']` is meant.

The evaluation checks relationships of whole catalogs only. A virtual resource may never become a part of one.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.builtins.resource_types import relationship_metaparameters
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.evaluate.resource import is_reference
from puppet_typesys.issues.evaluation.names import not_a_reference
from puppet_typesys.values.numbers import inspect_text


@rule(on=ast.ResourceExpression)
def check_relations(node: ast.ResourceExpression, file: File) -> Iterator[Diagnostic]:
    """Report literal strings that name no resource."""
    for body in node.bodies if node.form == "regular" else ():
        for each in body.operations:
            if not isinstance(each, ast.AttributeOperation) or each.attribute_name not in relationship_metaparameters():
                continue
            if _is_whole(each, file):
                for value in _texts(each.value_expr):
                    yield not_a_reference(inspect_text(value.value)).at(value.start, value.end)


def _is_whole(operation: ast.AttributeOperation, file: File) -> bool:
    """Whether nothing is between the arrow and the value, such as a type before a space and a list, which is a syntax error."""
    return not file.text.source[operation.operator_start + len(operation.operator) : operation.value_expr.start].strip()


def _texts(value: ast.Expression) -> Iterator[ast.LiteralString | ast.QualifiedName]:
    for each in value.values if isinstance(value, ast.LiteralList) else (value,):
        if isinstance(each, ast.LiteralString | ast.QualifiedName) and not is_reference(each.value):
            yield each
