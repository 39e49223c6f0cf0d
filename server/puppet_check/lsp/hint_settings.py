"""The setting of editors that switches kinds of inlay hints off."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.config.schema import Schema
from puppet_check.features.inspection.inlay_hints import KINDS
from puppet_check.lsp import switches

SETTING = "inlayHints"


def wanted(options: object) -> frozenset[str]:
    """The kinds of hints that the options of a client do not switch off."""
    switched = options.get(SETTING) if isinstance(options, dict) else None
    return frozenset(each for each in KINDS if not isinstance(switched, dict) or switched.get(each) is not False)


def errors_in(switched: object) -> Iterator[str]:
    """The errors in the value of the setting, as messages; null is allowed."""
    return switches.errors_in(SETTING, KINDS, switched)


def schema() -> Schema:
    """The setting with its meaning, its values and its default."""
    kinds = {name: {"type": "boolean", "default": True, "description": meaning} for name, meaning in KINDS.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": kinds,
        "default": {},
        "description": "The kinds of inlay hints to show (default: all).",
    }
