"""`run`: every rule over the nodes of one program. The modules of rules are imported when a program has the first node that they are about.

`classes.json`, which `python -m docs.generate` writes, says which nodes those are. A module that it does not have is imported at once.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import import_module
from pkgutil import get_data

from puppet_check import rules
from puppet_check.rules.documents import load
from puppet_check.rules.file import File
from puppet_check.rules.rule import TABLE
from puppet_grammar import ast
from puppet_typesys.diagnostics import DECLARING, Diagnostic


def run(nodes: ast.ByClass, file: File) -> list[Diagnostic]:
    """The diagnostics of the rules for the nodes of a program, in order of their offsets."""
    for kind in nodes:
        _load(kind.__name__)
    return TABLE.run(nodes, file, whole=file.whole)


@cache
def load_all() -> None:
    """Import the modules of all rules."""
    load(rules.__name__)


def classes() -> dict[str, list[str]]:
    """The names of the classes of nodes that the rules of each module are about; none for a module without rules. Imports them all."""
    load_all()
    found: dict[str, set[str]] = {name: set() for name in _names()}
    for kind in (each for each in vars(ast).values() if isinstance(each, type) and issubclass(each, ast.Node)):
        for function in (*TABLE.about(kind, whole=True), *TABLE.about(kind, whole=False)):
            found[function.__module__.rpartition(".")[2]].add(kind.__name__)
    return {name: sorted(found[name]) for name in sorted(found)}


@cache
def _load(kind: str) -> None:
    for module in _modules().get(kind, ()):
        import_module(f"{rules.__name__}.{module}")


@cache
def _modules() -> dict[str, list[str]]:
    """The modules with rules about each class of nodes, by its name, after those are imported of which that is not known."""
    content = get_data(rules.__name__, "classes.json")
    known: dict[str, list[str]] = {} if content is None else json.loads(content)
    for name in sorted(_names() - known.keys()):
        import_module(f"{rules.__name__}.{name}")
    found: dict[str, list[str]] = {}
    for module, kinds in known.items():
        for kind in kinds:
            found.setdefault(kind, []).append(module)
    return found


def _names() -> set[str]:
    """The names of the modules of this package."""
    return {name.removesuffix(".py") for name in os.listdir(rules.__path__[0]) if name.endswith(".py") and name != "__init__.py"}


DECLARING.append(load_all)
