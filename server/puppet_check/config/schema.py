"""The settings as JSON Schema, for editors: completion in `.puppet-check.toml`, and the settings of the VS Code extension."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puppet_check.config.kinds import LEVELS, MOST_MEGABYTES, NARROWEST, WIDEST, Choice, Choices, Kind, Setting
from puppet_check.config.own_rules import OwnRule
from puppet_check.config.settings import FORMAT, Override, Settings, field_of, settings_of
from puppet_typesys.builtins.targets import TARGETS, WITH_MINOR

Schema = dict[str, Any]

STRINGS: Schema = {"type": "array", "items": {"type": "string"}}


def settings_schema() -> Schema:
    """Return the schema of a configuration file."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "puppet-check settings",
        "type": "object",
        "additionalProperties": False,
        "properties": _with_table(properties()),
    }


def _with_table(found: dict[str, Schema]) -> dict[str, Schema]:
    """The settings, with the table of those of the formatter, which has the name of the output format."""
    inside = {name.removeprefix(f"{FORMAT}-"): each for name, each in found.items() if name.startswith(f"{FORMAT}-")}
    table = {"type": "object", "additionalProperties": False, "properties": inside}
    return {**found, FORMAT: {"anyOf": [found[FORMAT], table]}}


def properties() -> dict[str, Schema]:
    """Return the schema of each setting, with its description and its default."""
    defaults = Settings()._asdict()
    return {
        name: {**_values(each), **_default(defaults[field_of(name)], each), **_described(each)}
        for name, each in settings_of(Settings).items()
    }


def _values(setting: Setting) -> Schema:
    match setting.kind:
        case Choice(words):
            return {"type": "string", "enum": list(words)}
        case Choices(words):
            return {"type": "array", "items": {"type": "string", "enum": list(words)}}
        case Kind.CODES | Kind.PATTERNS | Kind.NAMES | Kind.FOLDERS:
            return STRINGS
        case Kind.SEVERITIES:
            return {"type": "object", "additionalProperties": {"type": "string", "enum": list(LEVELS)}}
        case Kind.FILE | Kind.NEW_CODE | Kind.TEXT | Kind.REGEXP | Kind.QUERY:
            return {"type": "string"}
        case Kind.TARGET:
            return {"type": "string", "anyOf": [{"enum": list(TARGETS)}, {"pattern": f"^{WITH_MINOR}$", "examples": ["openvox8.26"]}]}
        case Kind.COUNT:
            return {"type": "integer", "minimum": 0}
        case Kind.MEGABYTES:
            return {"type": "integer", "minimum": 0, "maximum": MOST_MEGABYTES}
        case Kind.WIDTH:
            return {"type": "integer", "minimum": NARROWEST, "maximum": WIDEST}
        case Kind.SWITCH:
            return {"type": "boolean"}
        case Kind.OVERRIDES:
            return {"type": "array", "items": _table(settings_of(Override), Override._field_defaults)}
        case Kind.RULES:
            return {"type": "array", "items": _table(settings_of(OwnRule), OwnRule._field_defaults)}


def _table(rows: Mapping[str, Setting], defaults: Mapping[str, object]) -> Schema:
    return {
        "type": "object",
        "required": [name for name in rows if field_of(name) not in defaults],
        "additionalProperties": False,
        "properties": {name: {**_values(each), **_described(each)} for name, each in rows.items()},
    }


def _described(setting: Setting) -> Schema:
    return {"description": setting.description}


def _default(value: object, setting: Setting) -> Schema:
    """The default as JSON; a setting without one has no value then."""
    if value is None:
        return {}
    return {"default": {} if setting.kind is Kind.SEVERITIES else list(value) if isinstance(value, tuple) else value}
