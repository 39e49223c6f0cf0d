"""What kinds of symbols a string in Puppet code may name, by the expressions around it."""

from __future__ import annotations

from puppet_check.features.describe.runs import TASK
from puppet_check.features.navigation.call_occurrences import made_type
from puppet_check.features.symbols import FILE, KEY, MEMBER, TEMPLATE, TOP
from puppet_check.semantics.arguments import TRANSPARENT, function_named, position
from puppet_check.semantics.value_paths import FACTS, value_path
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import ARGUMENTS, Role, role_of
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, TYPE
from puppet_typesys.types.parse import BUILTIN

SOURCE = "puppet:///modules/"
NOT_RESOURCES = frozenset(each.lower() for each in BUILTIN) - {"resource"} | {"class"}
"""Names of types whose parameters are not resource titles."""
Roles = frozenset[str] | None
"""The kinds of symbols that a string may name; None if they are not known."""
NOTHING: frozenset[str] = frozenset()
DEFINITIONS = frozenset((CLASS, DEFINE, FUNCTION, TYPE))
VALUES = frozenset((MEMBER, TOP, KEY))
"""What is looked up by name."""
BY_ROLE: dict[Role, frozenset[str]] = {
    Role.CLASS: frozenset((CLASS,)),
    Role.RESOURCE_TYPE: frozenset((DEFINE,)),
    Role.DEFINITION: DEFINITIONS,
    Role.FUNCTION: frozenset((FUNCTION,)),
    Role.TASK: frozenset((TASK,)),
    Role.PLAN: frozenset((PLAN,)),
    Role.VARIABLE: VALUES,
    Role.FACT: frozenset((FACT,)),
    Role.HIERA_KEY: VALUES,
    Role.TEMPLATE: frozenset((TEMPLATE,)),
    Role.FILE: frozenset((FILE,)),
}
"""The kinds of symbols that an argument names; one of another role names none."""


def roles(path: tuple[ast.Node, ...]) -> Roles:
    """The kinds of symbols that the last node of a path, a string, may name."""
    node = path[-1]
    for at in range(len(path) - 2, -1, -1):
        parent = path[at]
        match parent:
            case ast.CallNamedFunctionExpression() | ast.CallMethodExpression():
                return _of_argument(parent, node)
            case ast.KeyedEntry() if parent.key is node and at > 1:
                return _of_key(path[at - 2], parent)
            case ast.ResourceBody():
                return _of_title(path[at - 1], parent, node)
            case ast.AccessExpression():
                return _of_access(parent, node)
        if not isinstance(parent, TRANSPARENT):
            return None
    return None


def _of_argument(call: ast.Node, node: ast.Node) -> Roles:
    found = ARGUMENTS.get(function_named(call))
    if found is None:
        return None
    number = position(call, node)
    role = None if number is None else found.of(number)
    return NOTHING if role is None else BY_ROLE.get(role, NOTHING)


def _of_key(above: ast.Node, entry: ast.KeyedEntry) -> Roles:
    """The role of a key in a hash: a title, where the hash is that of `create_resources`."""
    if role_of(function_named(above), 1) is not Role.RESOURCES or position(above, entry) != 1:
        return None
    made = made_type(above)
    return None if made is None else frozenset((CLASS,)) if made == CLASS else NOTHING


def _of_title(resource: ast.Node, body: ast.ResourceBody, node: ast.Node) -> Roles:
    if not isinstance(resource, ast.ResourceExpression) or not body.title.start <= node.start < body.title.end:
        return None
    is_class = isinstance(resource.type_name, ast.QualifiedName) and resource.type_name.value == CLASS
    return frozenset((CLASS,)) if is_class else NOTHING


def _of_access(access: ast.AccessExpression, node: ast.Node) -> Roles:
    match access.left_expr:
        case ast.QualifiedReference(value="class"):
            return frozenset((CLASS,))
        case ast.QualifiedReference(value="resource") if access.keys and access.keys[0] is node:
            return frozenset((DEFINE,))
        case ast.QualifiedReference() as name if name.value not in NOT_RESOURCES:
            return NOTHING
        case ast.VariableExpression() as variable if value_path(variable) == (FACTS, ()):
            return frozenset((FACT,))
    return None
