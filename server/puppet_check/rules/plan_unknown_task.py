"""Tasks that plans run and that their modules do not have."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_TASK, owner, runs, task_of
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.WARNING)
def plan_unknown_task(name: str, module: str) -> str:
    """Plan runs an unknown task"""
    return f"module '{module}' has no task '{name}'"


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the names of tasks that do not exist in modules that do."""
    for run in runs(plan, RUN_TASK):
        module = owner(run, file)
        if module is not None and task_of(run, module, file) is None:
            yield plan_unknown_task(run.name, module.name).at(run.place.start, run.place.end)
