"""The role of a node, by the nodes around it."""

from __future__ import annotations

from puppet_grammar import ast


def attribute_owner(path: tuple[ast.Node, ...]) -> str | None:
    """The resource type, or `class <name>`, whose attribute the last node of a path is; None if it is not an attribute."""
    for at in range(len(path) - 2, -1, -1):
        node = path[at]
        match node:
            case ast.ResourceExpression():
                body = next((each for each in path[at + 1 :] if isinstance(each, ast.ResourceBody)), None)
                return type_of_body(node, body)
            case ast.ResourceDefaultsExpression():
                return _lower(node.type_ref)
            case ast.ResourceOverrideExpression():
                return reference_owner(node.resources)
            case ast.CollectExpression():
                return _lower(node.type_expr)
            case ast.ResourceBody() | ast.AttributeOperation() | ast.ErrorNode():
                continue
            case _:
                return None
    return None


def type_of_body(resource: ast.ResourceExpression, body: ast.ResourceBody | None) -> str | None:
    """The resource type of a resource, or `class <name>`; None if it is computed."""
    name = resource.type_name
    match name:
        case ast.QualifiedName(value="class"):
            title = None if body is None else body.title
            return f"class {title.value.removeprefix('::')}" if isinstance(title, ast.LiteralString | ast.QualifiedName) else None
        case ast.QualifiedName():
            return name.value.removeprefix("::")
    return _lower(name)


def _lower(node: ast.Node) -> str | None:
    match node:
        case ast.QualifiedReference():
            return node.value.removeprefix("::")
        case ast.QualifiedName():
            return node.value.removeprefix("::")
    return reference_owner(node)


def reference_owner(node: ast.Node) -> str | None:
    """The resource type, or `class <name>`, that a reference such as `File['/etc']` is of; None for other nodes."""
    match node:
        case ast.AccessExpression(left_expr=ast.QualifiedReference() as name):
            first = node.keys[0] if node.keys else None
            if name.value == "class":
                return f"class {first.value}" if isinstance(first, ast.LiteralString | ast.QualifiedName) else None
            return name.value.removeprefix("::")
    return None
