"""Tasks that plans run and that their modules do not have."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_TASK, Run, owner, runs, task_of
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Edit, Fix, Severity, issue


@issue(Severity.WARNING)
def plan_unknown_task(name: str, module: str) -> str:
    """Plan runs an unknown task"""
    return f"module '{module}' has no task '{name}'"


@plan_unknown_task.variant()
def task_without_module(name: str, module: str) -> str:
    return f"there is no module '{name}' with a task of its name; expected '{module}::{name}'"


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report the names of tasks that do not exist in modules that do."""
    for run in runs(plan, RUN_TASK):
        module = owner(run, file)
        if module is None and "::" not in run.name:
            yield from _without_module(run, file)
        elif module is not None and task_of(run, module, file) is None:
            yield plan_unknown_task(run.name, module.name).at(run.place.start, run.place.end)


def _without_module(run: Run, file: File) -> Iterator[Diagnostic]:
    """A task of the plan's own module that is named without it."""
    own = file.known.project.module_of(file.path)
    if own is not None and task_of(run._replace(name=f"{own.name}::{run.name}"), own, file) is not None:
        name = f"{own.name}::{run.name}"
        quoted = "'" if isinstance(run.place, ast.QualifiedName) else ""
        start, end = (run.place.start, run.place.end) if quoted else (run.place.start + 1, run.place.end - 1)
        fixes = (Fix(f"Change to '{name}'", (Edit(start, end, f"{quoted}{name}{quoted}"),)),)
        yield task_without_module(run.name, own.name).at(run.place.start, run.place.end, fixes=fixes)
