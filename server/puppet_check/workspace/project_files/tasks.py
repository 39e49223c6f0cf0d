"""Tasks: the executables of a module's `tasks` folder and their metadata."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.project_files.codes import finding
from puppet_check.workspace.project_files.json_text import Json, JsonSyntaxError, read_json
from puppet_check.workspace.workspace import Known
from puppet_typesys.diagnostics import Severity
from puppet_typesys.infer.model import Finding
from puppet_typesys.spelling import hint
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.values.errors import ArgumentError, InternalError

NAME = re.compile(r"[a-z][a-z0-9_]*")
KEYS: dict[str, type] = {
    "description": str,
    "parameters": dict,
    "input_method": str,
    "private": bool,
    "supports_noop": bool,
    "remote": bool,
    "implementations": list,
    "files": list,
    "extensions": dict,
}
WORDS = {str: "a string", dict: "an object", bool: "true or false", list: "an array"}
INPUT_METHODS = ("stdin", "environment", "both", "powershell")
NO_TASKS = (".md", ".conf")
"""Files in the folder of tasks that belong to none, as the reference has it."""
SCRIPTS = frozenset((".bash", ".bat", ".cmd", ".exe", ".json", ".pl", ".ps1", ".py", ".rb", ".sh"))
"""What is meant as a task for certain. The reference passes over any file with another name than a task may have."""
MOUNTS = ("files", "lib", "scripts", "tasks")


@dataclass(frozen=True, slots=True)
class Task:
    """A task as those see it who run it."""

    name: str
    parameters: dict[str, str] | None
    """The texts of the parameters' types by name; None when anything may be given."""
    with_default: frozenset[str] = frozenset()


def check_task(path: str, source: bytes, known: Known) -> list[Finding]:
    """What is wrong with a file of a module's folder of tasks."""
    folder, file = os.path.split(os.path.abspath(path))
    if file.startswith(".") or not any(each.folder == os.path.dirname(folder) for each in known.project.modules.values()):
        return []
    stem, suffix = os.path.splitext(file)
    if not NAME.fullmatch(stem):
        if suffix not in SCRIPTS and not (suffix == "" and source.startswith(b"#!")):
            return []
        message = f"'{stem}' is no name of a task, which has lower-case letters, digits and underscores only; the file is ignored"
        return [finding("task-name", 0, 1, message)]
    if suffix != ".json" or not source:
        return []
    try:
        root = read_json(source)
    except JsonSyntaxError as error:
        return [finding("task-metadata", error.offset, error.offset + 1, f"this is no valid JSON: {error}")]
    if not isinstance(root.value, dict):
        return [finding("task-metadata", root.start, root.start + 1, f"the metadata of a task are an object, not {root.kind}")]
    found = [*_fields(root), *_parameters(root.get("parameters")), *_files(root, known.project)]
    return [*found, *_implementations(root, stem, folder)]


def read_task(module: Module, name: str) -> Task | None:
    """The task of a module by the last part of its name; None when there is none."""
    folder = os.path.join(module.folder, "tasks")
    files = [each for each in _listed(folder) if os.path.splitext(each)[0] == name and not each.endswith(NO_TASKS)]
    if not files:
        return None
    if f"{name}.json" not in files:
        return Task(name, None)
    try:
        with open(os.path.join(folder, f"{name}.json"), "rb") as file:
            given = read_json(file.read()).get("parameters")
    except (OSError, JsonSyntaxError):
        return Task(name, None)
    if given is None or not isinstance(given.value, dict):
        return Task(name, None)
    types = {each.key: each.value.get("type") for each in given.members}
    with_default = frozenset(each.key for each in given.members if each.value.member("default") is not None)
    return Task(name, {key: "Any" if type is None or type.text is None else type.text for key, type in types.items()}, with_default)


