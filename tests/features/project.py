"""A project on disk, and questions about places in it; `|` in a text is the place."""

from __future__ import annotations

from pathlib import Path

from puppet_check.analysis import Analysis
from puppet_check.document import Document
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.view import View
from puppet_typesys.diagnostics import Edit


class Place:
    """A place in a file of a project."""

    def __init__(self, folder: Path, path: str, files: dict[str, str]) -> None:
        for name, text in files.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text.replace("|", "", 1) if name == path else text)
        self.folder = folder
        marked = files[path]
        self.offset = marked.index("|")
        analysis = Analysis()
        document = analysis.open(str(folder / path), marked.replace("|", "", 1))
        assert isinstance(document, Document)
        known = document.workspace.known(document.path)
        self.view = View(document.path, document.text, document.tree.mode, document.lowered[0], known, document.model)
        self.project_files = ProjectFiles(known, self.view)

    def text(self, path: str) -> str:
        """The text of a file."""
        return Path(path).read_text()

    def short(self, path: str) -> str:
        """A path relative to the project."""
        return str(Path(path).relative_to(self.folder))

    def after(self, edits: dict[str, list[Edit]]) -> dict[str, str]:
        """The texts of files after edits."""
        return {self.short(path): edited(self.text(path), found) for path, found in edits.items()}


def edited(text: str, edits: list[Edit]) -> str:
    """A text after edits."""
    source = text.encode()
    for start, end, replacement, *_ in sorted(edits, reverse=True):
        source = source[:start] + replacement.encode() + source[end:]
    return source.decode()
