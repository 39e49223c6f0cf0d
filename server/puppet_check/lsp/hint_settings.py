"""The setting of editors that switches kinds of inlay hints off."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.config.schema import Schema
from puppet_check.features.inspection.inlay_hints import KINDS
from puppet_typesys.spelling import hint

SETTING = "inlayHints"


def wanted(options: object) -> frozenset[str]:
    """The kinds of hints that the options of a client do not switch off."""
    switched = options.get(SETTING) if isinstance(options, dict) else None
    return frozenset(each for each in KINDS if not isinstance(switched, dict) or switched.get(each) is not False)


def errors_in(switched: object) -> Iterator[str]:
    """The errors in the value of the setting, as messages; null is allowed."""
    if switched is None:
        return
    if not isinstance(switched, dict):
        yield f"`{SETTING}` must be a table of {_listed()}, each true or false"
        return
    for key, value in switched.items():
        if key not in KINDS:
            yield f"unknown key '{key}' in `{SETTING}`{hint(str(key), KINDS) or f'; expected one of {_listed()}'}"
        elif not isinstance(value, bool):
            yield f"`{SETTING}.{key}` must be true or false"


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


def _listed() -> str:
    return ", ".join(KINDS)
