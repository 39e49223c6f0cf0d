"""Which check belongs to which file."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import cast

from puppet_check.workspace.project import Project
from puppet_grammar.parse import mode_of
from puppet_typesys.infer.model import Finding

Check = Callable[[str, bytes, Project], list[Finding]]

BY_NAME = {
    "metadata.json": ("metadata_json", "check_metadata"),
    "Puppetfile": ("puppetfile", "check_puppetfile"),
    "environment.conf": ("environment_conf", "check_environment_conf"),
}
"""For each name of a file the module and function here that check it; they are loaded when first needed."""


def check_file(path: str, source: bytes, project: Project) -> list[Finding]:
    """What is wrong in a file of a project; nothing for a file that is none of those known here."""
    found = _check_of(path, project)
    return [] if found is None else found(path, source, project)


def is_project_file(path: str) -> bool:
    """Whether a path looks like that of a file that is checked here."""
    folder, name = os.path.split(path)
    return name in BY_NAME or name.endswith(".erb") or os.path.basename(folder) == "tasks" or is_plan(path)


def is_plan(path: str) -> bool:
    """Whether a path is that of a plan."""
    return path.endswith(".pp") and mode_of(path).tasks


def _check_of(path: str, project: Project) -> Check | None:
    folder, name = os.path.split(os.path.abspath(path))
    if name in BY_NAME:
        return _load(*BY_NAME[name])
    if name.endswith(".erb"):
        return _load("erb", "check_erb")
    if is_plan(path):
        return _load("plans", "check_plan")
    if os.path.basename(folder) == "tasks" and any(each.folder == os.path.dirname(folder) for each in project.modules.values()):
        return _load("tasks", "check_task")
    return None


def _load(module: str, function: str) -> Check:
    return cast(Check, getattr(import_module(f"puppet_check.workspace.project_files.{module}"), function))
