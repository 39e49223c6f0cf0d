"""`check_document`: the findings in a file that is not Puppet code, by its kind."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from puppet_check.rules.bidirectional_text import controls
from puppet_check.rules.documents import Subjects, in_order, judge, load
from puppet_check.workspace.kinds import Kind
from puppet_check.workspace.known import Known
from puppet_typesys.diagnostics import Diagnostic

HIERARCHY = "hiera"
"""The rules of the files that are only checked together: those of a hierarchy."""
Read = Callable[[str, bytes, Known], Subjects]


def check_document(kind: Kind, path: str, source: bytes, known: Known, *, syntax_only: bool = False) -> list[Diagnostic]:
    """The findings in a file of a kind, in order of place. Offsets are bytes."""
    if kind.rules is None:
        return []
    if kind.rules == HIERARCHY:
        return in_order([*_in_hierarchy(os.path.abspath(path), known), *controls(source)])
    subjects = _reader(kind.rules)(path, source, known)
    problems = (*subjects.problems, *controls(source))
    return judge(Subjects(() if syntax_only else subjects.parts, problems), known)


def _in_hierarchy(path: str, known: Known) -> tuple[Diagnostic, ...]:
    """The findings in a file of a hierarchy, which are those of a check of all its files unless it has unsaved changes."""
    from puppet_check.rules.hiera.hierarchy import HierarchyFindings, syntax_problems  # 36 ms, and most files are Puppet code

    checked = HierarchyFindings(known, path) if known.is_unsaved(path) else known.checked_data(HierarchyFindings)
    return checked.of(path) or tuple(syntax_problems(path, known))


@cache
def _reader(name: str) -> Read:
    """The function `subjects` of a folder's module `check`; the folder's modules are loaded when the first such file is checked."""
    package = f"{__package__}.{name}"
    load(package)
    return cast(Read, import_module(f"{package}.check").subjects)
