"""The settings as JSON Schema, for editors: completion in `.puppet-check.toml`, and the settings of the VS Code extension."""

from __future__ import annotations

from typing import Any

from puppet_check.config.settings import LEVELS, SCOPES, TARGETS, Settings, formats

Schema = dict[str, Any]

CODES: Schema = {"type": "array", "items": {"type": "string"}}
SEVERITY: Schema = {"type": "object", "additionalProperties": {"type": "string", "enum": list(LEVELS)}}


def settings_schema() -> Schema:
    """The schema of a configuration file."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of puppet-check",
        "type": "object",
        "additionalProperties": False,
        "properties": properties(),
    }


def properties() -> dict[str, Schema]:
    """Each setting with its meaning, its values and its default."""
    usual = Settings()
    return {
        "select": {**CODES, "default": [], "description": "The codes that are shown, such as `unknown-*`; none means all."},
        "ignore": {**CODES, "default": [], "description": "The codes that are not shown."},
        "severity": {**SEVERITY, "default": {}, "description": "How severe the findings of a code are, by code or group."},
        "exclude": {
            "type": "array",
            "items": {"type": "string"},
            "default": [],
            "description": "Patterns of files that are not checked, as in .gitignore, from the folder of the configuration.",
        },
        "modulepath": {
            "type": "array",
            "items": {"type": "string"},
            "default": [],
            "description": "The folders with modules, instead of what is found. The first that has a module wins.",
        },
        "facts": {
            "type": "string",
            "description": "A file with the facts of a node, as facter prints them in JSON or YAML: code is checked for that node.",
        },
        "target": {
            "type": "string",
            "enum": list(TARGETS),
            "default": usual.target,
            "description": "The version that the code is for.",
        },
        "format": {
            "type": "string",
            "enum": formats(),
            "default": usual.format,
            "description": "How the command line prints findings.",
        },
        "jobs": {
            "type": "integer",
            "minimum": 0,
            "default": usual.jobs,
            "description": "How many processes may check files; 0 means one for each processor.",
        },
        "diagnostics": {
            "type": "string",
            "enum": list(SCOPES),
            "default": usual.diagnostics,
            "description": "The files of which an editor is told what is wrong: all of the workspace, or those that are open.",
        },
        "overrides": {
            "type": "array",
            "default": [],
            "description": "What holds for some paths only.",
            "items": {
                "type": "object",
                "required": ["paths"],
                "additionalProperties": False,
                "properties": {
                    "paths": {"type": "array", "items": {"type": "string"}, "description": "Patterns of paths, as in .gitignore."},
                    "ignore": {**CODES, "description": "The codes that are not shown for these."},
                    "severity": {**SEVERITY, "description": "How severe the findings of a code are in these."},
                },
            },
        },
    }
