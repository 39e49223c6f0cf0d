"""Reads a configuration file, or the settings of an editor. A value that is not valid raises a ConfigError with its line and column."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence, Sized

from puppet_check.config.codes import is_known, pages
from puppet_check.config.error import ConfigError
from puppet_check.config.kinds import Choice, Kind, Setting
from puppet_check.config.places import Path, Place, Places, places_of
from puppet_check.config.settings import LEVELS, SHARED, Override, Settings, field_of, settings_of
from puppet_check.reading.files import read
from puppet_check.reading.patterns import is_valid
from puppet_check.reading.places import is_named_outside
from puppet_typesys.spelling import hint

EDITOR = "puppetCheck"
"""The section of an editor's settings."""
LARGEST_SETTINGS = 1 << 20
"""The size in bytes of the largest file of settings."""
MOST_VALUES = 5000
"""The number of elements that a list may have."""
MOST_TABLES = 500
"""The number of codes and of overrides that there may be."""
LONGEST_SHOWN = 80
"""The number of characters of a value that a message shows."""
LARGE = 10**300
"""The largest number that a message shows."""
TABLE = ("tool", "puppet-check")
"""Where settings are in a file that is shared with other tools."""


def read_settings(path: str, base: Settings | None = None) -> Settings | None:
    """Return the settings of a file, on top of others; None if a shared file has none for puppet-check."""
    try:
        source = read(path, LARGEST_SETTINGS)
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the file: {error.strerror}") from None
    is_shared = os.path.basename(path) == SHARED
    if is_shared and b"puppet-check" not in source:
        return None
    data, text = _parsed(path, source)
    if not is_shared:
        return _Reader(path, text, ()).settings(data, base or Settings())
    table = data.get(TABLE[0])
    table = table.get(TABLE[1]) if isinstance(table, dict) else None
    return _Reader(path, text, TABLE).settings(table, base or Settings()) if table is not None else None


def editor_settings(data: object, folder: str) -> Settings:
    """Return the settings that an editor sent for a folder; null means unset. Raises a ConfigError for an invalid value."""
    given = {key: value for key, value in data.items() if value is not None} if isinstance(data, dict) else data
    return _EditorReader(os.path.join(folder, EDITOR), "", ()).settings(given, Settings())._replace(file=None, root=folder)


def _parsed(path: str, source: bytes) -> tuple[dict[str, object], str]:
    from tomllib import TOMLDecodeError  # most projects have no configuration

    from puppet_check.reading.toml_data import TomlLimit, loads

    try:
        text = source.decode().replace("\r\n", "\n")
        return loads(text), text
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: invalid UTF-8 at byte {error.start}") from None
    except TomlLimit as error:
        raise ConfigError(f"{path}: {error}") from None
    except TOMLDecodeError as error:
        what, _, place = str(error).rpartition(" (at ")
        numbers = [word for word in place.rstrip(")").replace(",", "").split() if word.isdecimal()]
        if len(numbers) != 2:
            numbers = [str(text.count("\n") + 1), "1"]
        raise ConfigError(f"{path}:{':'.join(numbers)}: invalid TOML: {what or error}") from None


