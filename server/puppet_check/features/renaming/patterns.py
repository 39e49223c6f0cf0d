"""Patterns of keys in `lookup_options`, which apply to a key only under its old name."""

from __future__ import annotations

import os

from puppet_check.features.other.spots import spots
from puppet_check.features.other.view import OtherView
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.renaming.draft import RenameError
from puppet_check.workspace.hiera.hiera import matches


def refuse_patterns(key: str, new: str, project_files: ProjectFiles) -> None:
    """Raise RenameError if a pattern in `lookup_options` matches a key only under its old name."""
    for path in project_files.data():
        text = project_files.text(path)
        if b"lookup_options" not in text.source or b"^" not in text.source:
            continue
        for spot in spots(OtherView(path, text, project_files.known)):
            pattern = str(spot.keys[1]) if spot.is_key and len(spot.keys) == 2 and spot.keys[0] == "lookup_options" else ""
            if pattern.startswith("^") and matches(pattern, key) and not matches(pattern, new):
                raise RenameError(f"the pattern '{pattern}' in {os.path.basename(path)} applies to the old name only")
