"""Plans that plans run and that their modules do not have."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_PLAN, is_yaml_plan, owner, runs
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.loader import PLAN, TypedName


@issue(Severity.WARNING)
def plan_unknown_plan(name: str, module: str) -> str:
    """Plan runs an unknown plan"""
    return f"module '{module}' has no plan '{name}'"


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the names of plans that do not exist in modules that do."""
    for run in runs(plan, RUN_PLAN):
        module = owner(run, file)
        if module is None or run.name == plan.name or is_yaml_plan(run, module, file):
            continue
        name = TypedName(PLAN, run.name)
        if file.known.external.load(name) is None and file.known.external.is_complete(name):
            yield plan_unknown_plan(run.name, module.name).at(run.place.start, run.place.end)
