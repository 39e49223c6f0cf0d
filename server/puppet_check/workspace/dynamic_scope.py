"""What a file sets for files that do not name it: variables of the top scope and of nodes, and resource defaults.

Puppet looks up variables in the top scope and in the node definition, and resource defaults in all scopes that a class was declared from.
"""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.infer.resolution import assigned_names
from puppet_typesys.loader import DEFAULT, NODE_VARIABLE, TOP_VARIABLE, Definition, Place

NESTED = (ast.LambdaExpression, ast.Definition)


def dynamic_definitions(path: str, program: ast.Program, text: Text, nodes: ast.ByClass) -> Iterator[Definition]:
    """The variables and resource defaults that a file sets for others, in order of their offsets; `nodes` are those of the program."""
    found = {each.typed_name: each for each in _variables(TOP_VARIABLE, path, program.body)}
    for definition in program.definitions:
        if isinstance(definition, ast.NodeDefinition):
            found |= {each.typed_name: each for each in _variables(NODE_VARIABLE, path, definition.body)}
    for node in ast.nodes_of(nodes, ast.ResourceDefaultsExpression):
        found |= {each.typed_name: each for each in _defaults(path, node)}
    yield from sorted(found.values(), key=lambda each: each.place.start)


def _variables(kind: str, path: str, body: ast.Expression | None) -> Iterator[Definition]:
    """The variables that the statements of a body assign outside of lambdas and definitions."""
    if body is None or isinstance(body, NESTED):
        return
    for node in _walk(body):
        if isinstance(node, ast.AssignmentExpression):
            for name in sorted(assigned_names(node.left_expr)):
                yield Definition(kind, name, Place(path, node.left_expr.start, node.left_expr.end))


def _walk(body: ast.Node) -> Iterator[ast.Node]:
    waiting = [body]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += (each for each in ast.children(node) if not isinstance(each, NESTED))


def _defaults(path: str, node: ast.ResourceDefaultsExpression) -> Iterator[Definition]:
    """The attributes that resource defaults set, each as `type.attribute`; `*` stands for unknown ones."""
    if isinstance(node.type_ref, ast.QualifiedReference):
        for each in node.operations:
            attribute = each.attribute_name if isinstance(each, ast.AttributeOperation) else "*"
            yield Definition(DEFAULT, f"{node.type_ref.value}.{attribute}", Place(path, node.start, node.type_ref.end))
