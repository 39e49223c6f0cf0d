"""Parameters of EPP templates and plans, as callers of `epp()` and `run_plan()` name them."""

from __future__ import annotations

import os

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import ARGUMENT, LOCAL, TEMPLATE, Symbol, module_file, plain
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_typesys.loader import PLAN, TypedName


def passed_parameter(symbol: Symbol, project_files: ProjectFiles) -> tuple[Symbol, View] | None:
    """The variable of a template or plan that a key of a hash passes, with its file; None for other symbols, and if the file is unknown."""
    kind, _, name = symbol.owner.partition(" ")
    if symbol.kind != ARGUMENT or kind not in (TEMPLATE, PLAN):
        return None
    view = (_template if kind == TEMPLATE else _plan)(name, project_files)
    scope = None if view is None else next((each for each in _scopes(view) if any(of.name == symbol.name for of in each.parameters)), None)
    return None if view is None or scope is None else (Symbol(LOCAL, symbol.name, f"{view.path}:{scope.start}"), view)


def _template(name: str, project_files: ProjectFiles) -> View | None:
    module, _, rest = name.partition("/")
    found = project_files.known.project.modules.get(module)
    if found is None:
        return None
    paths = (module_file(found.folder, TEMPLATE, each) for each in (rest, f"{rest}.epp"))
    path = next((each for each in paths if os.path.isfile(each)), None)
    return None if path is None else project_files.view(path)


def _plan(name: str, project_files: ProjectFiles) -> View | None:
    found = project_files.known.loader.load(TypedName(PLAN, name))
    return None if found is None else project_files.view(found.place.path)


def _scopes(view: View) -> list[ast.LambdaExpression | ast.PlanDefinition]:
    """The scopes of a file that get parameters by name: the template that it is, and its plans."""
    body = view.program.body
    template = [body] if view.mode.epp and isinstance(body, ast.LambdaExpression) else []
    return [*template, *(each for each in view.program.definitions if isinstance(each, ast.PlanDefinition))]


def scope_with(symbol: Symbol, view: View) -> ast.LambdaExpression | ast.PlanDefinition | None:
    """The template or plan of which a variable is a parameter."""
    own = (each for each in _scopes(view) if symbol.owner == f"{view.path}:{each.start}")
    return next((each for each in own if any(of.name == symbol.name for of in each.parameters)), None)


def argument_symbols(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Symbol]:
    """The symbols of the keys that pass a parameter; none for other variables. The name of a template may be written without its suffix."""
    scope = scope_with(symbol, view)
    if isinstance(scope, ast.PlanDefinition):
        return [Symbol(ARGUMENT, symbol.name, f"{PLAN} {plain(scope.name)}")]
    module = project_files.known.project.module_of(view.path)
    if scope is None or module is None:
        return []
    inner = os.path.relpath(os.path.abspath(view.path), os.path.join(module.folder, "templates")).replace(os.sep, "/")
    names = (f"{module.name}/{inner}", f"{module.name}/{inner.removesuffix('.epp')}")
    return [Symbol(ARGUMENT, symbol.name, f"{TEMPLATE} {name}") for name in names]
