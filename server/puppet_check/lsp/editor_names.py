"""The names of settings in an editor: `extendSelect`, which VS Code shows as words, or `extend-select` as in a settings file."""

from __future__ import annotations

import re

from puppet_grammar.patterns import lazy_pattern

CAPITAL = lazy_pattern("[A-Z]")


def editor_name(name: str) -> str:
    """The name of a setting in an editor."""
    return re.sub("-([a-z])", lambda found: found[1].upper(), name)


def in_file(settings: dict[str, object]) -> dict[str, object]:
    """Settings with the names that a settings file has; one with that name already takes precedence."""
    return {CAPITAL.sub(lambda found: f"-{found[0].lower()}", name): value for name, value in settings.items()} | {
        name: value for name, value in settings.items() if CAPITAL.search(name) is None
    }
