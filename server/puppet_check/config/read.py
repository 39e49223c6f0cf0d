"""Reads a configuration file, or the settings of an editor. A value that is not valid raises a ConfigError with its line and column."""

from __future__ import annotations

import os
from collections.abc import Mapping

from puppet_check.config.error import ConfigError
from puppet_check.config.kinds import Choice, Choices, Kind, Setting
from puppet_check.config.own_rules import OwnRule, mistake
from puppet_check.config.places import LineAndColumn, Path
from puppet_check.config.settings import FORMAT, SHARED, Override, Settings, field_of, settings_of
from puppet_check.config.values import MOST_TABLES, Values
from puppet_check.reading.files import read

EDITOR = "puppetCheck"
"""The section of an editor's settings."""
LARGEST_SETTINGS = 1 << 20
"""The size in bytes of the largest file of settings."""
MOST_RULES = 100
"""The number of rules that a repository may declare."""
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

    from puppet_check.reading.toml_data import TomlLimit, loads  # many projects have no settings in TOML

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


class _Reader(Values):
    """Reads the keys of one file."""

    def settings(self, data: object, base: Settings) -> Settings:
        """Return the settings in a table, on top of others."""
        self.own = _codes_of_rules(data)
        found = self._values(data, (), settings_of(Settings)) | self._format(data)
        return base._replace(file=os.path.abspath(self.file))._replace(**found)  # type: ignore[arg-type]  # its kind has the type

    def _values(self, data: object, path: Path, known: Mapping[str, Setting]) -> dict[str, object]:
        table = self.table(data, path)
        return {
            field_of(key): self._value(known[self.known(key, known, path)], value, (*path, key))
            for key, value in table.items()
            if not _is_format(key, value)
        }

    def _format(self, data: object) -> dict[str, object]:
        """The settings in the table `[format]`; the output format has the same name."""
        table = data.get(FORMAT) if isinstance(data, dict) else None
        if not _is_format(FORMAT, table):
            return {}
        known = {name.removeprefix(f"{FORMAT}-"): each for name, each in settings_of(Settings).items() if name.startswith(f"{FORMAT}-")}
        return {f"{FORMAT}_{field}": value for field, value in self._values(table, (FORMAT,), known).items()}

    def _value(self, setting: Setting, value: object, path: Path) -> object:
        match setting.kind:
            case Choice(words):
                return self.choice(value, path, words)
            case Choices(words):
                return tuple(self.choice(each, (*path, index), words) for index, each in enumerate(self.texts(value, path)))
            case Kind.CODES:
                return self.codes(value, path)
            case Kind.SEVERITIES:
                return self.severities(value, path)
            case Kind.PATTERNS:
                return self.patterns(value, path)
            case Kind.NAMES:
                return self.texts(value, path)
            case Kind.FOLDERS:
                return self.folders(value, path)
            case Kind.FILE:
                return self.path(value, path)
            case Kind.TARGET:
                return self.target(value, path)
            case Kind.COUNT:
                return self.count(value, path)
            case Kind.MEGABYTES:
                return self.megabytes(value, path)
            case Kind.WIDTH:
                return self.width(value, path)
            case Kind.SWITCH:
                return self.switch(value, path)
            case Kind.OVERRIDES:
                return self._overrides(value, path)
            case Kind.RULES:
                return self._rules(value, path)
            case Kind.NEW_CODE:
                return self.new_code(value, path)
            case Kind.TEXT:
                return self.string(value, path)
            case Kind.REGEXP:
                return self.regexp(value, path)
            case Kind.QUERY:
                return self.query(value, path)

    # ---- tables

    def _overrides(self, value: object, path: Path) -> tuple[Override, ...]:
        """A list of tables."""
        if not isinstance(value, list):
            raise self.wrong(path, "an array of tables `[[overrides]]`", value)
        self.limit(value, path, MOST_TABLES)
        return tuple(self._override(each, (*path, index)) for index, each in enumerate(value))

    def _override(self, value: object, path: Path) -> Override:
        found = self._values(value, path, settings_of(Override))
        if not found.get("paths"):
            raise self.error(self.key_at(path), "an override requires `paths`, a list of patterns")
        return Override(**found)  # type: ignore[arg-type]  # its kind has the type

    def _rules(self, value: object, path: Path) -> tuple[OwnRule, ...]:
        """A list of tables."""
        if not isinstance(value, list):
            raise self.wrong(path, "an array of tables `[[rules]]`", value)
        self.limit(value, path, MOST_RULES)
        found: dict[str, OwnRule] = {}
        for index, each in enumerate(value):
            rule = self._rule(each, (*path, index))
            if rule.code in found:
                raise self.error(self.value_at((*path, index, "code")), f"an earlier rule has the code '{rule.code}'; choose another one")
            found[rule.code] = rule
        return tuple(found.values())

    def _rule(self, value: object, path: Path) -> OwnRule:
        found = self._values(value, path, settings_of(OwnRule))
        missing = [f"`{key}`" for key in ("code", "message") if key not in found]
        if missing:
            raise self.error(self.key_at(path), f"a rule requires {' and '.join(missing)}")
        rule = OwnRule(**found)  # type: ignore[arg-type]  # its kind has the type
        wrong = mistake(rule)
        if wrong is not None:
            raise self.error(self.key_at(path if wrong.key is None else (*path, wrong.key)), wrong.message)
        return rule


def _is_format(key: str, value: object) -> bool:
    """Whether a value is the table with the settings of the formatter."""
    return key == FORMAT and isinstance(value, dict)


def _codes_of_rules(data: object) -> tuple[str, ...]:
    """The codes that the rules in a table declare, which other settings may name."""
    rules = data.get("rules") if isinstance(data, dict) else None
    codes = (each.get("code") for each in rules if isinstance(each, dict)) if isinstance(rules, list) else ()
    return tuple(each for each in codes if isinstance(each, str))


class _EditorReader(_Reader):
    """Reads the settings of an editor, which have no lines, and may name any file."""

    def inside(self, value: str, path: Path) -> str:
        return os.path.normpath(os.path.join(self.folder, value))

    def error(self, place: LineAndColumn, message: str) -> ConfigError:
        return ConfigError(f"the editor's settings `{EDITOR}`: {message}")
