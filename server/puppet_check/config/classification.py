"""What an external node classifier, such as Foreman, says of a node: classes, variables of the top scope and an environment, in YAML."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.config.facts import FactsError, parsed, value_of
from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.places import is_file
from puppet_typesys.values.hash import EMPTY, Hash

SUFFIXES = (".yaml", ".yml", ".json", "")


class Classification(NamedTuple):
    """The classes of a node with their parameters, its variables, and its environment, which is empty if none is given."""

    classes: tuple[tuple[str, Hash], ...] = ()
    variables: Hash = EMPTY
    environment: str = ""


UNCLASSIFIED = Classification()


def classification_in(folder: str, node: str) -> Classification:
    """What the file of a node in a folder says; nothing without a file. Raises FactsError."""
    for suffix in SUFFIXES:
        path = os.path.join(folder, f"{node}{suffix}")
        if os.sep not in node and is_file(path):
            try:
                return classification_of(path, read_text(path, LARGEST_DATA, "strict"))
            except OSError as error:
                raise FactsError(f"{path}: cannot read the file: {error.strerror}") from None
            except UnicodeDecodeError as error:
                raise FactsError(f"{path}: invalid UTF-8 at byte {error.start}") from None
    return UNCLASSIFIED


def classification_of(subject: str, text: str) -> Classification:
    """What a text says, which `subject` names in errors. Raises FactsError."""
    data = parsed(subject, text)
    if not isinstance(data, dict):
        raise FactsError(f"{subject}: a classification must be a hash, not {type(data).__name__}")
    variables, environment = data.get("parameters"), data.get("environment")
    if not isinstance(variables, dict | None) or not isinstance(environment, str | None):
        raise FactsError(f"{subject}: expected a hash of `parameters` and a name of an `environment`")
    return Classification(tuple(_classes(subject, data.get("classes"))), _hash(variables), environment or "")


def _classes(subject: str, data: object) -> list[tuple[str, Hash]]:
    match data:
        case None:
            return []
        case str():
            return [(data, EMPTY)]
        case list() if all(isinstance(each, str) for each in data):
            return [(each, EMPTY) for each in data]
        case dict() if all(isinstance(each, dict | None) for each in data.values()):
            return [(str(name), _hash(parameters)) for name, parameters in data.items()]
    raise FactsError(f"{subject}: `classes` must be an array of names, or a hash of names with their parameters")


def _hash(data: dict[object, object] | None) -> Hash:
    return Hash((str(name), value_of(value)) for name, value in (data or {}).items())
