"""The table of all issues that can be reported."""

from __future__ import annotations

from importlib import import_module

import puppet_check.checker
import puppet_check.suppressions.control_comments  # noqa: F401 - declares issues
from puppet_check import rules
from puppet_check.rules.documents import load
from puppet_check.workspace.kinds import KINDS
from puppet_typesys.diagnostics import Issue, all_declared
from puppet_typesys.issues import PROBLEMS


def all_issues() -> dict[str, Issue]:
    """All issues by code, sorted. Imports every module that declares one."""
    for name in dict.fromkeys(kind.rules for kind in KINDS if kind.rules is not None):
        load(f"{rules.__name__}.{name}")
    for name in ("style", "own"):
        import_module(f"{rules.__name__}.{name}.run")
    return dict(sorted({**all_declared(), **PROBLEMS}.items()))
