"""Paths for the output."""

from __future__ import annotations

import os


def relative(path: str) -> str:
    """A path relative to the current folder if it is below that, with slashes."""
    if os.path.isabs(path):
        below = os.path.relpath(path)
        path = path if below.startswith("..") else below
    return os.path.normpath(path).replace(os.sep, "/")
