"""Tasks of modules: their names, executables and parameters."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from puppet_check.reading.files import LARGEST_DATA, read
from puppet_check.reading.folders import names_in
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.json_text import JsonSyntaxError, read_json
from puppet_check.workspace.project import Module
from puppet_grammar.patterns import lazy_pattern

NAME = lazy_pattern(r"[a-z][a-z0-9_]*")
"""Valid names of tasks and their parameters."""
NO_TASKS = (".md", ".conf")
"""Suffixes of files in the `tasks` folder that Puppet ignores."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task and its parameters."""

    name: str
    parameters: dict[str, str] | None
    """The types of the parameters as text, by name; None if it accepts any parameters."""
    with_default: frozenset[str] = frozenset()


def read_task(disk: Disk, module: Module, name: str) -> Task | None:
    """The task of a module by the last part of its name; None without one."""
    folder = os.path.join(module.folder, "tasks")
    files = task_files(disk, folder).get(name, ())
    if not files:
        return None
    if f"{name}.json" not in files:
        return Task(name, None)
    try:
        given = read_json(read(os.path.join(folder, f"{name}.json"), LARGEST_DATA)).get("parameters")
    except (OSError, JsonSyntaxError):
        return Task(name, None)
    if given is None or not isinstance(given.value, dict):
        return Task(name, None)
    types = {each.key: each.value.get("type") for each in given.members}
    with_default = frozenset(each.key for each in given.members if each.value.member("default") is not None)
    return Task(name, {key: "Any" if type is None or type.text is None else type.text for key, type in types.items()}, with_default)


@remembered(1000)
def task_files(disk: Disk, folder: str) -> Mapping[str, Sequence[str]]:
    """The names of the files of each task of a folder, which may have thousands, by their names without suffix."""
    found: dict[str, list[str]] = {}
    for each in files_in(folder):
        if not each.endswith(NO_TASKS):
            found.setdefault(os.path.splitext(each)[0], []).append(each)
    return found


def files_in(folder: str) -> list[str]:
    """The names in a folder, sorted; none if it cannot be read."""
    return names_in(folder)
