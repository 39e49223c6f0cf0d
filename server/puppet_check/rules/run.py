"""`run`: every rule over one program, in one walk.

Which rules and children a class of nodes has is found out when its first node comes by.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from operator import attrgetter
from typing import NamedTuple

from puppet_check import rules
from puppet_check.rules.file import File
from puppet_check.rules.rule import CHECKS, Check, RuleFunction
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Rule


def _load() -> dict[str, Rule]:
    """Import the modules that have a page beside them, each of which enters its rule."""
    for name in sorted(os.listdir(rules.__path__[0])):
        if name.endswith(".md"):
            import_module(f"{rules.__name__}.{name.removesuffix('.md').replace('-', '_')}")
    return {check.rule.code: check.rule for check in sorted(CHECKS, key=lambda check: check.rule.code)}


RULES: dict[str, Rule] = _load()
"""The rules that `run` asks, by code."""


def run(program: ast.Program, file: File) -> list[Diagnostic]:
    """What the rules say about a program, sorted by position."""
    table = _TABLES[file.whole]
    found: set[Diagnostic] = set()
    waiting: list[ast.Node] = [program]
    take, put, put_all = waiting.pop, waiting.append, waiting.extend
    while waiting:
        node = take()
        checks, child, children = table[node.__class__]
        for function, check in checks:
            for start, end, message in function(node, file):
                found.add(Diagnostic(start, end, check.rule.severity, check.rule.code, message, tags=check.tags))
        for one in child:
            inner = one(node)
            if inner is not None:
                put(inner)
        for many in children:
            put_all(many(node))
    return sorted(found, key=lambda each: each[:5])


class _Class(NamedTuple):
    """What the walk does with the nodes of a class: whom it asks, and where it goes on."""

    checks: tuple[tuple[RuleFunction[ast.Node], Check], ...]
    child: tuple[Callable[[ast.Node], ast.Node | None], ...]
    children: tuple[Callable[[ast.Node], Iterable[ast.Node]], ...]


class _Table(dict[type[ast.Node], _Class]):
    """What to do with each class of nodes, found out when the first of it comes by."""

    def __init__(self, whole: bool) -> None:
        self.whole = whole

    def __missing__(self, kind: type[ast.Node]) -> _Class:
        checks = [check for check in CHECKS if issubclass(kind, check.classes) and (self.whole or check.safe)]
        made = self[kind] = _Class(
            tuple((check.function, check) for check in checks),
            tuple(attrgetter(name) for name in kind._child if name not in kind._many),
            tuple(attrgetter(name) for name in kind._child if name in kind._many),
        )
        return made


_TABLES = {whole: _Table(whole) for whole in (False, True)}
