"""Tasks and plans that plans run, by the calls that name them."""

from __future__ import annotations

from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.builtins.argument_roles import Role, functions_with
from puppet_typesys.loader import PLAN

TASK = "task"
RUNNING = {**dict.fromkeys(functions_with(Role.TASK), TASK), **dict.fromkeys(functions_with(Role.PLAN), PLAN)}
"""Functions whose first argument is the name of a task or plan."""


def run_around(path: tuple[ast.Node, ...]) -> tuple[str, str, ast.Node] | None:
    """The kind and the name of what the innermost call of a path runs, and the node of the name."""
    call = next((each for each in reversed(path) if called(each) in RUNNING), None)
    given = arguments(call) if call is not None else ()
    if call is None or not given or not isinstance(given[0], ast.LiteralString | ast.QualifiedName):
        return None
    return RUNNING[called(call)], given[0].value.removeprefix("::"), given[0]
