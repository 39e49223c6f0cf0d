"""Names of task files that Puppet ignores."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.tasks.check import TaskFile
from puppet_check.workspace.known import Known
from puppet_check.workspace.tasks import NAME
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

SCRIPTS = frozenset((".bash", ".bat", ".cmd", ".exe", ".json", ".pl", ".ps1", ".py", ".rb", ".sh"))
"""Suffixes of files that are certainly meant as tasks; Puppet ignores any file whose name is not valid for a task."""


@issue(Severity.WARNING)
def task_name(name: str) -> str:
    """Invalid task name"""
    return f"'{name}' is not a valid task name, so the file is ignored; expected lower-case letters, digits and underscores"


@rule(on=TaskFile)
def check_name(file: TaskFile, known: Known) -> Iterator[Diagnostic]:
    """Report scripts and metadata with a name that no task can have."""
    if not NAME.fullmatch(file.stem) and (file.suffix in SCRIPTS or (file.suffix == "" and file.is_script)):
        yield task_name(file.stem).at(0, 1)
