"""`run`: every rule over the nodes of one program. Which rules a class of nodes has is found out when the first of it comes by."""

from __future__ import annotations

import os
from importlib import import_module

from puppet_check import rules
from puppet_check.rules.file import File
from puppet_check.rules.rule import CHECKS, Check, RuleFunction
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic, Issue


def _load() -> dict[str, Issue]:
    """Import all modules of the package; each that has a rule enters it."""
    for name in sorted(os.listdir(rules.__path__[0])):
        if name.endswith(".py") and name not in ("__init__.py", "run.py"):
            import_module(f"{rules.__name__}.{name.removesuffix('.py')}")
    return {check.rule.code: check.rule for check in sorted(CHECKS, key=lambda check: check.rule.code)}


RULES: dict[str, Issue] = _load()
"""The rules that `run` asks, by code."""


def run(nodes: ast.ByClass, file: File) -> list[Diagnostic]:
    """What the rules say about the nodes of a program, sorted by position."""
    table = _TABLES[file.whole]
    found: set[Diagnostic] = set()
    for kind, several in nodes.items():
        for function, check in table[kind]:
            for node in several:
                for start, end, message in function(node, file):
                    found.add(Diagnostic(start, end, check.rule.severity, check.rule.code, message, tags=check.tags))
    return sorted(found, key=lambda each: each[:5])


_Asked = tuple[tuple[RuleFunction[ast.Node], Check], ...]


class _Table(dict[type[ast.Node], _Asked]):
    """Whom to ask about each class of nodes, found out when the first of it comes by."""

    def __init__(self, whole: bool) -> None:
        self.whole = whole

    def __missing__(self, kind: type[ast.Node]) -> _Asked:
        checks = [check for check in CHECKS if issubclass(kind, check.classes) and (self.whole or check.safe)]
        made = self[kind] = tuple((check.function, check) for check in checks)
        return made


_TABLES = {whole: _Table(whole) for whole in (False, True)}
