"""ConfigError: an invalid setting."""

from __future__ import annotations


class ConfigError(Exception):
    """Raised for an invalid setting; the text has the place, the value and what is expected."""
