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
        "title": "puppet-check settings",
        "type": "object",
        "additionalProperties": False,
        "properties": properties(),
    }


def properties() -> dict[str, Schema]:
    """Each setting with its meaning, its values and its default."""
    usual = Settings()
    return {
        "select": {**CODES, "default": [], "description": "The codes to report, such as `unknown-*` (default: all)."},
        "ignore": {**CODES, "default": [], "description": "The codes not to report."},
        "severity": {**SEVERITY, "default": {}, "description": "The severity of findings by code or group of codes."},
        "exclude": {
            "type": "array",
            "items": {"type": "string"},
            "default": [],
            "description": "Patterns of files not to check, as in .gitignore, relative to the folder of the settings file.",
        },
        "modulepath": {
            "type": "array",
            "items": {"type": "string"},
            "default": [],
            "description": "The folders with modules, instead of the detected ones. The first folder with a module wins.",
        },
        "facts": {
            "type": "string",
            "description": "A file with the facts of a node (JSON or YAML, as printed by facter). Code is checked for that node.",
        },
        "target": {
            "type": "string",
            "enum": list(TARGETS),
            "default": usual.target,
            "description": "The Puppet version to check for.",
        },
        "format": {
            "type": "string",
            "enum": formats(),
            "default": usual.format,
            "description": "The output format of the command line.",
        },
        "jobs": {
            "type": "integer",
            "minimum": 0,
            "default": usual.jobs,
            "description": "The number of worker processes; 0 means one per processor.",
        },
        "diagnostics": {
            "type": "string",
            "enum": list(SCOPES),
            "default": usual.diagnostics,
            "description": "The files for which an editor shows findings: all files of the workspace, or open files.",
        },
        "overrides": {
            "type": "array",
            "default": [],
            "description": "Settings for some paths only.",
            "items": {
                "type": "object",
                "required": ["paths"],
                "additionalProperties": False,
                "properties": {
                    "paths": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "Patterns of paths, as in .gitignore, relative to the folder of the settings file.",
                    },
                    "ignore": {**CODES, "description": "The codes not to report for these paths."},
                    "severity": {**SEVERITY, "description": "The severity of findings for these paths, by code or group of codes."},
                },
            },
        },
    }
