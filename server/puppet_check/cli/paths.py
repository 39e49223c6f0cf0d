"""Paths as other programs want them."""

from __future__ import annotations

import os


def relative(path: str) -> str:
    """A path from the current folder where it lies below that, with slashes."""
    if os.path.isabs(path):
        below = os.path.relpath(path)
        path = path if below.startswith("..") else below
    return os.path.normpath(path).replace(os.sep, "/")
