"""Resolves variables to symbols."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from puppet_check.features.symbols import DEFINED, LOCAL, MEMBER, TOP, Occurrence, Role, Symbol, occurrence_of, plain
from puppet_check.features.view import View
from puppet_check.semantics.scopes import BODIES
from puppet_check.semantics.words import VariableName
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, DEFINE, TypedName

Path = tuple[ast.Node, ...]
PARAMETERS = (ast.HostClassDefinition, ast.ResourceTypeDefinition, ast.FunctionDefinition, ast.PlanDefinition, ast.LambdaExpression)
SCOPES = (*BODIES, ast.LambdaExpression)


def variable_occurrences(view: View, word: VariableName) -> Iterator[Occurrence]:
    """The occurrences in the name of a variable: the variable itself, and the class in its qualified name."""
    if not word.name.isdecimal():
        yield from named_variable(view, word.name, word.start, word.path, "write" if _is_target(word.node, word.path) else "read")


def named_variable(view: View, name: str, start: int, path: Path, role: Role) -> Iterator[Occurrence]:
    """The same for the name of a variable without `$` at an offset."""
    owner, _, leaf = name.rpartition("::")
    end = start + len(name)
    if not owner:
        symbol = variable_symbol(view, leaf, path) if not name.startswith("::") else Symbol(TOP, leaf)
        yield Occurrence(symbol, end - len(leaf), end, role)
        return
    above = plain(owner)
    yield occurrence_of(CLASS, owner, start)
    yield Occurrence(_member_above(view, above, leaf) or Symbol(MEMBER, leaf, f"{CLASS} {above}"), end - len(leaf), end, role)


def _is_target(node: ast.Node, path: Path) -> bool:
    parent = path[-2]
    if isinstance(parent, ast.LiteralList) and len(path) > 2:
        node, parent = parent, path[-3]
    return isinstance(parent, ast.AssignmentExpression) and parent.left_expr is node


def variable_symbol(view: View, name: str, path: Path) -> Symbol:
    """The symbol that a variable name resolves to at a node."""
    for node in reversed(path):
        if isinstance(node, ast.LambdaExpression) and name in declared(node):
            return Symbol(LOCAL, name, f"{view.path}:{node.start}")
        if isinstance(node, BODIES):
            found = _of_body(view, node, name)
            if found is not None:
                return found
            break
    return Symbol(TOP, name)


def _of_body(view: View, node: ast.Node, name: str) -> Symbol | None:
    is_here = name in declared(node)
    match node:
        case ast.HostClassDefinition():
            own = plain(node.name)
            if is_here:
                return Symbol(MEMBER, name, f"{CLASS} {own}")
            return None if node.parent_class is None else _member_above(view, plain(node.parent_class), name)
        case ast.ResourceTypeDefinition() if is_here and isinstance(declared(node)[name], ast.Parameter):
            return Symbol(MEMBER, name, f"{DEFINE} {plain(node.name)}")
    return Symbol(LOCAL, name, f"{view.path}:{node.start}") if is_here else None


def _member_above(view: View, owner: str, name: str) -> Symbol | None:
    """The symbol of a variable of a class or of one of its ancestors."""
    seen: set[str] = set()
    while owner not in seen:
        seen.add(owner)
        found = view.known.loader.load(TypedName(CLASS, owner))
        if found is None:
            return None
        if name in found.variables or found.parameter(name) is not None:
            return Symbol(MEMBER, name, f"{CLASS} {owner}")
        if found.parent is None:
            return None
        owner = plain(found.parent)
    return None


def parameter_symbol(view: View, node: ast.Parameter, path: Path) -> Symbol:
    """The symbol of a parameter: a member for classes and defines, else a local variable."""
    owner = next((each for each in reversed(path[:-1]) if isinstance(each, PARAMETERS)), path[0])
    if isinstance(owner, ast.HostClassDefinition | ast.ResourceTypeDefinition):
        return Symbol(MEMBER, node.name, f"{DEFINED[owner.__class__]} {plain(owner.name)}")
    return Symbol(LOCAL, node.name, f"{view.path}:{owner.start}")


@lru_cache(2)  # each keeps a whole definition
def declared(scope: ast.Node) -> dict[str, ast.Node]:
    """The parameters and variables of a scope by name, the latter with their first assignment."""
    found: dict[str, ast.Node] = {}
    if isinstance(scope, PARAMETERS):
        found = {each.name: each for each in scope.parameters}
    body = getattr(scope, "body", None)
    waiting: list[ast.Node] = [] if body is None else [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AssignmentExpression):
            for each in _targets(node.left_expr):
                found.setdefault(each.name, each)
            waiting.append(node.right_expr)
        elif not isinstance(node, WITHOUT):
            waiting.extend(reversed(list(ast.children(node))))
    return found


WITHOUT = (*BODIES, ast.LambdaExpression, ast.LiteralValue, ast.VariableExpression, ast.ResourceBody, ast.ConcatenatedString)
"""Nodes with a scope of their own, or without assignments."""


def _targets(node: ast.Node) -> Iterator[ast.VariableExpression]:
    match node:
        case ast.VariableExpression() if node.name and "::" not in node.name:
            yield node
        case ast.LiteralList():
            for each in node.values:
                yield from _targets(each) if isinstance(each, ast.VariableExpression) else ()
