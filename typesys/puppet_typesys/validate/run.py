"""`validate`: every rule of the language over the nodes of one program.

The nodes come by class, so the cost is that of the nodes that have rules. Which these are is found out when the first of a class comes by.
"""

from __future__ import annotations

from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Issue
from puppet_typesys.validate import (  # noqa: F401 - each enters its rules
    assignments,
    definitions,
    expressions,
    heredocs,
    location,
    names,
    nodes,
    parameters,
    plans,
    resources,
)
from puppet_typesys.validate.file import File, ReadText
from puppet_typesys.validate.place import Place
from puppet_typesys.validate.rule import CHECKS, Check, Finding, RuleFunction

RULES: dict[str, Issue] = {check.rule.code: check.rule for check in sorted(CHECKS, key=lambda check: check.rule.code)}
"""The rules that `validate` runs, by code."""


def validate(
    program: ast.Program,
    *,
    tasks: bool = False,
    whole: bool = True,
    place: Place | None = None,
    read: ReadText | None = None,
    by_class: ast.ByClass | None = None,
) -> tuple[Diagnostic, ...]:
    """What the reference's validator has to say about a program, sorted by position.

    `tasks` for a file of plans; `whole` when the text had no syntax errors, so that nesting can be trusted; `place` for a file that
    Puppet finds by name; `read` to judge heredocs that are tagged as Puppet code; `by_class` when that is known already.
    """
    file = File(program, tasks, whole, place, read)
    found: list[Diagnostic] = []
    table = _TABLES[tasks, whole]
    for kind, several in (ast.by_class(program) if by_class is None else by_class).items():
        for function, check in table[kind]:
            for node in several:
                for finding in function(node, file):
                    found.append(_diagnostic(finding, check))
    if len(found) > 1:
        found = sorted(set(found), key=lambda diagnostic: diagnostic[:5])
    return tuple(found)


_Asked = tuple[tuple[RuleFunction[ast.Node], Check], ...]


class _Table(dict[type[ast.Node], _Asked]):
    """Whom to ask about each class of nodes, found out when the first of it comes by."""

    def __init__(self, tasks: bool, whole: bool) -> None:
        self.tasks = tasks
        self.whole = whole

    def __missing__(self, kind: type[ast.Node]) -> _Asked:
        checks = [check for check in CHECKS if issubclass(kind, check.classes) and (self.whole or not check.whole)]
        refusable = self.tasks and issubclass(kind, plans.CATALOG)
        made = self[kind] = tuple(
            (_unless_refused(check) if refusable and not check.of_parent else check.function, check) for check in checks
        )
        return made


_TABLES = {(tasks, whole): _Table(tasks, whole) for tasks in (False, True) for whole in (False, True)}


def _unless_refused(check: Check) -> RuleFunction[ast.Node]:
    """A rule that says nothing about a node that a plan may not contain anyway."""
    return lambda node, file: () if plans.is_refused(node, file) else check.function(node, file)


def _diagnostic(finding: Finding, check: Check) -> Diagnostic:
    start, end, message, related, fixes = finding
    return Diagnostic(start, end, check.rule.severity, check.rule.code, message, related, check.tags, fixes)
