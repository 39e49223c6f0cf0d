"""Manifests whose code is for a version; `^` marks the cursor."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.config import Configuration, Given
from puppet_check.document import Document
from puppet_check.features.view import View
from puppet_check.workspace.workspace import Workspace


def workspace_for(target: str) -> Workspace:
    """A workspace whose code is for a version."""
    return Workspace(Configuration(Given(replaced=(("target", target),))))


def place(folder: Path, code: str, target: str) -> tuple[View, int]:
    """A manifest, and where `^` is in it."""
    document = Analysis(workspace_for(target)).open(str(folder / "a.pp"), code.replace("^", "", 1))
    assert isinstance(document, Document)
    known = document.workspace.known(document.path)
    return View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.model), code.index("^")
