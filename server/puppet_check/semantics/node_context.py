"""The role of a node, by the nodes around it."""

from __future__ import annotations

from puppet_check.semantics.arguments import TRANSPARENT, position
from puppet_check.semantics.calls import called
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, role_of


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


def is_class_name(path: tuple[ast.Node, ...]) -> bool:
    """Whether the last node of a path, a name or string, names a class."""
    node = path[-1]
    for parent in reversed(path[:-1]):
        match parent:
            case ast.CallNamedFunctionExpression() | ast.CallMethodExpression():
                number = position(parent, node)
                return number is not None and role_of(called(parent), number) is Role.CLASS
            case ast.ResourceBody():
                owner = path[path.index(parent) - 1]
                return (
                    isinstance(owner, ast.ResourceExpression)
                    and owner.type_name.__class__ is ast.QualifiedName
                    and _is_class(owner)
                    and _in_title(parent, node)
                )
            case ast.AccessExpression():
                return (
                    isinstance(parent.left_expr, ast.QualifiedReference)
                    and parent.left_expr.value == "class"
                    and parent.left_expr is not node
                )
            case _ if isinstance(parent, TRANSPARENT):
                continue
            case _:
                return False
    return False


def _is_class(resource: ast.ResourceExpression) -> bool:
    return isinstance(resource.type_name, ast.QualifiedName) and resource.type_name.value == "class"


def _in_title(body: ast.ResourceBody, node: ast.Node) -> bool:
    return body.title.start <= node.start and node.end <= body.title.end
