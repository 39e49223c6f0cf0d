"""Unsaved: what files say that are open in an editor and differ from what lies on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puppet_check.workspace.kinds import is_manifest

Unsaved = Mapping[str, bytes]
"""The texts of such files, by path."""

NO_TEXTS: Unsaved = MappingProxyType({})


def is_kept(path: str) -> bool:
    """Whether others read the text of such a file itself, and not only what it defines."""
    return not is_manifest(path)


def contents(path: str, unsaved: Unsaved) -> bytes:
    """What a file says now. Raises OSError."""
    found = unsaved.get(path)
    if found is not None:
        return found
    with open(path, "rb") as file:
        return file.read()
