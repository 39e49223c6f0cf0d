"""The parameters that plans pass to the tasks and plans that they run. Only literal values are compared."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.plan_runs import RUN_PLAN, RUN_TASK, Run, owner, runs, task_of
from puppet_check.rules.rule import rule
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import PLAN, TypedName
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_accepted
from puppet_typesys.values.hash import Hash

TARGETS = frozenset(("TargetSpec", "Boltlib::TargetSpec"))


class Wanted(NamedTuple):
    """A parameter of the task or plan."""

    type: str | None
    is_required: bool


@issue(Severity.WARNING)
def plan_parameter(subject: str, parameter: str) -> str:
    """Plan passes wrong parameters to a task or plan"""
    return f"{subject} has no parameter '{parameter}'"


@plan_parameter.variant()
def missing_parameters(subject: str, parameters: str) -> str:
    return f"{subject} requires {parameters}"


@plan_parameter.variant()
def wrong_value(subject: str, parameter: str, expected: Type, actual: Type) -> str:
    return describe_mismatch(f"{subject}: parameter '{parameter}'", expected, actual)


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report unknown and missing parameters, and literal values of the wrong type."""
    for run in runs(plan, RUN_TASK):
        wanted = _of_task(run, file)
        if wanted is not None:
            yield from _compared(run, f"task '{run.name}'", wanted, frozenset(), file)
    for run in runs(plan, RUN_PLAN):
        wanted = _of_plan(run, file)
        if wanted is not None:
            given = frozenset(("targets", "nodes")) if run.rest and not isinstance(run.rest[0], ast.LiteralHash) else frozenset[str]()
            if len(run.rest) == 1 and not isinstance(run.rest[0], ast.LiteralHash | ast.LiteralString | ast.LiteralList):
                run = run._replace(computes_arguments=True)  # The only argument may be a hash of parameters.
            yield from _compared(run, f"plan '{run.name}'", wanted, given, file)


def _of_task(run: Run, file: File) -> dict[str, Wanted] | None:
    """The parameters of a task; None if it accepts any, or if there is no such task."""
    module = owner(run, file)
    task = None if module is None else task_of(run, module, file)
    if task is None or task.parameters is None:
        return None
    return {name: Wanted(type, name not in task.with_default and _demands(type, file)) for name, type in task.parameters.items()}


def _of_plan(run: Run, file: File) -> dict[str, Wanted] | None:
    """The parameters of a plan; None if there is no such plan."""
    found = None if owner(run, file) is None else file.known.external.load(TypedName(PLAN, run.name))
    if found is None:
        return None
    return {each.name: Wanted(each.type, each.is_required and _demands(each.type, file)) for each in found.parameters}


def _demands(type: str | None, file: File) -> bool:
    """Whether a parameter without a value is certainly an error."""
    return type in TARGETS or not is_accepted(type_from(type, file.known.external.type_named), None)


def _compared(run: Run, subject: str, wanted: dict[str, Wanted], given: frozenset[str], file: File) -> Iterator[Diagnostic]:
    """Compare the parameters of a call with those of its target."""
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
            yield plan_parameter(subject, name).at(entry.key.start, entry.key.end)
        else:
            yield from _value(subject, name, wanted[name].type, entry.value, file)
    missing = [name for name, each in wanted.items() if each.is_required and name not in seen]
    if missing and is_complete:
        listed = ", ".join(f"'{name}'" for name in missing)
        yield missing_parameters(subject, listed).at(run.place.start, run.place.end)


def _value(subject: str, name: str, type: str | None, given: ast.Expression, file: File) -> Iterator[Diagnostic]:
    """Compare a literal with a type."""
    if type in TARGETS:
        return
    try:
        value = _literal(given)
    except NotLiteralError:
        return
    expected = type_from(type, file.known.external.type_named)
    if not is_accepted(expected, value):
        yield wrong_value(subject, name, expected, infer_set(value)).at(given.start, given.end)


def _is_plain(node: ast.Expression) -> bool:
    """Whether an argument is certainly a description or a literal hash, so that it holds no other parameters."""
    return isinstance(node, ast.LiteralHash | ast.LiteralString | ast.ConcatenatedString | ast.LiteralUndef)


class NotLiteralError(Exception):
    """Raised for a value that is not a literal."""


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
