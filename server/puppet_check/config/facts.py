"""Reads the facts of a node from a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from puppet_check.config.error import ConfigError
from puppet_check.reading.files import LARGEST_DATA, read_text
from puppet_check.reading.json_data import loads
from puppet_typesys.values.hash import Hash


class FactsError(ConfigError):
    """Raised for a file that cannot be read as facts; the text has the reason and the place."""


def read_facts(path: str) -> Hash:
    """Return the facts in a JSON or YAML file: a hash by name, or the `values` of what `puppet facts show` prints."""
    try:
        text = read_text(path, LARGEST_DATA, "strict")
    except OSError as error:
        raise FactsError(f"{path}: cannot read the file: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FactsError(f"{path}: invalid UTF-8 at byte {error.start}") from None
    data = parsed(path, text)
    if not isinstance(data, dict):
        raise FactsError(f"{path}:1:1: facts must be a hash, not {type(data).__name__}")
    inner = data.get("values")
    if isinstance(inner, dict) and "name" in data:
        data = inner
    return Hash((str(name), value_of(value)) for name, value in data.items())


def parsed(path: str, text: str) -> object:
    """The data in a text in JSON or YAML. Raises FactsError."""
    if text.lstrip()[:1] in "{[":
        try:
            return loads(text)
        except ValueError as error:
            if path.endswith(".json"):
                place = f":{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else ""
                raise FactsError(f"{path}{place}: invalid JSON: {getattr(error, 'msg', error)}") from None
    import yaml  # takes longer to load than most facts to read

    from puppet_check.reading.yaml_data import YamlLimit, compose, plain  # facts may be JSON

    try:
        return plain(compose(text))
    except YamlLimit as error:
        raise FactsError(f"{path}: the file cannot be read as YAML: {error}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f":{mark.line + 1}:{mark.column + 1}" if mark is not None else ""
        raise FactsError(f"{path}{place}: invalid YAML: {error.problem}") from None
    except yaml.YAMLError:
        raise FactsError(f"{path}: the file cannot be read as YAML") from None


def value_of(data: object) -> object:
    """Return parsed JSON or YAML as a Puppet value."""
    if data.__class__ in PLAIN:
        return data
    match data:
        case dict():
            return Hash((key if key.__class__ is str else value_of(key), value_of(each)) for key, each in data.items())
        case list() | tuple():
            return tuple(map(value_of, data))
        case int() | float() | str():
            return data
    return str(data)


class SharedValues:
    """Makes values of which equal parts are one object: the facts of many nodes differ in a few values, and all of them stay in memory."""

    def __init__(self) -> None:
        self._known: dict[object, object] = {}

    def of(self, data: object) -> object:
        """Parsed JSON or YAML as a Puppet value."""
        if data.__class__ is str:
            return self._known.setdefault(data, data)
        if isinstance(data, dict):
            pairs = [(self.of(key), self.of(each)) for key, each in data.items()]
            return self._one_of(("Hash", *[_mark(part) for pair in pairs for part in pair]), partial(Hash, pairs))
        if isinstance(data, list | tuple):
            values = [*map(self.of, data)]
            return self._one_of(("Array", *map(_mark, values)), partial(tuple, values))
        return value_of(data)

    def _one_of(self, marks: tuple[object, ...], make: Callable[[], object]) -> object:
        known = self._known.get(marks)
        if known is None:
            known = self._known[marks] = make()
        return known


def _mark(value: object) -> object:
    """What tells a part from others: numbers by what they are, and all else, which is kept, by where it is."""
    return (value.__class__, repr(value)) if isinstance(value, int | float) or value is None else id(value)


PLAIN = frozenset((str, int, float, bool, type(None)))
"""The classes of most values, which are the same in Puppet."""
