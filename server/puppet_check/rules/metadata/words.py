"""The words for syntax errors of JSON, in the metadata of modules and tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puppet_check.workspace.json_text import DEPTH, JsonFault, JsonSyntaxError

WORDS: Mapping[JsonFault, Callable[[str, str], str]] = {
    "more_text": lambda expected, found: "unexpected text after the value",
    "too_deep": lambda expected, found: f"values are nested more than {DEPTH} levels deep",
    "unclosed_string": lambda expected, found: "this string is not closed on its line, or contains an invalid escape",
    "early_end": lambda expected, found: f"unexpected end of file; expected {expected}",
    "unclosed": lambda expected, found: f"this is never closed; expected {expected}",
    "unexpected": lambda expected, found: f"expected {expected}, found {found}",
    "missing_after": lambda expected, found: f"expected {expected} after this value",
}
"""By kind of error: its message for what was expected and what was found."""


def words(kind: JsonFault, expected: str, found: str) -> str:
    """The message for an error of a kind."""
    return WORDS[kind](expected, found)


def arguments(error: JsonSyntaxError) -> tuple[JsonFault, str, str]:
    """The arguments of the message for an error."""
    return error.kind, error.expected, error.found
