"""`run`: every rule over the nodes of one program."""

from __future__ import annotations

import os
from importlib import import_module

from puppet_check import rules
from puppet_check.rules.file import File
from puppet_check.rules.rule import TABLE
from puppet_grammar import ast
from puppet_typesys.diagnostics import ISSUES, Diagnostic, Issue


def _load() -> dict[str, Issue]:
    """Import all modules of the package, which register their rules."""
    for name in sorted(os.listdir(rules.__path__[0])):
        if name.endswith(".py") and name not in ("__init__.py", "run.py"):
            import_module(f"{rules.__name__}.{name.removesuffix('.py')}")
    return {code: issue for code, issue in sorted(ISSUES.items()) if issue.page.package == rules.__name__}


RULES: dict[str, Issue] = _load()
"""The issues that `run` may report, by code."""


def run(nodes: ast.ByClass, file: File) -> list[Diagnostic]:
    """The diagnostics of the rules for the nodes of a program, in order of their offsets."""
    return TABLE.run(nodes, file, whole=file.whole)
