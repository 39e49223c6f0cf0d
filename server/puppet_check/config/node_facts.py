"""Reads the facts of one or more nodes: of facter, of `puppet facts`, and in the forms of PuppetDB."""

from __future__ import annotations

import os
from typing import NamedTuple

from puppet_check.config.facts import FactsError, SharedValues, parsed, value_of
from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.folders import names_in
from puppet_check.reading.places import exists, is_folder
from puppet_typesys.values.hash import EMPTY, Hash


class NodeFacts(NamedTuple):
    """What a file tells of a node; `name` is empty if it does not give one."""

    name: str
    facts: Hash
    trusted: Hash = EMPTY
    environment: str = ""


SUFFIXES = (".json", ".yaml", ".yml")
NAMES = ("certname", "name")


def read_nodes(path: str) -> list[NodeFacts]:
    """The nodes in a file, or in the files of a folder, which are named by their files unless they say otherwise. Raises FactsError."""
    values = SharedValues()
    if not is_folder(path):
        if not exists(path):
            raise FactsError(f"{path}: no such file or folder; expected the facts of nodes")
        return _of_file(path, values)
    found = []
    for name in names_in(path):
        stem, suffix = os.path.splitext(name)
        if suffix in SUFFIXES:
            found += [each if each.name else each._replace(name=stem) for each in _of_file(os.path.join(path, name), values)]
    if not found:
        raise FactsError(f"{path}: no facts found; expected files that end with {', '.join(SUFFIXES)}")
    return found


def read_data(path: str) -> object:
    """The data in a JSON or YAML file. Raises FactsError."""
    try:
        return parsed(path, read_text(path, LARGEST_DATA, "strict"))
    except OSError as error:
        raise FactsError(f"{path}: cannot read the file: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FactsError(f"{path}: invalid UTF-8 at byte {error.start}") from None


def read_hash(path: str) -> Hash:
    """The hash in a JSON or YAML file. Raises FactsError."""
    found = value_of(read_data(path))
    if not isinstance(found, Hash):
        raise FactsError(f"{path}:1:1: expected a hash")
    return found


def _of_file(path: str, values: SharedValues) -> list[NodeFacts]:
    data = read_data(path)
    if isinstance(data, list) and all(isinstance(each, dict) for each in data):
        rows = all("value" in each and "name" in each for each in data)
        return _of_rows(data, values) if data and rows else [_of_hash(each, values) for each in data]
    if not isinstance(data, dict):
        raise FactsError(f"{path}:1:1: facts must be a hash, not {type(data).__name__}")
    return [_of_hash(data, values)]


def _of_rows(rows: list[dict[str, object]], values: SharedValues) -> list[NodeFacts]:
    """The answer of PuppetDB's endpoint `facts`: one fact a row."""
    nodes: dict[str, dict[str, object]] = {}
    for each in rows:
        nodes.setdefault(str(each.get("certname", "")), {})[str(each["name"])] = each["value"]
    return [NodeFacts(name or _name_in(facts), _hash(facts, values)) for name, facts in nodes.items()]


def _of_hash(data: dict[str, object], values: SharedValues) -> NodeFacts:
    """Facts by name, or what `puppet facts` and PuppetDB's endpoints `factsets` and `inventory` have around them."""
    name = next((given for each in NAMES if isinstance(given := data.get(each), str)), "")
    inner = data.get("values", data.get("facts")) if name else None
    if not isinstance(inner, dict):
        return NodeFacts(_name_in(data), _hash(data, values))
    rows = inner.get("data")
    if isinstance(rows, list) and all(isinstance(each, dict) and "name" in each for each in rows):
        inner = {str(each["name"]): each.get("value") for each in rows}
    trusted, environment = data.get("trusted"), data.get("environment")
    return NodeFacts(
        name,
        _hash(inner, values),
        _hash(trusted, values) if isinstance(trusted, dict) else EMPTY,
        environment if isinstance(environment, str) else "",
    )


def _hash(data: dict[str, object], values: SharedValues) -> Hash:
    return Hash((values.of(str(name)), values.of(value)) for name, value in data.items())


def _name_in(facts: dict[str, object]) -> str:
    """The name of a node by its facts."""
    networking = facts.get("networking")
    inner = networking.get("fqdn") if isinstance(networking, dict) else None
    return next((each for each in (facts.get("clientcert"), inner, facts.get("fqdn")) if isinstance(each, str)), "")
