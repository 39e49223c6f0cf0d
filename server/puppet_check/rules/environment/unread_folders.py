"""A module path with more folders than are read."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.environment.check import Setting
from puppet_check.workspace.known import Known
from puppet_check.workspace.module_path import MOST_FOLDERS
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.WARNING)
def unread_folders(count: int, most: int) -> str:
    """`environment.conf` has more folders of modules than are read"""
    return f"the module path has {count} folders, of which only the first {most} are read"


@rule(on=Setting)
def check_count(setting: Setting, known: Known) -> Iterator[Diagnostic]:
    """Report a module path that is too long."""
    count = setting.value.count(b":") + 1
    if setting.name == "modulepath" and count > MOST_FOLDERS:
        yield unread_folders(count, MOST_FOLDERS).at(setting.start, setting.start + len(setting.name))
