"""What an argument of a call names, by the table of roles."""

from __future__ import annotations

from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.argument_roles import Role, role_of

CALLS = (ast.CallNamedFunctionExpression, ast.CallMethodExpression)
Path = tuple[ast.Node, ...]


class Argument(NamedTuple):
    """An argument of a call."""

    call: ast.Node
    function: str
    number: int
    """Its number from 0, counted with the receiver before the dot."""

    @property
    def role(self) -> Role | None:
        """What it names; None if it is only a value."""
        return role_of(self.function, self.number)

    @property
    def others(self) -> tuple[ast.Expression, ...]:
        """All arguments of the call."""
        return arguments(self.call)


def function_named(call: ast.Node) -> str:
    """The name of the called function or, for `Deferred(...)`, of the type; empty for other nodes."""
    match call:
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedReference() as name):
            return name.cased_value
    return called(call)


def is_transparent(parent: ast.Node, child: ast.Node) -> bool:
    """Whether a child of a node has the same role as the node itself."""
    match parent:
        case ast.LiteralList() | ast.ParenthesizedExpression():
            return True
        case ast.SelectorEntry():
            return parent.value_expr is child
        case ast.SelectorExpression():
            return parent.left_expr is not child
    return False


def argument_of(path: Path) -> Argument | None:
    """The argument that the last node of a path is, or is one of several in; None if it is no argument."""
    node = path[-1]
    at = len(path) - 2
    while at >= 0:
        parent = path[at]
        match parent:
            case ast.CallNamedFunctionExpression() | ast.CallMethodExpression():
                number = position(parent, node)
                return None if number is None else Argument(parent, function_named(parent), number)
            case ast.NamedAccessExpression(left_expr=receiver):
                if not receiver.start <= node.start < receiver.end:
                    return None
            case ast.KeyedEntry() if at > 1 and _names_key(parent, node, path[at - 2]):
                at -= 1
            case _ if not is_transparent(parent, path[at + 1]):
                return None
        at -= 1
    return None


def _names_key(entry: ast.KeyedEntry, node: ast.Node, call: ast.Node) -> bool:
    """Whether a node is the value of the option `name`, by which `lookup({name => 'key'})` takes the key."""
    is_name = isinstance(entry.key, ast.LiteralString | ast.QualifiedName) and entry.key.value == "name"
    return is_name and entry.value.start <= node.start and role_of(function_named(call), 0) is Role.HIERA_KEY


def position(call: ast.Node, node: ast.Node) -> int | None:
    """The number of the argument of a call that a node is in, from 0; None if it is in none."""
    return next((number for number, each in enumerate(arguments(call)) if each.start <= node.start < each.end), None)
