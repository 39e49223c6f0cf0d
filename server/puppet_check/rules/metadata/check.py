"""Reads the `metadata.json` of a module."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.rules.documents import Subjects
from puppet_check.rules.metadata.words import arguments, words
from puppet_check.workspace.json_text import Json, JsonFault, JsonSyntaxError, read_json
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.roots import CODE
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Severity, issue


class Metadata(NamedTuple):
    """The metadata of a module that is part of the project."""

    path: str
    text: Text
    root: Json
    """A non-empty object."""
    module: Module


@issue(Severity.ERROR)
def metadata_syntax(kind: JsonFault, expected: str, found: str) -> str:
    """Invalid JSON in `metadata.json`"""
    return words(kind, expected, found)


@issue(Severity.ERROR)
def metadata_field(field: str) -> str:
    """Missing or invalid field in `metadata.json`"""
    return f"'{field}' is missing, so Puppet does not load the module"


@metadata_field.variant()
def not_an_object(kind: str) -> str:
    return f"metadata.json must be an object, not {kind}"


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The metadata of a module; nothing for a file of that name that is not at the top of a module."""
    folder = os.path.dirname(os.path.abspath(path))
    module = next((each for each in known.project.modules.values() if each.folder == folder), None)
    if not source or module is None or os.path.basename(folder) in CODE:
        return Subjects()
    try:
        root = read_json(source)
    except JsonSyntaxError as error:
        return Subjects(problems=(metadata_syntax(*arguments(error)).at(error.offset, error.offset + 1),))
    if not isinstance(root.value, dict):
        return Subjects(problems=(not_an_object(root.kind).at(root.start, root.start + 1),))
    return Subjects((Metadata(os.path.abspath(path), Text(source), root, module),)) if root.members else Subjects()
