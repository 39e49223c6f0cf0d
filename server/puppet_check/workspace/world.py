"""CheckWorld: the files and data of a project, as functions ask for them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from puppet_check.workspace.disk import Disk
from puppet_check.workspace.project import Project
from puppet_check.workspace.trace import digest, state_of_path
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved, contents
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

if TYPE_CHECKING:
    from puppet_check.workspace.hiera import Hiera


class CheckWorld:
    """What is known is what lies in the project's modules (`puppet_typesys.functions.call.World`)."""

    def __init__(self, project: Project, disk: Disk, hiera: Callable[[], Hiera] | None = None, unsaved: Unsaved = NO_TEXTS) -> None:
        self.project = project
        self._disk = disk
        self._unsaved = unsaved
        self._hiera = hiera
        self.asked: dict[str, str] = {}
        """The files that were asked for since someone emptied this, as traces keep them."""
        self.asked_data = False
        """Whether data was looked up."""

    def read_file(self, name: str) -> bytes | None:
        """Contents of files do not matter for what is wrong."""
        return None

    def find_file(self, name: str) -> str | None:
        return self._find(name, "files")

    def find_template(self, name: str) -> str | None:
        return self._find(name, "templates")

    def _find(self, name: str, kind: str) -> str | None:
        module, _, rest = name.partition("/")
        found = self.project.modules.get(module)
        if not module or not rest:
            return None
        if found is None:
            known = self.project.is_environment and module not in self.project.missing
            return "" if known else None
        path = os.path.join(found.folder, kind, rest)
        return path if self.exists(path) else ""

    def read_template(self, name: str) -> str | None:
        """The text of a template in EPP of a module."""
        path = self.find_template(name)
        if not path:
            return None
        self.asked[f"{path}\n"] = self.state(path, contents=True)
        try:
            return contents(path, self._unsaved).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is such a file or folder. What is in a folder whose path ends with a separator counts as looked at, too."""
        told = self.asked[path] = self.state(path, contents=False)
        return told != ""

    def state(self, path: str, *, contents: bool) -> str:
        """What a trace keeps of a path, as it is now."""
        source = self._unsaved.get(path)
        if source is None:
            return state_of_path(self._disk, path, contents=contents)
        return digest(source) if contents else "there"

    def module_directory(self, name: str) -> str | None:
        found = self.project.modules.get(name)
        if found is not None:
            return found.folder
        return None if name in self.project.missing or not self.project.is_environment else ""

    def lookup(self, key: str, options: Hash) -> object:
        """The data of the environment; elsewhere nobody knows it."""
        self.asked_data = True
        if self._hiera is not None and self.project.is_environment:
            return self._hiera().lookup(key, options)
        return Unknown(model.ANY)

    def data_fingerprint(self) -> str:
        """What changes with the data of the project."""
        return "" if self._hiera is None or not self.project.is_environment else self._hiera().fingerprint()

    def now(self) -> int | None:
        """The time is unknown when something is checked."""
        return None
