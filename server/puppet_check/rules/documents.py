"""The table of rules about files that are not Puppet code, and `check_document`, which runs them.

Each kind of file has a folder here with its rules and their manual pages. Its module `check` reads a file and gives the subjects that
rules judge: the whole document, or parts of it. A rule is entered like one about Puppet code, for the class of its subject.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple, cast

from puppet_check.rules.bidirectional_text import controls
from puppet_check.workspace.kinds import Kind
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.rules import Rules

TABLE: Rules[object, Known] = Rules()
rule = TABLE.rule


class Subjects(NamedTuple):
    """The subjects of rules in a file, and its syntax errors."""

    parts: tuple[object, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


Read = Callable[[str, bytes, Known], Subjects]


def check_document(kind: Kind, path: str, source: bytes, known: Known, *, syntax_only: bool = False) -> list[Diagnostic]:
    """The findings in a file of a kind, in order of place. Offsets are bytes."""
    if kind.rules is None:
        return []
    subjects = _reader(kind.rules)(path, source, known)
    subjects = subjects._replace(problems=(*subjects.problems, *controls(source)))
    return judge(Subjects(problems=subjects.problems) if syntax_only else subjects, known)


def judge(subjects: Subjects, known: Known) -> list[Diagnostic]:
    """The diagnostics of the rules for subjects, and the syntax errors."""
    found = [*subjects.problems, *TABLE.run(by_class(subjects.parts), known, whole=True)]
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


@cache
def _reader(name: str) -> Read:
    """The function `subjects` of a folder's module `check`; the folder's modules are loaded when the first such file is checked."""
    package = import_module(f"{__package__}.{name}")
    load(package.__path__[0], package.__name__)
    return cast(Read, import_module(f"{package.__name__}.check").subjects)


def load(folder: str, package: str) -> None:
    """Import all modules of a package, so that its rules are entered and its issues declared."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py") and name != "__init__.py":
            import_module(f"{package}.{name.removesuffix('.py')}")
