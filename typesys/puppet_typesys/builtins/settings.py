"""Settings of environments, and Puppet's defaults of those that are the same on all servers unless configured: no paths, no hosts."""

from __future__ import annotations

from functools import cache

from puppet_typesys.builtins import texts
from puppet_typesys.builtins.resource_types import table_of

ENVIRONMENT_SETTINGS = (
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
)
"""The settings that `environment.conf` may have."""


VARIABLES = frozenset(("all_local", "name", "title"))
"""Variables of the class `settings` that are not settings."""


def is_setting(name: str) -> bool:
    """Whether the class `settings` has a variable of a name, in Puppet 8.10 or a version before."""
    return name in VARIABLES or name in texts.settings()


@cache
def settings() -> dict[str, object]:
    """The defaults by name, as Puppet values."""
    rows = table_of("settings.json")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in rows.items()}
