"""What the keys of hashes and the names in queries and calls such as `getparam` are: attributes, and the owners of them."""

from __future__ import annotations

from puppet_check.semantics.arguments import position
from puppet_check.semantics.calls import arguments, called
from puppet_check.semantics.node_context import attribute_owner, reference_owner
from puppet_check.semantics.types import is_resource
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, role_of

Path = tuple[ast.Node, ...]
Word = ast.QualifiedName | ast.LiteralString


def made_type(call: ast.Node) -> str | None:
    """The type of the resources that a call declares: `class`, or a resource type without `@`; None if it is computed or none."""
    first = next(iter(arguments(call)), None)
    if role_of(called(call), 0) is not Role.RESOURCE_TYPE or not isinstance(first, Word):
        return None
    return first.value.lstrip("@").removeprefix("::").lower()


def attributes_of(outer: Path, path: Path) -> str | None:
    """The type, or `class <name>`, whose attributes are the keys of the hash after `outer`; None if it has no attributes."""
    match outer[-1] if outer else None:
        case ast.AttributesOperation():
            return attribute_owner(outer)
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() as call:
            if (number := position(call, path[-1])) is not None and role_of(called(call), number) is Role.ATTRIBUTES:
                return _without_class(made_type(call))
        case ast.KeyedEntry() as entry if len(outer) > 2:
            above, title = outer[-3], entry.key
            if role_of(called(above), 1) is Role.RESOURCES and position(above, path[-1]) == 1:
                made = made_type(above)
                if made != "class":
                    return made
                return f"class {title.value.removeprefix('::')}" if isinstance(title, Word) else None
    return None


def _without_class(name: str | None) -> str | None:
    return None if name == "class" else name


def read_attribute(path: Path) -> str | None:
    """The type, or `class <name>`, whose attribute the last node of a path reads: `Type[title][name]`, `getparam`, or a query."""
    node, parent = path[-1], path[-2]
    match parent:
        case ast.AccessExpression(left_expr=ast.AccessExpression(left_expr=ast.QualifiedReference() as name) as left):
            return reference_owner(left) if is_resource(name.value) else None
        case ast.CallNamedFunctionExpression() | ast.CallMethodExpression() if _is_attribute(parent, node):
            return reference_owner(arguments(parent)[0])
        case ast.ComparisonExpression(left_expr=left) if left is node:
            collect = next((each for each in reversed(path) if isinstance(each, ast.CollectExpression)), None)
            is_query = any(isinstance(each, ast.QueryExpression) for each in path)
            reference = None if collect is None or not is_query else collect.type_expr
            return reference.value.removeprefix("::") if isinstance(reference, ast.QualifiedReference) and _is_own(node) else None
    return None


def _is_attribute(call: ast.Node, node: ast.Node) -> bool:
    number = position(call, node)
    return number is not None and role_of(called(call), number) is Role.ATTRIBUTE


def _is_own(node: ast.Node) -> bool:
    """Whether a name in a query is an attribute of the type, and not one that every resource has."""
    return isinstance(node, ast.QualifiedName) and node.value not in ("title", "tag", "name")
