"""Parameters of EPP templates, as callers of `epp()` name them."""

from __future__ import annotations

import os

from puppet_check.features.project_files import ProjectFiles
from puppet_check.features.symbols import ARGUMENT, LOCAL, TEMPLATE, Symbol, module_file
from puppet_check.features.view import View
from puppet_grammar import ast


def template_parameter(symbol: Symbol, project_files: ProjectFiles) -> tuple[Symbol, View] | None:
    """The variable of a template that a key of a hash passes, with the template; None for other symbols and unknown templates."""
    kind, _, name = symbol.owner.partition(" ")
    if symbol.kind != ARGUMENT or kind != TEMPLATE:
        return None
    module, _, rest = name.partition("/")
    found = project_files.known.project.modules.get(module)
    if found is None:
        return None
    paths = (module_file(found.folder, TEMPLATE, each) for each in (rest, f"{rest}.epp"))
    path = next((each for each in paths if os.path.isfile(each)), None)
    view = None if path is None else project_files.view(path)
    scope = None if view is None else view.program.body
    if view is None or not isinstance(scope, ast.LambdaExpression) or all(each.name != symbol.name for each in scope.parameters):
        return None
    return Symbol(LOCAL, symbol.name, f"{view.path}:{scope.start}"), view


def argument_symbols(symbol: Symbol, view: View, project_files: ProjectFiles) -> list[Symbol]:
    """The symbols of the keys that pass a parameter of a template, whose name may be written without its suffix; none for others."""
    scope = view.program.body
    module = project_files.known.project.module_of(view.path)
    if not view.mode.epp or module is None or not isinstance(scope, ast.LambdaExpression):
        return []
    if all(each.name != symbol.name for each in scope.parameters) or symbol.owner != f"{view.path}:{scope.start}":
        return []
    inner = os.path.relpath(os.path.abspath(view.path), os.path.join(module.folder, "templates")).replace(os.sep, "/")
    names = (f"{module.name}/{inner}", f"{module.name}/{inner.removesuffix('.epp')}")
    return [Symbol(ARGUMENT, symbol.name, f"{TEMPLATE} {name}") for name in names]
