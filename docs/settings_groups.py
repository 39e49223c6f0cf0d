"""The groups in which VS Code shows the settings of the extension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puppet_check.config.read import EDITOR
from puppet_check.config.schema import Schema

GROUPS = {
    "Findings": ("profile", "select", "extendSelect", "ignore", "severity", "overrides", "diagnostics"),
    "Target and Facts": ("target", "facts"),
    "Files and Modules": ("exclude", "include", "modulepath", "externalModules", "bundled", "interfaces", "hiera"),
    "Formatting": ("formatLineLength", "formatQuotes", "formatAlignArrows", "formatTrailingComma"),
    "Inlay Hints and Code Lenses": ("inlayHints", "specLenses"),
    "Language Server": ("server.path", "server.arguments", "trace.server"),
}
"""The titles of the groups, and their settings in the order in which they are shown."""


def settings_groups(settings: Mapping[str, Schema]) -> Iterator[dict[str, object]]:
    """The settings as `contributes.configuration`. Raises ValueError if a group lacks a setting, or has one that does not exist."""
    grouped = [f"{EDITOR}.{each}" for names in GROUPS.values() for each in names]
    if sorted(grouped) != sorted(settings):
        raise ValueError(f"add to or remove from GROUPS: {', '.join(sorted(set(grouped) ^ set(settings)))}")
    for order, (title, names) in enumerate(GROUPS.items()):
        properties = {f"{EDITOR}.{name}": {**settings[f"{EDITOR}.{name}"], "order": at} for at, name in enumerate(names)}
        yield {"title": title, "order": order, "properties": properties}


def extension_settings(manifest: Mapping[str, Mapping[str, Schema]]) -> Schema:
    """The settings of all groups of a manifest, by name."""
    return {name: each for group in manifest["contributes"]["configuration"] for name, each in group["properties"].items()}