def _listed(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _fields(root: Json) -> Iterator[Finding]:
    for each in root.members:
        expected = KEYS.get(each.key)
        if expected is None:
            told = hint(each.key, KEYS, 0.8)
            if told:
                message = f"'{each.key}' means nothing in the metadata of a task{told}"
                yield finding("task-metadata", each.start, each.end, message, Severity.WARNING)
        elif each.value.value is not None and not isinstance(each.value.value, expected):
            message = f"'{each.key}' is {WORDS[expected]}, not {each.value.kind}"
            yield finding("task-metadata", each.value.start, _end(each.value), message)
    method = root.get("input_method")
    if method is not None and method.text is not None and method.text not in INPUT_METHODS:
        message = f"'{method.text}' is no input method, expected one of {', '.join(INPUT_METHODS)}"
        yield finding("task-metadata", method.start, method.end, message)


def _parameters(given: Json | None) -> Iterator[Finding]:
    for each in () if given is None else given.members:
        if not NAME.fullmatch(each.key):
            message = f"'{each.key}' is no name of a parameter, which has lower-case letters, digits and underscores only"
            yield finding("task-metadata", each.start, each.end, message, Severity.WARNING)
        if not isinstance(each.value.value, dict):
            message = f"a parameter is an object with a description and a type, not {each.value.kind}"
            yield finding("task-metadata", each.value.start, _end(each.value), message)
            continue
        type = each.value.get("type")
        if type is None or type.value is None:
            continue
        if type.text is None:
            yield finding("task-metadata", type.start, _end(type), f"a type is a string, not {type.kind}")
            continue
        wrong = _wrong_type(type.text)
        if wrong is not None:
            yield finding("task-metadata", type.start, type.end, f"'{type.text}' is no type: {wrong}")


def _wrong_type(text: str) -> str | None:
    try:
        parse(text)
    except (ArgumentError, InternalError, TypeSyntaxError) as error:
        return str(error)
    return None


def _implementations(root: Json, stem: str, folder: str) -> Iterator[Finding]:
    listed = root.member("implementations")
    executables = [
        each for each in _listed(folder) if not each.endswith((*NO_TASKS, ".json")) and NAME.fullmatch(os.path.splitext(each)[0])
    ]
    if listed is None:
        own = [each for each in executables if os.path.splitext(each)[0] == stem]
        if not own:
            yield finding("task-implementation", root.start, root.start + 1, f"there is no executable for the task {stem}")
        elif len(own) > 1:
            message = (
                f"there are several executables for the task {stem} ({', '.join(own)}), and 'implementations' does not tell which to run"
            )
            yield finding("task-implementation", root.start, root.start + 1, message)
        return
    for each in listed.value.items:
        name = each.get("name")
        if not isinstance(each.value, dict) or name is None or name.text is None:
            yield finding("task-metadata", each.start, each.start + 1, "an implementation is an object with a 'name', a string")
            continue
        if name.text not in executables:
            yield finding("task-implementation", name.start, name.end, f"'{name.text}' does not exist in the folder of the task")
        for key in ("requirements", "files"):
            value = each.get(key)
            if value is not None and value.value is not None and not isinstance(value.value, list):
                yield finding("task-metadata", value.start, _end(value), f"'{key}' is an array, not {value.kind}")


def _files(root: Json, project: Project) -> Iterator[Finding]:
    listed = root.get("files")
    inner = root.get("implementations")
    more = [each.get("files") for each in (inner.items if inner is not None else ())]
    for each in (each for files in (listed, *more) if files is not None for each in files.items):
        if each.text is None:
            yield finding("task-metadata", each.start, _end(each), f"a file is a string, not {each.kind}")
            continue
        module, _, rest = each.text.partition("/")
        mount, _, path = rest.partition("/")
        known = project.modules.get(module)
        if mount not in MOUNTS:
            message = f"'{each.text}' is no file of a module, expected one such as module/files/name"
            yield finding("task-metadata", each.start, each.end, message)
        elif known is not None:
            yield from _file(each, os.path.join(known.folder, mount, path))


def _file(given: Json, path: str) -> Iterator[Finding]:
    is_folder = os.path.isdir(path)
    text = str(given.value)
    if not os.path.exists(path):
        yield finding("task-implementation", given.start, given.end, f"'{text}' does not exist")
    elif is_folder != text.endswith("/"):
        message = f"'{text}' is a folder, whose name ends in a slash" if is_folder else f"'{text}' is a file, whose name ends in no slash"
        yield finding("task-metadata", given.start, given.end, message)


def _end(value: Json) -> int:
    return value.start + 1 if isinstance(value.value, list | dict) else value.end
