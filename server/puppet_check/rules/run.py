"""`run`: every rule over the nodes of one program. The modules of rules are imported when a program has the first node that they are about.

`by_class.json` says which modules those are, by the names of the classes of nodes. `python -m docs.generate` writes it.
"""

from __future__ import annotations

import json
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


def modules_by_class() -> dict[str, list[str]]:
    """The modules of the rules about each class of nodes, by its name; all sorted. Imports them all."""
    load_all()
    found: dict[str, set[str]] = {}
    for kind in (each for each in vars(ast).values() if isinstance(each, type) and issubclass(each, ast.Node)):
        for function in (*TABLE.about(kind, whole=True), *TABLE.about(kind, whole=False)):
            found.setdefault(kind.__name__, set()).add(function.__module__.rpartition(".")[2])
    return {name: sorted(found[name]) for name in sorted(found)}


@cache
def _load(kind: str) -> None:
    for module in _modules().get(kind, ()):
        import_module(f"{rules.__name__}.{module}")


@cache
def _modules() -> dict[str, list[str]]:
    content = get_data(rules.__name__, "by_class.json")
    assert content is not None
    found: dict[str, list[str]] = json.loads(content)
    return found


DECLARING.append(load_all)
