"""Warnings about what functions do not want to do any more."""

from __future__ import annotations

from puppet_typesys.functions.call import Call


def deprecated(call: Call, message: str) -> None:
    """Warn, in the words of the reference for a warning that knows no place."""
    call.warn("deprecations", f"{message}\n   (file & line not available)")
