"""Reads the files in a module's `tasks` folder: names, and metadata in JSON."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.rules.documents import Subjects
from puppet_check.rules.metadata.words import arguments, words
from puppet_check.workspace.json_text import Json, JsonFault, JsonSyntaxError, read_json
from puppet_check.workspace.known import Known
from puppet_check.workspace.tasks import NAME
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Severity, issue


class TaskFile(NamedTuple):
    """A file in the folder of tasks."""

    stem: str
    suffix: str
    is_script: bool
    """Whether it begins with `#!`."""


class TaskMetadata(NamedTuple):
    """The metadata of a task, which are an object."""

    text: Text
    root: Json
    name: str
    folder: str


@issue(Severity.ERROR)
def task_metadata(kind: JsonFault, expected: str, found: str) -> str:
    """Invalid task metadata"""
    return f"invalid JSON: {words(kind, expected, found)}"


@task_metadata.variant()
def not_an_object(kind: str) -> str:
    return f"task metadata must be an object, not {kind}"


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """A file of a module's folder of tasks, and what its metadata say."""
    folder, file = os.path.split(os.path.abspath(path))
    if file.startswith(".") or not any(each.folder == os.path.dirname(folder) for each in known.project.modules.values()):
        return Subjects()
    stem, suffix = os.path.splitext(file)
    task = TaskFile(stem, suffix, source.startswith(b"#!"))
    if suffix != ".json" or not source or not NAME.fullmatch(stem):
        return Subjects((task,))
    try:
        root = read_json(source)
    except JsonSyntaxError as error:
        return Subjects((task,), (task_metadata(*arguments(error)).at(error.offset, error.offset + 1),))
    if not isinstance(root.value, dict):
        return Subjects((task,), (not_an_object(root.kind).at(root.start, root.start + 1),))
    return Subjects((task, TaskMetadata(Text(source), root, stem, folder)))
