"""Unsaved: the texts of files that are open in an editor and differ from the disk."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puppet_check.reading.files import read
from puppet_check.workspace.kinds import is_manifest

Unsaved = Mapping[str, bytes]
"""The unsaved texts by absolute path."""

NO_TEXTS: Unsaved = MappingProxyType({})


def is_kept(path: str) -> bool:
    """Whether checks of other files read the text of a file, not only its definitions."""
    return not is_manifest(path)


def contents(path: str, unsaved: Unsaved) -> bytes:
    """The current contents of a file, unsaved changes included. Raises OSError if it cannot be read."""
    found = unsaved.get(path)
    if found is not None:
        return found
    return read(path)
