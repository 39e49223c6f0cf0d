"""Plans: the tasks and plans that they run, and variables that nothing sets. Nothing is said of a plan that cannot be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.workspace.autoload import AutoLoader
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.project_files.codes import finding
from puppet_check.workspace.project_files.tasks import read_task
from puppet_check.workspace.summary import definitions
from puppet_grammar import ast
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, mode_of, parse
from puppet_typesys.infer.foreign import Foreign
from puppet_typesys.infer.foreign_types import type_from
from puppet_typesys.infer.model import Finding
from puppet_typesys.loader import PLAN, Definition
from puppet_typesys.types.describe import describe_mismatch
from puppet_typesys.types.instance import is_instance
from puppet_typesys.types.of import infer_set
from puppet_typesys.values.hash import Hash

RUN_TASK = frozenset(("run_task", "run_task_with"))
RUN_PLAN = frozenset(("run_plan",))
GIVEN = frozenset(("facts", "trusted", "server_facts", "environment", "name", "title", "module_name", "caller_module_name"))
"""Variables that are there without being set."""
TARGETS = frozenset(("TargetSpec", "Boltlib::TargetSpec"))


class Run(NamedTuple):
    """A call that runs a task or plan whose name is written out."""

    name: str
    place: ast.Node
    rest: tuple[ast.Expression, ...]
    """The arguments behind the name."""
    computes_arguments: bool
    """Whether the arguments come from a block."""


class Wanted(NamedTuple):
    """A parameter of what is run."""

    type: str | None
    is_required: bool


def check_plan(path: str, source: bytes, project: Project) -> list[Finding]:
    """What is wrong in a plan, besides what the language's own rules say."""
    program, problems = lower(parse(source, Mode(tasks=True)))
    if any(each.severity == "error" for each in problems):
        return []
    checker = _Checker(project)
    found = []
    for plan in program.definitions:
        if isinstance(plan, ast.PlanDefinition):
            found += [*_unknown_variables(plan), *checker.runs(plan)]
    return sorted(found)


def _unknown_variables(plan: ast.PlanDefinition) -> Iterator[Finding]:
    """Variables that nothing in a plan sets, wherever it would be."""
    known = set(GIVEN)
    used: list[ast.VariableExpression] = []
    stack: list[ast.Node] = [plan]
    while stack:
        node = stack.pop()
        match node:
            case ast.Parameter():
                known.add(node.name)
            case ast.AssignmentExpression():
                known |= _targets(node.left_expr)
            case ast.VariableExpression():
                used.append(node)
            case ast.ApplyExpression():
                # Its block sees the facts and variables of each target.
                stack.extend(node.arguments)
                continue
        stack.extend(ast.children(node))
    for each in sorted(used, key=lambda node: node.start):
        name = each.name
        if name and not name.isdigit() and "::" not in name and name not in known:
            yield finding("plan-unknown-variable", each.start, each.end, f"nothing sets ${name} in this plan")


def _targets(node: ast.Expression) -> set[str]:
    if isinstance(node, ast.VariableExpression):
        return {node.name}
    return set[str]().union(*map(_targets, node.values)) if isinstance(node, ast.LiteralList) else set()


def _runs(plan: ast.PlanDefinition, functions: frozenset[str]) -> Iterator[Run]:
    for node in ast.walk(plan):
        match node:
            case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), arguments=(first, *rest)) if name in functions:
                pass
            case ast.CallMethodExpression(
                functor_expr=ast.NamedAccessExpression(left_expr=first, right_expr=ast.QualifiedName(value=name))
            ):
                if name not in functions:
                    continue
                rest = list(node.arguments)
            case _:
                continue
        if isinstance(first, ast.LiteralString | ast.QualifiedName):
            yield Run(first.value.removeprefix("::"), first, tuple(rest), node.lambda_ is not None)


