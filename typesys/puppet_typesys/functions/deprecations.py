"""Warnings about deprecated uses of functions."""

from __future__ import annotations

from puppet_typesys.functions.call import Call


def deprecated(call: Call, message: str) -> None:
    """Log a warning in the reference's format for a warning without a position."""
    call.warn("deprecations", f"{message}\n   (file & line not available)")
