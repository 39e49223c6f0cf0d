"""Settings of editors that are tables of switches."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puppet_typesys.spelling import hint


def errors_in(setting: str, kinds: Collection[str], switched: object) -> Iterator[str]:
    """The errors in the value of a setting, as messages; null is allowed."""
    if switched is None:
        return
    listed = ", ".join(kinds)
    if not isinstance(switched, dict):
        yield f"`{setting}` must be a table of {listed}, each true or false"
        return
    for key, value in switched.items():
        if key not in kinds:
            yield f"unknown key '{key}' in `{setting}`{hint(str(key), kinds) or f'; expected one of {listed}'}"
        elif not isinstance(value, bool):
            yield f"`{setting}.{key}` must be true or false"
