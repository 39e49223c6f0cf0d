"""Renaming of variables and parameters."""

from __future__ import annotations

import os

from puppet_check.features.navigation.targets import scope_of
from puppet_check.features.navigation.variable_occurrences import declared
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.bodies import Body, bodies, home, refuse_ambiguous, refuse_taken
from puppet_check.features.renaming.computed import change_computed
from puppet_check.features.renaming.draft import Draft, Renamed
from puppet_check.features.renaming.interpolated import refuse_interpolated_names
from puppet_check.features.renaming.mentions import suggest_member_strings
from puppet_check.features.renaming.patterns import refuse_patterns
from puppet_check.features.renaming.plan_parameters import refuse_computed_runs
from puppet_check.features.renaming.setters import change_setters
from puppet_check.features.renaming.template_parameters import change_callers
from puppet_check.features.renaming.templates import change_templates
from puppet_check.features.symbols import MEMBER, Symbol
from puppet_check.features.usages.references import references_of
from puppet_check.features.view import View
from puppet_grammar import ast
from puppet_grammar.comments import tagged
from puppet_typesys.diagnostics import Edit
from puppet_typesys.loader import CLASS


def is_parameter(symbol: Symbol, view: View, project_files: ProjectFiles) -> bool:
    """Whether a variable is a parameter of a class or define."""
    found = project_files.known.loader.load(symbol.owner_name)
    if found is not None and found.parameter(symbol.name) is not None:
        return True
    scope = scope_of(symbol, view)
    return scope is not None and isinstance(declared(scope).get(symbol.name), ast.Parameter)


def renamed_variable(symbol: Symbol, name: str, view: View, project_files: ProjectFiles) -> Renamed:
    """The changes that rename a variable. Raises RenameError."""
    if name == symbol.name:
        return Renamed({})
    draft = Draft(project_files)
    body = home(symbol, view, project_files)
    all_bodies = bodies(symbol, body, project_files)
    for each in all_bodies:
        refuse_taken(name, each)
        refuse_ambiguous(symbol.name, each, project_files)
    for reference in references_of(symbol, view, project_files):
        draft.change(reference.path, [Edit(reference.end - len(symbol.name), reference.end, name)])
    path = os.path.abspath(body.view.path)
    draft.change(path, [Edit(*span, name) for span in tagged(symbol.name, body.scope, body.view.program, body.view.text)])
    if _is_template_parameter(symbol, body):
        change_callers(symbol, name, body, draft, project_files)
        return draft.done()
    if isinstance(body.scope, ast.PlanDefinition):
        refuse_computed_runs(symbol, body.scope, project_files)
    change_templates(symbol, name, all_bodies, draft, project_files)
    if symbol.kind == MEMBER:
        _change_member(symbol, name, body, draft, project_files)
    return draft.done()


def _is_template_parameter(symbol: Symbol, body: Body) -> bool:
    is_template = isinstance(body.scope, ast.LambdaExpression) and isinstance(body.scope.body, ast.EppExpression)
    return is_template and isinstance(declared(body.scope).get(symbol.name), ast.Parameter)


def _change_member(symbol: Symbol, name: str, body: Body, draft: Draft, project_files: ProjectFiles) -> None:
    """Change what names a variable of a class or define from outside."""
    if symbol.owner.startswith(f"{CLASS} "):
        before, after = (f"{symbol.owner_name.name}::{each}" for each in (symbol.name, name))
        change_computed(MEMBER, before, after, draft, project_files)
        refuse_interpolated_names([before], project_files)
        suggest_member_strings(symbol, name, draft, project_files)
    if isinstance(declared(body.scope).get(symbol.name), ast.Parameter):
        change_setters(symbol, name, draft, project_files)
        key = f"{symbol.owner_name.name}::"
        refuse_patterns(f"{key}{symbol.name}", f"{key}{name}", project_files)
