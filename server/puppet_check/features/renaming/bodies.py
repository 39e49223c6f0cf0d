"""The scopes in which a variable can be read by its unqualified name, and where that name could mean two variables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.navigation.targets import scope_of, targets
from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import RenameError
from puppet_check.features.symbols import LOCAL, MEMBER, Symbol, plain
from puppet_check.features.view import View
from puppet_check.semantics.node_at import path_at
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, FACT, TypedName

CONDITIONS = (ast.IfExpression, ast.UnlessExpression, ast.CaseExpression, ast.SelectorExpression, ast.AndExpression, ast.OrExpression)


class Body(NamedTuple):
    """A scope in a file."""

    view: View
    scope: ast.Node

    @property
    def key(self) -> tuple[str, int]:
        """The file and the offset, which are the same for another view of the same text."""
        return os.path.abspath(self.view.path), self.scope.start


def home(symbol: Symbol, view: View, project_files: ProjectFiles) -> Body:
    """The scope to which a variable belongs. Raises RenameError if it is not found."""
    if symbol.kind == LOCAL:
        found = view
    else:
        places = targets(symbol, view, project_files)
        found = (project_files.view(os.path.abspath(places[0].path)) if places else None) or view
    scope = scope_of(symbol, found)
    if scope is None:
        raise RenameError(f"the scope of '{symbol.name}' was not found")
    return Body(found, scope)


def bodies(symbol: Symbol, first: Body, project_files: ProjectFiles) -> list[Body]:
    """The scope of a variable and, for variables of classes, the classes that inherit from it."""
    if symbol.kind != MEMBER or not isinstance(first.scope, ast.HostClassDefinition):
        return [first]
    names = {plain(first.scope.name)}
    found = {first.key: first}
    waiting = list(names)
    while waiting:
        for view in project_files.with_words(waiting):
            for node in view.program.definitions:
                if isinstance(node, ast.HostClassDefinition) and node.parent_class and plain(node.parent_class) in names:
                    found.setdefault(Body(view, node).key, Body(view, node))
        new = {plain(each.scope.name) for each in found.values() if isinstance(each.scope, ast.HostClassDefinition)} - names
        names |= new
        waiting = sorted(new)
    return list(found.values())


def refuse_taken(name: str, body: Body) -> None:
    """Raise RenameError if a name is already used in a body, or in those around or inside it."""
    above = [each for each in path_at(body.view.program, body.scope.start) if isinstance(each, ast.LambdaExpression | ast.Definition)]
    if any(name in declared(each) for each in (*above, body.scope)) or any(_uses(each, name) for each in ast.walk(body.scope)):
        raise RenameError(f"'${name}' is already a variable here")


def _uses(node: ast.Node, name: str) -> bool:
    if isinstance(node, ast.VariableExpression):
        return node.name == name
    return isinstance(node, ast.LambdaExpression) and name in declared(node)


def refuse_ambiguous(name: str, body: Body, project_files: ProjectFiles) -> None:
    """Raise RenameError if the variable that a body assigns is read there when the name may still mean one of an outer scope."""
    target = declared(body.scope).get(name)
    if isinstance(target, ast.VariableExpression) and _outer(name, body, project_files) and _is_read_before(name, target, body.scope):
        raise RenameError(f"'${name}' is read in {os.path.basename(body.view.path)} where it may mean a variable of an outer scope")


def _outer(name: str, body: Body, project_files: ProjectFiles) -> bool:
    """Whether a scope around a body, a class that it inherits from, or the top scope has a variable of a name."""
    around = [each for each in path_at(body.view.program, body.scope.start) if each is not body.scope]
    if any(name in declared(each) for each in around if isinstance(each, ast.LambdaExpression | ast.Definition)):
        return True
    if isinstance(body.scope, ast.HostClassDefinition) and body.scope.parent_class:
        return _has_above(plain(body.scope.parent_class), name, project_files)
    loader = project_files.known.loader
    if loader.load(TypedName(FACT, name)) is not None:
        return True
    sites = (project_files.view(each) for each in project_files.known.project.sites)
    return any(each is not None and name in declared(each.program) for each in sites)


def _has_above(owner: str, name: str, project_files: ProjectFiles) -> bool:
    seen: set[str] = set()
    while owner not in seen:
        seen.add(owner)
        found = project_files.known.loader.load(TypedName(CLASS, owner))
        # A class that cannot be found may have any variable.
        if found is None or name in found.variables or found.parameter(name) is not None:
            return True
        owner = owner if found.parent is None else plain(found.parent)
    return False


def _is_read_before(name: str, target: ast.VariableExpression, scope: ast.Node) -> bool:
    """Whether a variable is read before its first assignment has been evaluated, or under another condition than it."""
    path = _path(scope, target.start)
    assignment = next((each for each in reversed(path) if isinstance(each, ast.AssignmentExpression)), target)
    condition = next((each for each in path if isinstance(each, CONDITIONS)), None)
    certain = assignment if condition is None else condition
    reads = [each for each in _reads(scope, name) if each.start != target.start]
    return any(each.start < assignment.end or (condition is not None and each.start > certain.end) for each in reads)


def _path(scope: ast.Node, offset: int) -> list[ast.Node]:
    return [each for each in ast.walk(scope) if each.start <= offset < each.end]


def _reads(scope: ast.Node, name: str) -> Iterator[ast.Node]:
    return (each for each in ast.walk(scope) if isinstance(each, ast.VariableExpression) and each.name == name)
