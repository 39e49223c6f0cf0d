"""Renaming of parameters of plans, which other plans pass as keys of a hash."""

from __future__ import annotations

import os

from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import RenameError
from puppet_check.features.symbols import Symbol, plain
from puppet_check.semantics.calls import arguments, called
from puppet_check.workspace.tasks import files_in
from puppet_grammar import ast

RUN = "run_plan"


def refuse_computed_runs(symbol: Symbol, plan: ast.PlanDefinition, project_files: ProjectFiles) -> None:
    """Raise RenameError if a run of a plan may pass a parameter in a way that is not seen: with a computed name or hash, or in YAML."""
    if all(each.name != symbol.name for each in plan.parameters):
        return
    name = plain(plan.name)
    for view in project_files.with_words([RUN]):
        for call in ast.walk(view.program):
            if called(call) == RUN and _may_pass(arguments(call), name, symbol.name):
                raise RenameError(f"a run of a plan in {os.path.basename(view.path)} may pass it")
    for module in project_files.known.project.modules.values():
        folder = os.path.join(module.folder, "plans")
        for each in files_in(folder):
            if each.endswith(".yaml") and name.encode() in project_files.text(os.path.join(folder, each)).source:
                raise RenameError(f"a step in {each} may pass it")


def _may_pass(given: tuple[ast.Expression, ...], plan: str, parameter: str) -> bool:
    """Whether a run may pass a parameter without naming both the plan and the parameter."""
    if not given:
        return False
    first, *others = given
    named = plain(first.value) if isinstance(first, ast.LiteralString | ast.QualifiedName) else None
    if named not in (None, plan):
        return False
    last = others[-1] if others else None
    if not isinstance(last, ast.LiteralHash):
        return named is not None and last is not None
    keys = [each.key for each in last.entries]
    written = [each.value for each in keys if isinstance(each, ast.LiteralString | ast.QualifiedName)]
    return parameter in written if named is None else len(written) < len(keys)
