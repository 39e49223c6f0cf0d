"""Fields of task metadata that are unknown or of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.rules.documents import rule
from puppet_check.rules.metadata.names import end_of
from puppet_check.rules.tasks.check import TaskMetadata, task_metadata
from puppet_check.workspace.json_text import Json
from puppet_check.workspace.known import Known
from puppet_check.workspace.tasks import NAME
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.edits import respelled
from puppet_typesys.spelling import closest
from puppet_typesys.types.parse import TypeSyntaxError, parse
from puppet_typesys.values.errors import ArgumentError, InternalError

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


@task_metadata.variant()
def unknown_field(field: str) -> str:
    return f"'{field}' is not a field of task metadata"


@task_metadata.variant()
def wrong_kind(field: str, expected: str, actual: str) -> str:
    return f"'{field}' must be {expected}, not {actual}"


@task_metadata.variant()
def wrong_method(name: str) -> str:
    return f"'{name}' is not an input method; expected one of {', '.join(INPUT_METHODS)}"


@task_metadata.variant()
def wrong_parameter_name(name: str) -> str:
    return f"'{name}' is not a valid parameter name; expected lower-case letters, digits and underscores"


@task_metadata.variant()
def wrong_parameter(actual: str) -> str:
    return f"a parameter must be an object with a description and a type, not {actual}"


@task_metadata.variant()
def wrong_type(text: str, reason: str) -> str:
    return f"'{text}' is not a valid type: {reason}"


@rule(on=TaskMetadata)
def check_fields(task: TaskMetadata, known: Known) -> Iterator[Diagnostic]:
    """Report misspelt fields and values of the wrong type."""
    for each in task.root.members:
        expected = KEYS.get(each.key)
        if expected is None:
            meant = closest(each.key, KEYS, 0.8)
            if meant is not None:
                fixes = respelled(task.text, each.start, each.end, each.key, meant)
                yield unknown_field(each.key).suggesting(meant).at(each.start, each.end, severity=Severity.WARNING, fixes=fixes)
        elif each.value.value is not None and not isinstance(each.value.value, expected):
            yield wrong_kind(each.key, WORDS[expected], each.value.kind).at(each.value.start, end_of(each.value))
    method = task.root.get("input_method")
    if method is not None and method.text is not None and method.text not in INPUT_METHODS:
        yield wrong_method(method.text).at(method.start, method.end)


@rule(on=TaskMetadata)
def check_parameters(task: TaskMetadata, known: Known) -> Iterator[Diagnostic]:
    """Report parameters with invalid names or types."""
    given = task.root.get("parameters")
    for each in () if given is None else given.members:
        if not NAME.fullmatch(each.key):
            yield wrong_parameter_name(each.key).at(each.start, each.end, severity=Severity.WARNING)
        if isinstance(each.value.value, dict):
            yield from _type(each.value.get("type"))
        else:
            yield wrong_parameter(each.value.kind).at(each.value.start, end_of(each.value))


def _type(given: Json | None) -> Iterator[Diagnostic]:
    if given is None or given.value is None:
        return
    if given.text is None:
        yield wrong_kind("type", "a string", given.kind).at(given.start, end_of(given))
        return
    wrong = _wrong_type(given.text)
    if wrong is not None:
        yield wrong_type(given.text, wrong).at(given.start, given.end)


def _wrong_type(text: str) -> str | None:
    """Why a text is not a type; None if it is one."""
    try:
        parse(text)
    except (ArgumentError, InternalError, TypeSyntaxError) as error:
        return str(error)
    return None
