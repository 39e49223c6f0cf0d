"""`run`: the selected style rules over one program."""

from __future__ import annotations

import os
from importlib import import_module

from puppet_check.rules.style import core, plugins
from puppet_check.rules.style.rule import MODULES, TABLE, StyleFile
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic


def load() -> None:
    """Import all modules of the packages, which register their rules."""
    for package in (core, plugins):
        for name in sorted(os.listdir(package.__path__[0])):
            if name.endswith(".py") and name != "__init__.py":
                import_module(f"{package.__name__}.{name.removesuffix('.py')}")


load()


def run(nodes: ast.ByClass, file: StyleFile, codes: frozenset[str]) -> list[Diagnostic]:
    """The diagnostics of the rules with some codes, in order of their offsets."""
    modules = frozenset(MODULES[each] for each in codes)
    subjects: dict[type[object], list[object]] = {kind: [*several] for kind, several in nodes.items()}
    subjects[Tokens] = [file.tokens]
    found = TABLE.run(subjects, file, whole=file.whole, modules=modules)
    return [each for each in found if each.code in codes]
