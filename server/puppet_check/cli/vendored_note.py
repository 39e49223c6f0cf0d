"""How many files of modules from a Puppetfile were only checked for syntax."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from puppet_check.cli.closing import Closing
from puppet_check.config import Configuration
from puppet_check.reading.places import exists, is_folder, with_those_above
from puppet_check.reports.findings import Report
from puppet_check.workspace.workspace import Workspace

LISTS = ("Puppetfile", ".gitmodules")
"""The files that bring modules into a control repository."""


class OnlySyntax:
    """Counts the files of a run that may be parts of such modules; a file that the command line names is checked with all rules."""

    def __init__(self, asked: Sequence[str], config: Configuration) -> None:
        self._config = config
        self._is_needed = any(is_folder(each) and _lists_modules(each) for each in asked)
        self._files: list[str] = []

    def count(self, report: Report) -> None:
        """Add the report of a file."""
        if self._is_needed:
            self._files.append(os.path.abspath(report.file))

    def note(self) -> Iterator[Closing]:
        """A line about them, if there are any."""
        workspace = Workspace(self._config)
        folders = [folder for each in self._files if (folder := _vendored_folder(each, workspace)) is not None]
        if folders:
            modules = len({*folders})
            files = "1 file" if len(folders) == 1 else f"{len(folders):,} files"
            of = "a module" if modules == 1 else f"{modules:,} modules"
            verb = "was" if len(folders) == 1 else "were"
            first = f"{files} of {of} from the Puppetfile or of git submodules {verb} only checked for syntax"
            yield Closing(f"{first}; name a folder to check it whole\n")


def _lists_modules(folder: str) -> bool:
    return any(exists(os.path.join(each, name)) for each in with_those_above(os.path.abspath(folder)) for name in LISTS)


def _vendored_folder(path: str, workspace: Workspace) -> str | None:
    """The folder of the module from a Puppetfile that a file is a part of, if the file is not checked with all rules."""
    known = workspace.known(path)
    project, module = known.project, known.project.module_of(path)
    is_left_out = project.is_vendored(path) and not project.is_aside(path) and known.is_peripheral(path)
    return module.folder if module is not None and is_left_out else None
