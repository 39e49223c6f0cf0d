"""Reads of parts of values, however they are written: the one place that recognises them, and paths into the data of a node among them.

`$x['a']['b']`, `get($x, 'a.b')` and `$x.dig('a', 'b')` read the same part. `$facts`, `$trusted` and `$server_facts` hold the data of a
node; templates in Ruby and interpolations of Hiera data name them as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.builtins.argument_roles import Role, role_of

FACTS, TRUSTED, SERVER_FACTS = "facts", "trusted", "server_facts"
NODE_DATA = frozenset((FACTS, TRUSTED, SERVER_FACTS))
"""The variables that hold the data of a node."""
OF_LANGUAGE = NODE_DATA | {"title", "name", "module_name", "caller_module_name", "environment"}
"""The variables that the language sets, to which no code may give another meaning."""


class NodePath(NamedTuple):
    """A path into the data of a node."""

    variable: str
    """One of `NODE_DATA`."""
    keys: tuple[object, ...]
    form: Literal["key", "top", "plain"] = "key"
    """How it is written: by keys, or as the variable of a fact, `$::osfamily` or `$osfamily`, of which the latter may be another one."""

    @property
    def is_variable(self) -> bool:
        """Whether it is written as a variable with the name of a fact."""
        return self.form != "key"

    @property
    def is_top(self) -> bool:
        """Whether no class or define can set what it reads."""
        return self.form != "plain"

    @property
    def fact(self) -> str | None:
        """The name of the fact that it reads, or reads a part of."""
        return str(self.keys[0]) if self.variable == FACTS and self.keys else None


def node_path(name: str, keys: Iterable[object]) -> NodePath | None:
    """The path of a variable without `$` and of keys into its value; None if the variable does not hold the data of a node."""
    plain = name.removeprefix("::")
    return NodePath(plain, tuple(keys)) if plain in NODE_DATA else None


def node_path_or_fact(name: str, keys: Iterable[object]) -> NodePath | None:
    """The same, also for a variable that may be a fact; None for a variable of a class."""
    found = node_path(name, keys)
    if found is not None or "::" in name.removeprefix("::"):
        return found
    return NodePath(FACTS, (name.removeprefix("::"), *keys), "top" if name.startswith("::") else "plain")


class Step(NamedTuple):
    """A step into a value."""

    key: ast.Expression
    is_dotted: bool = False
    """Whether the key is a path with dots."""
    call: ast.Node | None = None
    """The call that takes the step; None for an access in brackets."""


def read_of(node: ast.Expression) -> tuple[ast.Expression, list[Step]]:
    """The value that an expression reads a part of, which is the expression itself if it reads none, and the steps to that part."""
    steps: list[Step] = []
    while node.__class__ in READING:
        match node:
            case ast.ParenthesizedExpression():
                node = node.expr
            case ast.AccessExpression(keys=(key,)):
                steps.append(Step(key))
                node = node.left_expr
            case ast.CallMethodExpression() | ast.CallNamedFunctionExpression():
                name, subject, arguments = subject_of(node)
                match role_of(name.removeprefix("::"), 1):
                    case Role.STEP:
                        steps += [Step(each, call=node) for each in reversed(arguments)]
                    case Role.PATH if arguments:
                        steps.append(Step(arguments[0], is_dotted=True, call=node))
                    case _:
                        subject = None
                if subject is None:
                    break
                node = subject
            case _:
                break
    return node, steps[::-1] if steps else steps


READING = frozenset((ast.ParenthesizedExpression, ast.AccessExpression, ast.CallMethodExpression, ast.CallNamedFunctionExpression))
"""The classes of the nodes that may read a part of a value. Most nodes do not, and every condition and access is asked."""


def subject_of(node: ast.Expression) -> tuple[str, ast.Expression | None, tuple[ast.Expression, ...]]:
    """The name of a function, the first argument or receiver of its call, and the other arguments; no subject for any other expression."""
    while isinstance(node, ast.ParenthesizedExpression):
        node = node.expr
    match node:
        case ast.CallMethodExpression(functor_expr=ast.NamedAccessExpression(right_expr=ast.QualifiedName() as name, left_expr=left)):
            return name.value, left, tuple(node.arguments)
        case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), arguments=(first, *rest)):
            return name, first, tuple(rest)
    return "", None, ()