class _Reader:
    """Reads the keys of one file; errors have their line and column."""

    def __init__(self, path: str, text: str, base: Path) -> None:
        self.file = path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.text = text
        self.base = base
        self._places: Places | None = None

    def settings(self, data: object, base: Settings) -> Settings:
        """Return the settings in a table, on top of others."""
        found = self._values(data, (), settings_of(Settings))
        return base._replace(file=os.path.abspath(self.file))._replace(**found)  # type: ignore[arg-type]  # its kind has the type

    def _values(self, data: object, path: Path, known: Mapping[str, Setting]) -> dict[str, object]:
        table = self._table(data, path)
        return {field_of(key): self._value(known[self._known(key, known, path)], value, (*path, key)) for key, value in table.items()}

    def _value(self, setting: Setting, value: object, path: Path) -> object:
        match setting.kind:
            case Choice(words):
                return self._choice(value, path, words)
            case Kind.CODES:
                return self._codes(value, path)
            case Kind.SEVERITIES:
                return self._severities(value, path)
            case Kind.PATTERNS:
                return self._patterns(value, path)
            case Kind.NAMES:
                return self._texts(value, path)
            case Kind.FOLDERS:
                return self._folders(value, path)
            case Kind.FILE:
                return self._path(value, path)
            case Kind.COUNT:
                return self._count(value, path)
            case Kind.SWITCH:
                return self._switch(value, path)
            case Kind.OVERRIDES:
                return self._overrides(value, path)

    # ---- kinds of values

    def _switch(self, value: object, path: Path) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self._wrong(path, "true or false", value)
        return value

    def _texts(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of strings."""
        if not isinstance(value, list):
            raise self._wrong(path, "a list of strings", value)
        self._limit(value, path, MOST_VALUES)
        for index, each in enumerate(value):
            if not isinstance(each, str):
                raise self._wrong((*path, index), "a string", each)
        return tuple(value)

    def _codes(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of codes."""
        found = self._texts(value, path)
        self._limit(found, path, MOST_TABLES)
        for index, code in enumerate(found):
            self._code(code, self._value_at((*path, index)))
        return found

    def _patterns(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of patterns as in .gitignore."""
        found = self._texts(value, path)
        for index, each in enumerate(found):
            if not is_valid(each):
                raise self._error(self._value_at((*path, index)), f"{_shown(each)} is not a valid pattern")
        return found

    def _severities(self, value: object, path: Path) -> tuple[tuple[str, str], ...]:
        """A table of codes."""
        table = self._table(value, path)
        self._limit(table, path, MOST_VALUES)
        for code, level in table.items():
            self._code(code, self._key_at((*path, code)))
            self._choice(level, (*path, code), LEVELS)
        return tuple((code, str(level)) for code, level in table.items())

    def _folders(self, value: object, path: Path) -> tuple[str, ...]:
        """A list of folders, or one string with colons between."""
        parts = value.split(":") if isinstance(value, str) else self._texts(value, path)
        self._limit(parts, path, MOST_TABLES)
        return tuple(self._inside(each, path) for each in parts if each)

    def _path(self, value: object, path: Path) -> str | None:
        """A file; an empty string means none, which is what editors send for a setting that was cleared."""
        if not isinstance(value, str):
            raise self._wrong(path, "a path", value)
        return self._inside(value, path) if value else None

    def _inside(self, value: str, path: Path) -> str:
        """The full path of a file or folder of the repository, the only ones that a file of the repository may name."""
        found = os.path.normpath(os.path.join(self.folder, value))
        if "\0" in value or is_named_outside(found, self.folder):
            option = f"; give it as `--{path[0]}`" if path and path[0] in ("modulepath", "interfaces", "facts", "baseline") else ""
            raise self._error(self._value_at(path), f"{_name(path)} names {_shown(value)}, which is outside of the repository{option}")
        return found

    def _count(self, value: object, path: Path) -> int:
        """A non-negative integer."""
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(path, "a non-negative integer", value)
        # More processes than processors do not help, and a workspace could ask for any number.
        return min(value, os.cpu_count() or 1)

    def _choice(self, value: object, path: Path, words: Sequence[str]) -> str:
        """One of some words."""
        if not isinstance(value, str) or value not in words:
            suggestion = hint(cut(value), words) if isinstance(value, str) else ""
            raise self._error(self._value_at(path), f"{_name(path)} is {_shown(value)}, expected one of {', '.join(words)}{suggestion}")
        return value

    def _overrides(self, value: object, path: Path) -> tuple[Override, ...]:
        """A list of tables."""
        if not isinstance(value, list):
            raise self._wrong(path, "an array of tables `[[overrides]]`", value)
        self._limit(value, path, MOST_TABLES)
        return tuple(self._override(each, (*path, index)) for index, each in enumerate(value))

    def _override(self, value: object, path: Path) -> Override:
        found = self._values(value, path, settings_of(Override))
        if not found.get("paths"):
            raise self._error(self._key_at(path), "an override requires `paths`, a list of patterns")
        return Override(**found)  # type: ignore[arg-type]  # its kind has the type

    # ---- errors

    def _limit(self, value: Sized, path: Path, most: int) -> None:
        """Raise an error for what would take too long for each file."""
        if len(value) > most:
            raise self._error(self._value_at(path), f"{_name(path)} has {len(value)} elements, expected at most {most}")

    def _table(self, value: object, path: Path) -> Mapping[str, object]:
        if not isinstance(value, dict):
            raise self._wrong(path, "a table", value)
        return value

    def _known(self, key: str, known: Mapping[str, object], path: Path) -> str:
        if key in known:
            return key
        suggestion = hint(cut(key), known) or f", expected one of {', '.join(known)}"
        raise self._error(self._key_at((*path, key)), f"unknown key '{cut(key)}'{suggestion}")

    def _code(self, code: str, place: Place) -> None:
        if not is_known(code):
            raise self._error(place, f"unknown code: {cut(code)}{hint(cut(code), pages())}")

    def _wrong(self, path: Path, expected: str, value: object) -> ConfigError:
        return self._error(self._value_at(path), f"{_name(path)} is {_shown(value)}, expected {expected}")

    def _error(self, place: Place, message: str) -> ConfigError:
        return ConfigError(f"{self.file}:{place.line}:{place.column}: {message}")

    def _key_at(self, path: Path) -> Place:
        return self._nearest(self.places.keys, path)

    def _value_at(self, path: Path) -> Place:
        return self._nearest(self.places.values, path)

    def _nearest(self, places: Mapping[Path, Place], path: Path) -> Place:
        """The place of a path, or of the nearest table that contains it."""
        whole = (*self.base, *path)
        return next((places[whole[:length]] for length in range(len(whole), 0, -1) if whole[:length] in places), Place(1, 1))

    @property
    def places(self) -> Places:
        """The places of all keys and values, which are only looked up for an error."""
        if self._places is None:
            self._places = places_of(self.text)
        return self._places


class _EditorReader(_Reader):
    """Reads the settings of an editor, which have no lines, and may name any file."""

    def _inside(self, value: str, path: Path) -> str:
        return os.path.normpath(os.path.join(self.folder, value))

    def _error(self, place: Place, message: str) -> ConfigError:
        return ConfigError(f"the editor's settings `{EDITOR}`: {message}")


def _name(path: Path) -> str:
    shown = cut(".".join(each for each in path if isinstance(each, str)))
    return f"an element of `{shown}`" if path and isinstance(path[-1], int) else f"`{shown}`" if shown else "the configuration"


def _shown(value: object) -> str:
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
