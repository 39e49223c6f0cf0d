"""The texts that an expression may become, as far as the code around it shows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.symbols import plain
from puppet_check.features.view import View
from puppet_check.semantics.scopes import BODIES
from puppet_grammar import ast

Texts = frozenset[str] | None
"""The possible texts; None if they are not known."""
TITLE = ("title", "name")
HOMES = (ast.HostClassDefinition, ast.ResourceTypeDefinition)
MOST_TEXTS = 64
"""How many texts are told apart."""
DEPTH = 20
"""How many expressions and variables are followed, one inside of the other."""
BUDGET = 300
"""How many expressions are read for one string."""


class Place(NamedTuple):
    """What the variables in an expression depend on."""

    path: tuple[ast.Node, ...]
    module: str
    left: list[int]
    """How many expressions may still be read."""

    @property
    def body(self) -> ast.Node:
        """The innermost definition, or the program."""
        return next((each for each in reversed(self.path) if isinstance(each, BODIES)), self.path[0])


def place_of(view: View, path: tuple[ast.Node, ...]) -> Place:
    """The place of the last node of a path."""
    module = view.known.project.module_of(view.path)
    return Place(path, "" if module is None else module.name, [BUDGET])


def texts(node: ast.Node | None, place: Place, depth: int = DEPTH) -> Texts:
    """The texts that an expression may become in a string."""
    place.left[0] -= 1
    if depth <= 0 or place.left[0] < 0:
        return None
    match node:
        case ast.LiteralString() | ast.QualifiedName():
            return frozenset((node.value,))
        case ast.TextExpression() | ast.ParenthesizedExpression():
            return texts(node.expr, place, depth - 1)
        case ast.ConcatenatedString(segments=segments):
            return joined([texts(each, place, depth - 1) for each in segments])
        case ast.SelectorExpression(selectors=selectors):
            return union(texts(each.value_expr, place, depth - 1) for each in selectors)
        case ast.VariableExpression():
            return _of_variable(node.name, place, depth - 1)
    return None


def joined(parts: list[Texts]) -> Texts:
    """The texts of parts, one after the other."""
    known = [each for each in parts if each is not None]
    count = 1
    for each in known:
        count *= len(each)
    if len(known) < len(parts) or count > MOST_TEXTS:
        return None
    return frozenset(map("".join, product(*known)))


def union(several: Iterable[Texts]) -> Texts:
    """The texts of any of several expressions."""
    found: set[str] = set()
    for each in several:
        if each is None:
            return None
        found |= each
    return frozenset(found) if len(found) <= MOST_TEXTS else None


def _of_variable(name: str, place: Place, depth: int) -> Texts:
    if any(isinstance(each, ast.LambdaExpression) and name in declared(each) for each in place.path):
        return None
    body = place.body
    if name.removeprefix("::") == "module_name":
        return frozenset((place.module,)) if place.module and isinstance(body, HOMES) else None
    if name in TITLE and isinstance(body, ast.HostClassDefinition):
        return frozenset((plain(body.name),))
    target = declared(body).get(name)
    if isinstance(target, ast.Parameter):
        return _of_type(target.type_expr)
    return None if target is None else union(texts(each, place, depth) for each in _assigned(body).get(name, (None,)))


@lru_cache(2)  # each keeps a whole definition
def _assigned(body: ast.Node) -> dict[str, list[ast.Node | None]]:
    """The values that are assigned to each variable of a body, in any branch; None for those that are not known."""
    found: dict[str, list[ast.Node | None]] = {}
    for node in ast.walk(body):
        if isinstance(node, ast.AssignmentExpression):
            match node.left_expr:
                case ast.VariableExpression() as variable:
                    found.setdefault(variable.name, []).append(node.right_expr if node.operator == "=" else None)
                case ast.LiteralList(values=values):
                    for each in values:
                        if isinstance(each, ast.VariableExpression):
                            found.setdefault(each.name, []).append(None)
    return found


def _of_type(node: ast.Expression | None, depth: int = DEPTH) -> Texts:
    """The texts of the values of a type such as `Enum['a', 'b']`."""
    if depth <= 0:
        return None
    match node:
        case ast.QualifiedReference(value="boolean"):
            return frozenset(("true", "false"))
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="enum"), keys=keys):
            words = [each.value for each in keys if isinstance(each, ast.LiteralString | ast.QualifiedName)]
            return frozenset(words) if len(words) == len(keys) else None
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="variant"), keys=keys):
            return union(_of_type(each, depth - 1) for each in keys)
        case ast.AccessExpression(left_expr=ast.QualifiedReference(value="optional"), keys=(inner,)):
            return union((frozenset(("",)), _of_type(inner, depth - 1)))
    return None
