"""Tasks and plans by the names under which plans run them, with their parameters."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from puppet_check.features.describe.markdown import code, fenced, paragraphs
from puppet_check.reading.folders import walk
from puppet_check.semantics.calls import TASK
from puppet_check.workspace.json_text import Json, JsonSyntaxError, read_json
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.tasks import NO_TASKS, files_in
from puppet_typesys.loader import PLAN, Place, TypedName


class Argument(NamedTuple):
    """A parameter of a task or plan."""

    name: str
    type: str
    is_required: bool
    doc: str
    place: Place


def names(kind: str, known: Known) -> Iterator[str]:
    """The names of all tasks or plans of a project."""
    for module in known.project.modules.values():
        yield from (_task_names(module) if kind == TASK else _plan_names(module))


def task_places(name: str, known: Known) -> list[Place]:
    """The executables of a task, or else its metadata."""
    module, folder, leaf = _location(name, known)
    found = (
        [] if module is None else [each for each in files_in(folder) if os.path.splitext(each)[0] == leaf and not each.endswith(NO_TASKS)]
    )
    chosen = [each for each in found if not each.endswith(".json")] or found
    return [Place(os.path.join(folder, each), 0, 0) for each in chosen]


def parameters(kind: str, name: str, known: Known) -> list[Argument]:
    """The parameters of a task or plan; none if they are unknown."""
    if kind == TASK:
        return _task_parameters(name, known)
    found = known.external.load(TypedName(PLAN, name))
    if found is None:
        return []
    return [
        Argument(each.name, each.type or "", each.is_required, each.doc, Place(found.place.path, each.start + 1, each.end))
        for each in found.parameters
    ]


def task_text(name: str, known: Known) -> str | None:
    """The description of a task with its parameters; None if there is no such task."""
    if not task_places(name, known):
        return None
    read = _metadata(name, known)
    lines = [f"  {each.type} ${each.name}{'' if each.is_required else ' = ...'}," for each in _task_parameters(name, known)]
    head = f"task {name}" + (" (\n" + "\n".join(lines) + "\n)" if lines else "")
    return paragraphs(fenced(head), None if read is None else _text(read[1], "description"))


def argument_text(kind: str, name: str, parameter: str, known: Known) -> str | None:
    """The description of a parameter of a task or plan; None if it is unknown."""
    found = next((each for each in parameters(kind, name, known) if each.name == parameter), None)
    return None if found is None else paragraphs(code(f"{found.type} ${found.name}".strip()), found.doc or f"Parameter of {kind} `{name}`.")


def _task_parameters(name: str, known: Known) -> list[Argument]:
    read = _metadata(name, known)
    given = None if read is None else read[1].get("parameters")
    if read is None or given is None or not isinstance(given.value, dict):
        return []
    found = []
    for each in given.members:
        type = _text(each.value, "type") or "Any"
        has_default = isinstance(each.value.value, dict) and each.value.member("default") is not None
        place = Place(read[0], each.start, each.end)
        found.append(
            Argument(each.key, type, not has_default and not type.startswith("Optional"), _text(each.value, "description") or "", place)
        )
    return found


def _metadata(name: str, known: Known) -> tuple[str, Json] | None:
    """The path and the contents of a task's metadata."""
    module, folder, leaf = _location(name, known)
    path = os.path.join(folder, f"{leaf}.json")
    if module is None:
        return None
    try:
        return path, read_json(known.contents(path))
    except (OSError, JsonSyntaxError):
        return None


def _text(given: Json, key: str) -> str | None:
    found = given.get(key) if isinstance(given.value, dict) else None
    return found.value if found is not None and isinstance(found.value, str) else None


def _location(name: str, known: Known) -> tuple[Module | None, str, str]:
    """The module of a task, the folder of its files and their name without an ending."""
    first, _, rest = name.partition("::")
    module = known.project.modules.get(first)
    return module, "" if module is None else os.path.join(module.folder, "tasks"), rest or "init"


def task_of(path: str, known: Known) -> str | None:
    """The name of the task that a file belongs to; None if it belongs to none."""
    module = known.project.module_of(path)
    if module is None or os.path.dirname(os.path.abspath(path)) != os.path.join(os.path.abspath(module.folder), "tasks"):
        return None
    stem = os.path.splitext(os.path.basename(path))[0]
    return module.name if stem == "init" else f"{module.name}::{stem}"


def read_in_scripts(parameter: str, task: str, known: Known) -> Iterator[Place]:
    """The places where the executables of a task read a parameter from the environment."""
    variable = re.compile(rb"\bPT_(%b)\b" % re.escape(parameter.encode()))
    for place in task_places(task, known):
        if not place.path.endswith(".json"):
            with suppress(OSError):
                yield from (Place(place.path, *each.span(1)) for each in variable.finditer(known.contents(place.path)))


def task_folder(name: str, known: Known) -> tuple[str | None, str]:
    """The folder in which a task belongs, None if there is no module for it, and the name of its files without an ending."""
    module, folder, leaf = _location(name, known)
    return None if module is None else folder, leaf


def _task_names(module: Module) -> Iterator[str]:
    leaves = {os.path.splitext(each)[0] for each in files_in(os.path.join(module.folder, "tasks")) if not each.endswith(NO_TASKS)}
    for each in sorted(leaves):
        if each and not each.startswith("."):
            yield module.name if each == "init" else f"{module.name}::{each}"


def _plan_names(module: Module) -> Iterator[str]:
    top = os.path.join(module.folder, "plans")
    for where, folders, files in walk(module.folder, "plans"):
        folders.sort()
        for each in sorted(files):
            stem, ending = os.path.splitext(each)
            if ending in (".pp", ".yaml"):
                inner = os.path.relpath(os.path.join(where, stem), top).split(os.sep)
                yield "::".join((module.name, *([] if inner == ["init"] else inner)))
