"""`run`: the selected style rules over one program."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Sequence
from importlib import import_module

from puppet_check.config.profiles import SAME, VARIABLE_SCOPE
from puppet_check.rules.style import core, plugins, strings
from puppet_check.rules.style.rule import MODULES, TABLE, StyleFile
from puppet_check.rules.style.tokens import Tokens
from puppet_grammar import ast
from puppet_typesys.diagnostics import Diagnostic


def load() -> None:
    """Import all modules of the packages, which register their rules."""
    for package in (core, plugins, strings):
        for name in sorted(os.listdir(package.__path__[0])):
            if name.endswith(".py") and name != "__init__.py":
                import_module(f"{package.__name__}.{name.removesuffix('.py')}")


load()
DOUBLES = {style: code for style, code in SAME.items() if style != VARIABLE_SCOPE}
"""Style rules, and the codes of findings about the same."""


def run(nodes: ast.ByClass, file: StyleFile, codes: frozenset[str]) -> list[Diagnostic]:
    """The diagnostics of the rules with some codes, in order of their offsets."""
    modules = frozenset(MODULES[each] for each in codes)
    subjects: dict[type[object], list[object]] = {kind: [*several] for kind, several in nodes.items()}
    subjects[Tokens] = [file.tokens]
    found = TABLE.run(subjects, file, whole=file.whole, modules=modules)
    return [each for each in found if each.code in codes]


def without_doubles(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings without those that say the same as one of a style rule."""
    spans = {code: sorted((each.start, each.end) for each in found if each.code == style) for style, code in DOUBLES.items()}
    return [each for each in found if each.code not in spans or not _overlaps(each, spans[each.code])]


def _overlaps(diagnostic: Diagnostic, spans: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(spans, (diagnostic.end, 0))
    return at > 0 and spans[at - 1][1] > diagnostic.start
