"""What kinds of symbols a string in Puppet code may name, by the expressions around it."""

from __future__ import annotations

from puppet_check.features.call_occurrences import CALLING, MAKING, RESOURCES, function_named, made_type
from puppet_check.features.node_context import INCLUDING, TRANSPARENT
from puppet_check.features.runs import TASK
from puppet_check.features.symbols import FILE, KEY, MEMBER, TEMPLATE, TOP
from puppet_check.semantics.calls import arguments
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, TYPE
from puppet_typesys.types.parse import BUILTIN

FILES = {"epp": TEMPLATE, "template": TEMPLATE, "file": FILE}
"""Functions whose argument is a file of a module, with the kind of symbol."""
SOURCE = "puppet:///modules/"
NOT_RESOURCES = frozenset(each.lower() for each in BUILTIN) - {"resource"} | {"class"}
"""Names of types whose parameters are not resource titles."""
Roles = frozenset[str] | None
"""The kinds of symbols that a string may name; None if they are not known."""
NOTHING: frozenset[str] = frozenset()
DEFINITIONS = frozenset((CLASS, DEFINE, FUNCTION, TYPE))
VALUES = frozenset((MEMBER, TOP, KEY))
"""What is looked up by name."""
ANY_ARGUMENT = {**dict.fromkeys(INCLUDING, frozenset((CLASS,))), "defined": DEFINITIONS}
FIRST_ARGUMENT = {
    **dict.fromkeys(("getvar", "lookup", "hiera", "hiera_array", "hiera_hash"), VALUES),
    **dict.fromkeys(MAKING, frozenset((DEFINE,))),
    **dict.fromkeys(CALLING, frozenset((FUNCTION,))),
    **{name: frozenset((kind,)) for name, kind in FILES.items()},
    "run_task": frozenset((TASK,)),
    "run_plan": frozenset((PLAN,)),
    "fact": frozenset((FACT,)),
}
MESSAGES = frozenset(("fail", "err", "error", "warning", "notice", "info", "debug", "crit", "alert", "emerg"))
"""Functions whose arguments are read by people."""


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
    name = function_named(call)
    number = next((number for number, each in enumerate(arguments(call)) if each.start <= node.start < each.end), None)
    if number is None or name in MESSAGES:
        return NOTHING
    if name in ANY_ARGUMENT:
        return ANY_ARGUMENT[name]
    if name in FIRST_ARGUMENT:
        return FIRST_ARGUMENT[name] if number == 0 or name in FILES else NOTHING
    return None


def _of_key(above: ast.Node, entry: ast.KeyedEntry) -> Roles:
    """The role of a key in a hash: a title, where the hash is that of `create_resources`."""
    if function_named(above) not in RESOURCES or not any(each.start <= entry.start < each.end for each in arguments(above)[1:2]):
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
        case ast.VariableExpression(name="facts" | "::facts"):
            return frozenset((FACT,))
    return None
