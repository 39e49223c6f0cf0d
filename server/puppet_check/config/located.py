"""Located: a document of settings whose errors have their line and column, and the words for its values."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sized

from puppet_check.config.error import ConfigError
from puppet_check.config.places import LineAndColumn, Path, Places, places_of
from puppet_typesys.spelling import hint

LONGEST_SHOWN = 80
"""The number of characters of a value that a message shows."""
LARGE = 10**300
"""The largest number that a message shows."""


class Located:
    """A file of settings; errors have the line and column of its keys and values."""

    def __init__(self, path: str, text: str, base: Path) -> None:
        self.file = path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.text = text
        self.base = base
        self._places: Places | None = None

    def limit(self, value: Sized, path: Path, most: int) -> None:
        """Raise an error for what would take too long for each file."""
        if len(value) > most:
            raise self.error(self.value_at(path), f"{name_of(path)} has {len(value)} elements, expected at most {most}")

    def table(self, value: object, path: Path) -> Mapping[str, object]:
        """Return a table; raise an error for anything else."""
        if not isinstance(value, dict):
            raise self.wrong(path, "a table", value)
        return value

    def known(self, key: str, known: Mapping[str, object], path: Path) -> str:
        """Return a key of a table; raise an error if it is not among those that the table can have."""
        if key in known:
            return key
        suggestion = hint(cut(key), known) or f", expected one of {', '.join(known)}"
        raise self.error(self.key_at((*path, key)), f"unknown key '{cut(key)}'{suggestion}")

    def wrong(self, path: Path, expected: str, value: object) -> ConfigError:
        """The error for a value of another kind than expected."""
        return self.error(self.value_at(path), f"{name_of(path)} is {shown(value)}, expected {expected}")

    def error(self, place: LineAndColumn, message: str) -> ConfigError:
        """An error at a place."""
        return ConfigError(f"{self.file}:{place.line}:{place.column}: {message}")

    def key_at(self, path: Path) -> LineAndColumn:
        """The place of a key."""
        return self._nearest(self.places.keys, path)

    def value_at(self, path: Path) -> LineAndColumn:
        """The place of a value."""
        return self._nearest(self.places.values, path)

    def inside_at(self, path: Path, value: str, line: int, column: int) -> LineAndColumn:
        """The place of a line and a column (both from 0) inside of a string; that of the string if escapes make it uncertain."""
        start = self.value_at(path)
        lines = self.text.split("\n")
        first = start.line - 1
        if lines[first : first + 1] and lines[first][start.column - 1 :] in ('"""', "'''"):
            first += 1  # a line break that follows the quotes is not part of the string
        wanted, given = value.split("\n")[line], lines[first + line : first + line + 1]
        at = given[0].find(wanted, start.column - 1 if first + line == start.line - 1 else 0) if given else -1
        return start if at < 0 else LineAndColumn(first + line + 1, at + column + 1)

    def _nearest(self, places: Mapping[Path, LineAndColumn], path: Path) -> LineAndColumn:
        """The place of a path, or of the nearest table that contains it."""
        whole = (*self.base, *path)
        return next((places[whole[:length]] for length in range(len(whole), 0, -1) if whole[:length] in places), LineAndColumn(1, 1))

    @property
    def places(self) -> Places:
        """The places of all keys and values, which are only looked up for an error."""
        if self._places is None:
            self._places = places_of(self.text)
        return self._places


def name_of(path: Path) -> str:
    """The name of a value in messages."""
    shown = cut(".".join(each for each in path if isinstance(each, str)))
    return f"an element of `{shown}`" if path and isinstance(path[-1], int) else f"`{shown}`" if shown else "the configuration"


def shown(value: object) -> str:
    """A value in messages."""
    match value:
        case str():
            return f"'{cut(value)}'"
        case bool():
            return str(value).lower()
        case int() if abs(value) > LARGE:
            return "a large number"
        case int() | float():
            return cut(f"{value:.12g}" if isinstance(value, float) or abs(value) > 1e15 else str(value))
        case list():
            return "a list"
        case dict():
            return "a table"
    return f"a {type(value).__name__}"


def cut(text: str) -> str:
    """A text that is short enough for a message."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