class _Checker:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.names = Foreign(AutoLoader(project, _defined)).type_named

    def runs(self, plan: ast.PlanDefinition) -> Iterator[Finding]:
        """The tasks and plans that a plan runs."""
        for run in _runs(plan, RUN_TASK):
            yield from self.task(run)
        for run in _runs(plan, RUN_PLAN):
            yield from self.plan(run)

    def task(self, run: Run) -> Iterator[Finding]:
        module, _, rest = run.name.partition("::")
        known = self.project.modules.get(module)
        if known is None:
            return
        task = read_task(known, rest or "init")
        if task is None:
            yield finding("plan-unknown-task", run.place.start, run.place.end, f"the module {module} has no task '{run.name}'")
        elif task.parameters is not None:
            wanted = {
                name: Wanted(type, name not in task.with_default and not is_instance(type_from(type, self.names), None))
                for name, type in task.parameters.items()
            }
            yield from self.arguments(run, f"the task {run.name}", wanted, frozenset())

    def plan(self, run: Run) -> Iterator[Finding]:
        module, _, rest = run.name.partition("::")
        known = self.project.modules.get(module)
        if known is None:
            return
        parts = (rest or "init").split("::")
        file = os.path.join(known.folder, "plans", *parts)
        if os.path.isfile(f"{file}.yaml"):
            return
        if not os.path.isfile(f"{file}.pp"):
            yield finding("plan-unknown-plan", run.place.start, run.place.end, f"the module {module} has no plan '{run.name}'")
            return
        found = _plan_in(f"{file}.pp", run.name)
        if found is None:
            return
        wanted = {each.name: Wanted(each.type, each.is_required and self.demands(each.type)) for each in found.parameters}
        given = frozenset(("targets", "nodes")) if run.rest and not isinstance(run.rest[0], ast.LiteralHash) else frozenset[str]()
        yield from self.arguments(run, f"the plan {run.name}", wanted, given)

    def demands(self, type: str | None) -> bool:
        """Whether a parameter without a value is an error for certain."""
        return type in TARGETS or not is_instance(type_from(type, self.names), None)

    def arguments(self, run: Run, subject: str, wanted: dict[str, Wanted], given: frozenset[str]) -> Iterator[Finding]:
        """Compare what is given with what is wanted."""
        hashes = [each for each in run.rest if isinstance(each, ast.LiteralHash)]
        seen = set(given)
        # The first argument names the targets, unless it is the hash already.
        behind = run.rest if run.rest[:1] == tuple(hashes[:1]) else run.rest[1:]
        is_complete = not run.computes_arguments and all(map(_is_plain, behind))
        for entry in (entry for each in hashes for entry in each.entries):
            if not isinstance(entry.key, ast.LiteralString | ast.QualifiedName):
                is_complete = False
                continue
            name = entry.key.value
            seen.add(name)
            if name.startswith("_"):
                continue
            if name not in wanted:
                yield finding("plan-parameter", entry.key.start, entry.key.end, f"{subject} has no parameter '{name}'")
            else:
                yield from self.value(f"{subject}: parameter '{name}'", wanted[name].type, entry.value)
        missing = [name for name, each in wanted.items() if each.is_required and name not in seen]
        if missing and is_complete:
            listed = ", ".join(f"'{name}'" for name in missing)
            yield finding("plan-parameter", run.place.start, run.place.end, f"{subject} needs {listed}")

    def value(self, subject: str, type: str | None, given: ast.Expression) -> Iterator[Finding]:
        """Compare a value that is written out with a type."""
        if type in TARGETS:
            return
        try:
            value = _literal(given)
        except NotLiteralError:
            return
        expected = type_from(type, self.names)
        if not is_instance(expected, value):
            yield finding("plan-parameter", given.start, given.end, describe_mismatch(subject, expected, infer_set(value)))


def _is_plain(node: ast.Expression) -> bool:
    """Whether an argument is a description or a hash for certain, so that no parameter is in it."""
    return isinstance(node, ast.LiteralHash | ast.LiteralString | ast.ConcatenatedString | ast.LiteralUndef)


def _plan_in(path: str, name: str) -> Definition | None:
    return next((each for each in _defined(path, None) if each.kind == PLAN and each.name == name), None)


def _defined(path: str, module: Module | None) -> tuple[Definition, ...]:
    """What a manifest or plan defines; nothing when it is broken."""
    if not path.endswith(".pp"):
        return ()
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError:
        return ()
    tree = parse(source, mode_of(path))
    program, problems = lower(tree)
    return () if any(each.severity == "error" for each in problems) else definitions(path, program, tree.text)


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
