"""The setting of editors that shows code lenses in spec files."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_check.config.schema import Schema
from puppet_check.lsp import switches

SETTING = "specLenses"
KINDS = {
    "run": "`Run` beside groups and examples, which runs them.",
    "debug": "`Debug` beside groups and examples, which an editor shows that has the command `puppetCheck.debugExample`.",
}
DEFAULT = frozenset(("run",))
"""What an editor shows that says nothing: `Debug` needs its help."""
IN_TESTING_VIEW = frozenset[str]()
"""What an editor shows whose view of tests has icons of its own beside groups and examples."""


def wanted(options: object) -> frozenset[str]:
    """The lenses that the options of a client switch on."""
    switched = options.get(SETTING) if isinstance(options, dict) else None
    if not isinstance(switched, dict):
        return DEFAULT
    return frozenset(each for each in KINDS if switched.get(each, each in DEFAULT) is True)


def errors_in(switched: object) -> Iterator[str]:
    """The errors in the value of the setting, as messages; null is allowed."""
    return switches.errors_in(SETTING, KINDS, switched)


def schema(default: frozenset[str] = DEFAULT) -> Schema:
    """The setting with its meaning, its values and its default."""
    kinds = {name: {"type": "boolean", "default": name in default, "description": meaning} for name, meaning in KINDS.items()}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": kinds,
        "default": {},
        "description": "The code lenses in spec files.",
    }
