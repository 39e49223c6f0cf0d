"""The table of rules about files that are not Puppet code, and `judge`, which runs them.

Each kind of file has a folder here with its rules and their manual pages. Its module `check` reads a file and gives the subjects that
rules judge: the whole document, or parts of it. A rule is entered like one about Puppet code, for the class of its subject.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module

from puppet_check.workspace.known import Known
from puppet_grammar.named import NamedTuple
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.rules import Rules

TABLE: Rules[object, Known] = Rules()
rule = TABLE.rule


class Subjects(NamedTuple):
    """The subjects of rules in a file, and its syntax errors."""

    parts: tuple[object, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def judge(subjects: Subjects, known: Known) -> list[Diagnostic]:
    """The diagnostics of the rules for subjects, and the syntax errors."""
    return in_order([*subjects.problems, *TABLE.run(by_class(subjects.parts), known, whole=True)])


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics in order of their offsets, each once and visible."""
    return sorted({_visible(each) for each in found}, key=lambda each: each[:5])


def by_class(parts: Iterable[object]) -> Mapping[type[object], list[object]]:
    """Subjects by class."""
    found: dict[type[object], list[object]] = {}
    for each in parts:
        found.setdefault(type(each), []).append(each)
    return found


def _visible(found: Diagnostic) -> Diagnostic:
    """A diagnostic that covers at least one byte, so that editors can show it."""
    return found if found.end > found.start else found._replace(end=found.start + 1)


def load(package: str) -> None:
    """Import all modules of a package, so that its rules are entered and its issues declared."""
    (folder,) = import_module(package).__path__
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py") and name != "__init__.py":
            import_module(f"{package}.{name.removesuffix('.py')}")
