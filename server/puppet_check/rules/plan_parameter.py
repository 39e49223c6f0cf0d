"""The parameters that plans give to the tasks and plans that they run. Only values that are written out are compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_PLAN, RUN_TASK, Run, owner, runs, task_of
from puppet_check.rules.rule import Found, rule
from puppet_grammar import ast
from puppet_typesys.diagnostics import Severity
from puppet_typesys.infer.foreign_types import type_from
from puppet_typesys.loader import PLAN, TypedName
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.hash import Hash

TARGETS = frozenset(("TargetSpec", "Boltlib::TargetSpec"))


class Wanted(NamedTuple):
    """A parameter of what is run."""

    type: str | None
    is_required: bool


@rule(on=ast.PlanDefinition, severity=Severity.WARNING)
def plan_parameter(plan: ast.PlanDefinition, file: File) -> Iterator[Found]:
    """A plan gives a task or plan the wrong parameters."""
    for run in runs(plan, RUN_TASK):
        wanted = _of_task(run, file)
        if wanted is not None:
            yield from _compared(run, f"the task {run.name}", wanted, frozenset(), file)
    for run in runs(plan, RUN_PLAN):
        wanted = _of_plan(run, file)
        if wanted is not None:
            given = frozenset(("targets", "nodes")) if run.rest and not isinstance(run.rest[0], ast.LiteralHash) else frozenset[str]()
            yield from _compared(run, f"the plan {run.name}", wanted, given, file)


def _of_task(run: Run, file: File) -> dict[str, Wanted] | None:
    """The parameters of a task; None when anything may be given, or when there is no such task."""
    module = owner(run, file)
    task = None if module is None else task_of(run, module, file)
    if task is None or task.parameters is None:
        return None
    return {name: Wanted(type, name not in task.with_default and _demands(type, file)) for name, type in task.parameters.items()}


def _of_plan(run: Run, file: File) -> dict[str, Wanted] | None:
    """The parameters of a plan; None when there is no such plan."""
    found = None if owner(run, file) is None else file.known.foreign.load(TypedName(PLAN, run.name))
    if found is None:
        return None
    return {each.name: Wanted(each.type, each.is_required and _demands(each.type, file)) for each in found.parameters}


def _demands(type: str | None, file: File) -> bool:
    """Whether a parameter without a value is an error for certain."""
    return type in TARGETS or not is_instance(type_from(type, file.known.foreign.type_named), None)


def _compared(run: Run, subject: str, wanted: dict[str, Wanted], given: frozenset[str], file: File) -> Iterator[Found]:
    """Compare what is given with what is wanted."""
    hashes = [each for each in run.rest if isinstance(each, ast.LiteralHash)]
    seen = set(given)
    # The first argument names the targets, unless it is the hash already.
    following = run.rest if run.rest[:1] == tuple(hashes[:1]) else run.rest[1:]
    is_complete = not run.computes_arguments and all(map(_is_plain, following))
    for entry in (entry for each in hashes for entry in each.entries):
        if not isinstance(entry.key, ast.LiteralString | ast.QualifiedName):
            is_complete = False
            continue
        name = entry.key.value
        seen.add(name)
        if name.startswith("_"):
            continue
        if name not in wanted:
            yield Found(entry.key.start, entry.key.end, f"{subject} has no parameter '{name}'")
        else:
            yield from _value(f"{subject}: parameter '{name}'", wanted[name].type, entry.value, file)
    missing = [name for name, each in wanted.items() if each.is_required and name not in seen]
    if missing and is_complete:
        listed = ", ".join(f"'{name}'" for name in missing)
        yield Found(run.place.start, run.place.end, f"{subject} needs {listed}")


def _value(subject: str, type: str | None, given: ast.Expression, file: File) -> Iterator[Found]:
    """Compare a value that is written out with a type."""
    if type in TARGETS:
        return
    try:
        value = _literal(given)
    except NotLiteralError:
        return
    expected = type_from(type, file.known.foreign.type_named)
    if not is_instance(expected, value):
        yield Found(given.start, given.end, describe_mismatch(subject, expected, infer_set(value)))


def _is_plain(node: ast.Expression) -> bool:
    """Whether an argument is a description or a hash for certain, so that no parameter is in it."""
    return isinstance(node, ast.LiteralHash | ast.LiteralString | ast.ConcatenatedString | ast.LiteralUndef)


class NotLiteralError(Exception):
    """A value that is not written out."""


def _literal(node: ast.Expression) -> object:
    match node:
        case ast.LiteralString() | ast.QualifiedName() | ast.LiteralBoolean() | ast.LiteralInteger() | ast.LiteralFloat():
            return node.value
        case ast.LiteralUndef():
            return None
        case ast.LiteralList():
            return tuple(map(_literal, node.values))
        case ast.LiteralHash():
            return Hash((_literal(each.key), _literal(each.value)) for each in node.entries)
    raise NotLiteralError
