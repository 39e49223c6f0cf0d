"""Plans that plans run and no module has."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_PLAN, is_yaml_plan, owner, runs
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.loader import PLAN, TypedName


@rule(on=ast.PlanDefinition, severity=Severity.WARNING)
def plan_unknown_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Found]:
    """A plan runs a plan that does not exist."""
    for run in runs(plan, RUN_PLAN):
        module = owner(run, file)
        if module is None or run.name == plan.name or is_yaml_plan(run, module, file):
            continue
        name = TypedName(PLAN, run.name)
        if file.known.foreign.load(name) is None and file.known.foreign.is_complete(name):
            yield Found(run.place.start, run.place.end, f"the module {module.name} has no plan '{run.name}'")
