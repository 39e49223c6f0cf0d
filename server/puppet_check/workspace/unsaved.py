"""Unsaved: the texts of files that are open in an editor and differ from the disk."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puppet_check.reading.files import RefusedFile, read
from puppet_check.reading.places import LEADS_OUT, is_outside
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


def contents_in(path: str, folder: str | None, unsaved: Unsaved) -> bytes:
    """The same of a file below a trusted folder, if there is one. Raises OSError also if a link leads out of the repository."""
    if folder is not None and path not in unsaved and is_outside(path, folder):
        raise RefusedFile(LEADS_OUT, path)
    return contents(path, unsaved)
