"""Which findings are reported, and with which severity."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache

from puppet_check.config.codes import matches
from puppet_check.config.profiles import UNKNOWN_VARIABLE, ignored_as_well, is_on
from puppet_check.config.settings import Override, Settings
from puppet_check.reading.patterns import Patterns

ALWAYS = frozenset(("internal-error",))
"""Codes that cannot be ignored or changed in severity."""


def is_plain(settings: Settings) -> bool:
    """Whether the settings change no finding."""
    changes = (settings.select, settings.extend_select, settings.ignore, settings.severity, settings.given_severity, settings.overrides)
    return settings.profile == "default" and not any(changes)


def level_of(settings: Settings, path: str, code: str, default: str) -> str | None:
    """Return the severity of a finding in a file; None if it is not reported. `default` is the severity of its rule."""
    if code in ALWAYS:
        return default
    overrides = [each for each in settings.overrides if _is_at(settings.folder, each, path)]
    ignored = (*settings.ignore, *(each for override in overrides for each in override.ignore))
    if ignored and (_any(code, ignored) or ((other := ignored_as_well(code)) is not None and _any(other, ignored))):
        return None
    levels = (*settings.severity, *(each for override in overrides for each in override.severity), *settings.given_severity)
    level = next((level for pattern, level in reversed(levels) if matches(code, pattern)), default)
    return level if _is_selected(settings, code, level) or _any(code, settings.extend_select) else None


def _is_selected(settings: Settings, code: str, level: str) -> bool:
    return _any(code, settings.select) if settings.select else is_on(settings.profile, code, level)


def is_excluded(settings: Settings, path: str) -> bool:
    """Whether a file is excluded from checks; a folder ends with a slash."""
    return bool(settings.exclude) and _matches(settings.folder, settings.exclude, path)


def is_included(settings: Settings, path: str) -> bool:
    """Whether the setting `include` names a file."""
    return bool(settings.include) and _matches(settings.folder, settings.include, path)


def reports_unknown_variables(settings: Settings, path: str) -> bool:
    """Whether unknown variables are reported for a file, so that `variable_scope` need not report them as well."""
    return level_of(settings, path, UNKNOWN_VARIABLE, "error") is not None


def is_in(settings: Settings, patterns: tuple[str, ...], path: str) -> bool:
    """Whether some patterns of a settings file match a file; no patterns match all."""
    return not patterns or _matches(settings.folder, patterns, path)


def _any(code: str, patterns: Iterable[str]) -> bool:
    return any(matches(code, each) for each in patterns)


def _is_at(folder: str, override: Override, path: str) -> bool:
    return _matches(folder, override.paths, path)


def _matches(folder: str, patterns: tuple[str, ...], path: str) -> bool:
    below = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    if below.startswith("../"):
        return False
    return _compiled(patterns).matches(below + "/" if path.endswith("/") else below)


@lru_cache(1024)
def _compiled(patterns: tuple[str, ...]) -> Patterns:
    return Patterns(patterns)
