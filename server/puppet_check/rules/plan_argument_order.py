"""Calls of Bolt's functions with an argument after the Hash of options, which is the last one in all of them, or without their targets."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.file import File
from puppet_check.rules.rule import rule
from puppet_check.semantics.calls import arguments, called
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

FUNCTIONS = frozenset(
    (
        "apply_prep",
        "download_file",
        "run_command",
        "run_plan",
        "run_script",
        "run_task",
        "run_task_with",
        "upload_file",
        "wait_until_available",
        "write_file",
    )
)
TARGETS = {"download_file": 2, "run_command": 1, "run_script": 1, "run_task": 1, "run_task_with": 1, "upload_file": 2, "write_file": 2}
"""The places of the targets among the arguments."""


@issue(Severity.WARNING)
def plan_argument_order(function: str) -> str:
    """Argument of a plan's call after the Hash of options"""
    return f"`{function}` takes no arguments after the Hash of options"


@plan_argument_order.variant()
def targets_as_option(function: str) -> str:
    return f"`{function}` takes the targets before the Hash of options"


@rule(on=ast.PlanDefinition, whole=True)
def check_plan(plan: ast.PlanDefinition, file: File) -> Iterator[Diagnostic]:
    """Report arguments that follow a literal Hash, and a literal Hash in the place of the targets."""
    for call in (node for node in ast.walk(plan) if isinstance(node, ast.CallNamedFunctionExpression | ast.CallMethodExpression)):
        name = called(call)
        if name not in FUNCTIONS:
            continue
        given = arguments(call)
        options = next((index for index, each in enumerate(given) if isinstance(each, ast.LiteralHash)), len(given))
        if options + 1 < len(given):
            yield plan_argument_order(name).at(given[options + 1].start, given[-1].end)
        elif 0 < options == len(given) - 1 <= TARGETS.get(name, 0):
            yield targets_as_option(name).at(given[options].start, given[options].end)
