"""ConfigError: a setting that cannot be followed."""

from __future__ import annotations


class ConfigError(Exception):
    """Says what is wrong, where, and what would be right."""
