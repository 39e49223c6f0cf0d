"""Executables and files that task metadata name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from puppet_check.reading.places import exists, is_folder
from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.names import end_of
from puppet_check.rules.tasks.check import TaskMetadata, task_metadata
from puppet_check.rules.tasks.task_metadata import wrong_kind
from puppet_check.workspace.json_text import Json
from puppet_check.workspace.known import Known
from puppet_check.workspace.tasks import NAME, task_files
from puppet_typesys.diagnostics import Diagnostic, Severity, issue

MOUNTS = ("files", "lib", "scripts", "tasks")


@issue(Severity.WARNING)
def task_implementation(task: str) -> str:
    """Task without an executable, or with several"""
    return f"task '{task}' has no executable"


@task_implementation.variant()
def several(task: str, files: str) -> str:
    return f"task '{task}' has several executables ({files}), and 'implementations' does not say which one to run"


@task_implementation.variant()
def missing_executable(name: str) -> str:
    return f"'{name}' does not exist in the folder of the task"


@task_implementation.variant()
def missing_file(path: str) -> str:
    return f"'{path}' does not exist"


@task_metadata.variant()
def wrong_implementation() -> str:
    return "an implementation must be an object with a string 'name'"


@task_metadata.variant()
def wrong_file(text: str) -> str:
    return f"'{text}' is not a file of a module; expected something like `module/files/name`"


@task_metadata.variant()
def folder_without_slash(path: str) -> str:
    return f"'{path}' is a folder; expected a trailing slash"


@task_metadata.variant()
def file_with_slash(path: str) -> str:
    return f"'{path}' is a file; expected no trailing slash"


@rule(on=TaskMetadata)
def check_implementations(task: TaskMetadata, known: Known) -> Iterator[Diagnostic]:
    """Report tasks whose executable is missing or ambiguous."""
    files = task_files(known.disk, task.folder)
    listed = task.root.member("implementations")
    if listed is None:
        own = _executables(files, task.name)
        if len(own) != 1:
            message = several(task.name, ", ".join(own)) if own else task_implementation(task.name)
            yield message.at(task.root.start, task.root.start + 1)
        return
    for each in listed.value.items:
        name = each.get("name")
        if not isinstance(each.value, dict) or name is None or name.text is None:
            yield wrong_implementation().at(each.start, each.start + 1)
            continue
        if name.text not in _executables(files, os.path.splitext(name.text)[0]):
            yield missing_executable(name.text).at(name.start, name.end)
        for key in ("requirements", "files"):
            value = each.get(key)
            if value is not None and value.value is not None and not isinstance(value.value, list):
                yield wrong_kind(key, "an array", value.kind).at(value.start, end_of(value))


def _executables(files: Mapping[str, Sequence[str]], stem: str) -> list[str]:
    """The executables in a folder of tasks that have a name, which must be valid, with any suffix."""
    return [each for each in files.get(stem, ()) if not each.endswith(".json")] if NAME.fullmatch(stem) else []


@rule(on=TaskMetadata)
def check_files(task: TaskMetadata, known: Known) -> Iterator[Diagnostic]:
    """Report additional files that do not exist."""
    listed, inner = task.root.get("files"), task.root.get("implementations")
    more = [each.get("files") for each in (inner.items if inner is not None else ())]
    for each in (each for files in (listed, *more) if files is not None for each in files.items):
        if each.text is None:
            yield wrong_kind("file", "a string", each.kind).at(each.start, end_of(each))
            continue
        module, _, rest = each.text.partition("/")
        mount, _, path = rest.partition("/")
        owner = known.project.modules.get(module)
        if mount not in MOUNTS:
            yield wrong_file(each.text).at(each.start, each.end)
        elif owner is not None:
            yield from _file(each, each.text, os.path.join(owner.folder, mount, path))


def _file(given: Json, text: str, path: str) -> Iterator[Diagnostic]:
    if not exists(path):
        yield missing_file(text).at(given.start, given.end)
    elif is_folder(path) != text.endswith("/"):
        message = file_with_slash(text) if text.endswith("/") else folder_without_slash(text)
        yield message.at(given.start, given.end)
