"""Attributes that a resource sets by name and again by `* =>`, with a key of a literal hash that others are merged with.

The evaluation knows the keys of hashes whose values it knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Related
from puppet_typesys.issues.evaluation.parameters import duplicate_attribute

MERGE = frozenset(("merge", "stdlib::merge", "deep_merge"))


@rule(on=ast.AttributesOperation, whole=True)
def check_spread(node: ast.AttributesOperation, file: File) -> Iterator[Diagnostic]:
    """Report each key that is also the name of an attribute."""
    body = file.parents.get(node)
    if isinstance(node.expr, ast.LiteralHash | ast.VariableExpression) or not isinstance(body, ast.ResourceBody):
        return
    named = {each.attribute_name: each for each in body.operations if isinstance(each, ast.AttributeOperation)}
    for key in _keys(node.expr) if named else ():
        if key.value in named and not file.has_finding_in(node):
            first = named[key.value]
            place = Related(first.start, first.start + len(key.value), "set here as well")
            yield duplicate_attribute(key.value).at(key.start, key.end, related=(place,))


def _keys(node: ast.Expression) -> Iterator[ast.LiteralString | ast.QualifiedName]:
    """The keys that a hash has for certain, which no later one takes away."""
    match node:
        case ast.LiteralHash(entries=entries):
            yield from (each.key for each in entries if isinstance(each.key, ast.LiteralString | ast.QualifiedName))
        case ast.ArithmeticExpression(operator="+", left_expr=left, right_expr=right):
            yield from _keys(left)
            yield from _keys(right)
        case ast.ParenthesizedExpression(expr=inner):
            yield from _keys(inner)
        case ast.CallNamedFunctionExpression(arguments=given) if called(node) in MERGE:
            for each in given:
                yield from _keys(each)
