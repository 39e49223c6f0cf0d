"""Folders and files that the settings of an environment name."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.globs import GlobLimit, fixed_part, glob
from puppet_check.reading.places import exists, is_outside
from puppet_check.rules.documents import rule
from puppet_check.rules.environment.check import Setting
from puppet_check.workspace.known import Known
from puppet_check.workspace.module_path import MOST_FOLDERS
from puppet_typesys.diagnostics import Diagnostic, Severity, issue


@issue(Severity.INFO)
def environment_folder(path: str) -> str:
    """`environment.conf` names a folder or file that does not exist"""
    return f"'{path}' does not exist in the environment"


@environment_folder.variant()
def absent_modules(path: str) -> str:
    return f"'{path}' does not exist here, so the names of modules that are not installed are not checked"


@environment_folder.variant()
def unread_modules(path: str) -> str:
    return (
        f"'{path}' is outside of the repository and not only for modules, so it is not read, and the names of modules"
        " that are not installed are not checked; give it as `--modulepath`"
    )


@rule(on=Setting)
def check_paths(setting: Setting, known: Known) -> Iterator[Diagnostic]:
    """Report relative paths that do not exist."""
    parts: list[bytes] = []
    if setting.name == "modulepath":
        parts = setting.value.split(b":", MOST_FOLDERS)[:MOST_FOLDERS]
    elif setting.name in ("manifest", "config_version"):
        parts = [setting.value.split(b" ")[0] if setting.name == "config_version" else setting.value]
    start = setting.value_start
    for each in parts:
        plain = each.decode("utf-8", "replace").strip().strip("\"'")
        if setting.name == "modulepath" and os.path.join(setting.folder, plain) in known.project.unread_folders:
            yield unread_modules(plain).at(start, start + len(each))
        elif plain and "$" not in plain and not _may_exist(os.path.join(setting.folder, plain), setting.folder):
            if setting.name == "modulepath":
                yield absent_modules(plain).at(start, start + len(each))
            elif not os.path.isabs(plain):
                yield environment_folder(plain).at(start, start + len(each))
        start += len(each) + 1


def _may_exist(pattern: str, folder: str) -> bool:
    """Whether something matches a pattern, or could: what is outside of the repository is not looked for."""
    fixed = fixed_part(pattern)
    if is_outside(os.path.normpath(fixed), folder):
        return fixed != pattern or exists(pattern)
    try:
        return bool(glob(pattern))
    except GlobLimit:
        return True
