"""`validate`: every rule of the language over one program, in one walk.

The walk visits each node once, asks the rules of its class, and looks for nothing else, so its cost is that of the nodes that
have rules. Which rules and children a class has is found out when its first node comes by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import NamedTuple

from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Rule
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

RULES: dict[str, Rule] = {check.rule.code: check.rule for check in sorted(CHECKS, key=lambda check: check.rule.code)}
"""The rules that `validate` runs, by code."""


def validate(
    program: ast.Program, *, tasks: bool = False, whole: bool = True, place: Place | None = None, read: ReadText | None = None
) -> tuple[Diagnostic, ...]:
    """What the reference's validator has to say about a program, sorted by position.

    `tasks` for a file of plans; `whole` when the text had no syntax errors, so that nesting can be trusted; `place` for a file that
    Puppet finds by name; `read` to judge heredocs that are tagged as Puppet code.
    """
    file = File(program, tasks, whole, place, read)
    found: list[Diagnostic] = []
    _walk(program, file, _TABLES[tasks, whole], found)
    if len(found) > 1:
        found = sorted(set(found), key=lambda diagnostic: diagnostic[:5])
    return tuple(found)


class _Class(NamedTuple):
    """What the walk does with the nodes of a class: whom it asks, and where it goes on."""

    checks: tuple[tuple[RuleFunction[ast.Node], Check], ...]
    child: tuple[Callable[[ast.Node], ast.Node | None], ...]
    children: tuple[Callable[[ast.Node], Iterable[ast.Node]], ...]


class _Table(dict[type[ast.Node], _Class]):
    """What to do with each class of nodes, found out when the first of it comes by."""

    def __init__(self, tasks: bool, whole: bool) -> None:
        self.tasks = tasks
        self.whole = whole

    def __missing__(self, kind: type[ast.Node]) -> _Class:
        checks = [check for check in CHECKS if issubclass(kind, check.classes) and (self.whole or not check.whole)]
        refusable = self.tasks and issubclass(kind, plans.CATALOG)
        made = self[kind] = _Class(
            tuple((_unless_refused(check) if refusable and not check.of_parent else check.function, check) for check in checks),
            tuple(attrgetter(name) for name in kind._child if name not in kind._many),
            tuple(attrgetter(name) for name in kind._child if name in kind._many),
        )
        return made


_TABLES = {(tasks, whole): _Table(tasks, whole) for tasks in (False, True) for whole in (False, True)}


def _unless_refused(check: Check) -> RuleFunction[ast.Node]:
    """A rule that says nothing about a node that a plan may not contain anyway."""
    return lambda node, file: () if plans.is_refused(node, file) else check.function(node, file)


def _walk(root: ast.Node, file: File, table: _Table, found: list[Diagnostic]) -> None:
    waiting = [root]
    take, put, put_all = waiting.pop, waiting.append, waiting.extend
    while waiting:
        node = take()
        checks, child, children = table[node.__class__]
        for function, check in checks:
            for finding in function(node, file):
                found.append(_diagnostic(finding, check))
        for one in child:
            inner = one(node)
            if inner is not None:
                put(inner)
        for many in children:
            put_all(many(node))


def _diagnostic(finding: Finding, check: Check) -> Diagnostic:
    start, end, message, related, fix = finding
    return Diagnostic(start, end, check.rule.severity, check.rule.code, message, related, check.tags, fix)
