"""Puppet's defaults of settings that are the same on all servers unless they are configured: no paths, and no names of hosts."""

from __future__ import annotations

from functools import cache

from puppet_typesys.builtins.resource_types import data


@cache
def settings() -> dict[str, object]:
    """The defaults by name, as Puppet values."""
    rows = data("settings.json")
    assert isinstance(rows, dict)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in rows.items()}
