"""Tasks that plans run and no module has."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_TASK, owner, runs, task_of
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity


@rule(on=ast.PlanDefinition, severity=Severity.WARNING)
def plan_unknown_task(plan: ast.PlanDefinition, file: File) -> Iterator[Found]:
    """A plan runs a task that does not exist."""
    for run in runs(plan, RUN_TASK):
        module = owner(run, file)
        if module is not None and task_of(run, module, file) is None:
            yield Found(run.place.start, run.place.end, f"the module {module.name} has no task '{run.name}'")
