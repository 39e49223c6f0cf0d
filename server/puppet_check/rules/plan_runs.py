"""The tasks and plans that a plan runs under names that are written out, for the rules about them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from puppet_check.rules.file import File
from puppet_check.workspace.project import Module
from puppet_grammar import ast
from puppet_grammar.named import NamedTuple

if TYPE_CHECKING:
    from puppet_check.workspace.tasks import Task

RUN_TASK = frozenset(("run_task", "run_task_with"))
RUN_PLAN = frozenset(("run_plan",))


class Run(NamedTuple):
    """A call that runs a task or plan."""

    name: str
    place: ast.Node
    rest: tuple[ast.Expression, ...]
    """The arguments after the name."""
    computes_arguments: bool
    """Whether the arguments come from a block."""


def runs(plan: ast.PlanDefinition, functions: frozenset[str]) -> Iterator[Run]:
    """The calls of functions whose first argument is a name that is written out."""
    for node in ast.walk(plan):
        match node:
            case ast.CallNamedFunctionExpression(functor_expr=ast.QualifiedName(value=name), arguments=(first, *rest)) if name in functions:
                pass
            case ast.CallMethodExpression(
                functor_expr=ast.NamedAccessExpression(left_expr=first, right_expr=ast.QualifiedName(value=name))
            ) if name in functions:
                rest = list(node.arguments)
            case _:
                continue
        if isinstance(first, ast.LiteralString | ast.QualifiedName):
            yield Run(first.value.removeprefix("::"), first, tuple(rest), node.lambda_ is not None)


def owner(run: Run, file: File) -> Module | None:
    """The module that a name belongs to, if it is in the project."""
    return file.known.project.modules.get(run.name.partition("::")[0])


def task_of(run: Run, module: Module, file: File) -> Task | None:
    """The task of a module that a call runs."""
    from puppet_check.workspace.tasks import read_task  # 5 ms, and most files are not plans

    file.known.world.exists(os.path.join(module.folder, "tasks", ""))
    return read_task(file.known.disk, module, run.name.partition("::")[2] or "init")


def is_yaml_plan(run: Run, module: Module, file: File) -> bool:
    """Whether a plan is written in YAML, of which nothing else is known."""
    path = os.path.join(module.folder, "plans", *(run.name.split("::")[1:] or ["init"]))
    return file.known.world.exists(f"{path}.yaml")
