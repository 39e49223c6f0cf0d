"""CheckWorld: the files and data of a project, for the functions of an evaluation."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from puppet_check.fingerprint import digest
from puppet_check.reading.files import read_text
from puppet_check.workspace.declared import empty_submodules
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.path_states import state_of_path
from puppet_check.workspace.project import Project
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved, contents_in
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

if TYPE_CHECKING:
    from puppet_check.workspace.hiera import Hiera

FILE_NAME = lazy_pattern(r"[A-Za-z]\w+(?:[.\\-]\w+)*\.(?:erb|epp)")
"""The name of a template without a module, which is in no module and not absolute either."""
SCHEME = "puppet:"
"""How the address of a file begins, which is not the name of one for a function."""


class CheckWorld:
    """A `puppet_typesys.functions.call.World` that only knows the files and data of the project."""

    def __init__(self, project: Project, disk: Disk, hiera: Callable[[], Hiera] | None = None, unsaved: Unsaved = NO_TEXTS) -> None:
        self.project = project
        self._disk = disk
        self._unsaved = unsaved
        self._hiera = hiera
        self.asked: dict[str, str] = {}
        """The files that were asked for since this was last reset, as in `Trace.paths`."""
        self.asked_data = False
        """Whether Hiera data was looked up."""

    def begin(self) -> None:
        """Begin to record what is asked for."""
        self.asked = {}
        self.asked_data = False

    def depends_on_text(self, path: str) -> None:
        """Record that the check depends on the contents of a file."""
        self.asked[f"{path}\n"] = self.state(path, contents=True)

    def text_of(self, path: str) -> str | None:
        """The text of a file as it is saved, on which the check depends; None if it cannot be read."""
        self.depends_on_text(path)
        try:
            return read_text(path)
        except OSError:
            return None

    def read_file(self, name: str) -> bytes | None:
        """None: a check does not depend on the contents of files."""
        return None

    def find_file(self, name: str) -> str | None:
        return self._find(name, "files")

    def find_template(self, name: str) -> str | None:
        return self._find(name, "templates")

    def _find(self, name: str, kind: str) -> str | None:
        module, _, rest = name.partition("/")
        found = self.project.modules.get(module)
        if not module or not rest:
            return "" if FILE_NAME.fullmatch(name) else None
        if module == SCHEME:
            return ""
        if found is None:
            return None if self.project.is_absent(module) and not self._lacks(module, kind, rest) else ""
        path = os.path.join(found.folder, kind, rest)
        if self.exists(path):
            return path
        from puppet_check.workspace.gitignore import is_kept_out  # only for a file that is not there

        submodules = empty_submodules(self._disk, self.project.root)
        if any(f"{path}{os.sep}".startswith(f"{each}{os.sep}") for each in submodules) or is_kept_out(self._disk, path, found.folder):
            return None
        return ""

    def _lacks(self, folder: str, kind: str, rest: str) -> bool:
        """Whether a name is that of a module's folder, such as `puppet-java`, which no longer is a module's name, without the file."""
        found = [each.folder for each in self.project.modules.values() if os.path.basename(each.folder) == folder] if "-" in folder else []
        return bool(found) and not any(self.exists(os.path.join(each, kind, rest)) for each in found)

    def read_template(self, name: str) -> str | None:
        """The text of an EPP template of a module; None if it cannot be read."""
        path = self.find_template(name)
        if not path:
            return None
        self.depends_on_text(path)
        try:
            return self._contents_of(path).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        except OSError:
            return None

    def read_ruby(self, path: str) -> str | None:
        """The text of a Ruby file; checks depend on it through the definitions in it, which have its hash."""
        try:
            return self._contents_of(path).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def _contents_of(self, path: str) -> bytes:
        return contents_in(path, self.project.trusted_folder(path), self._unsaved)

    def exists(self, path: str) -> bool:
        """Whether a file or folder exists. For a folder with a trailing separator, the trace includes its contents."""
        current = self.asked[path] = self.state(path, contents=False)
        return current != ""

    def ask_below(self, folder: str, inner: Iterable[str]) -> None:
        """Note that all files below some subfolders of a folder count."""
        for path in (os.path.join(folder, each, "") for each in inner):
            self.asked[path] = self.state(path, contents=True)

    def state(self, path: str, *, contents: bool) -> str:
        """The current state of a path, as traces store it."""
        source = self._unsaved.get(path)
        if source is None:
            return state_of_path(self._disk, path, contents=contents)
        return digest(source) if contents else "there"

    def module_directory(self, name: str) -> str | None:
        found = self.project.modules.get(name)
        if found is not None:
            return found.folder
        return None if self.project.is_absent(name) else ""

    def lookup(self, key: str, options: Hash) -> object:
        """The value of a Hiera key in an environment; unknown for a module by itself."""
        self.asked_data = True
        if self._hiera is not None and self.project.has_data:
            return self._hiera().lookup(key, options)
        return Unknown(model.ANY)

    def data_fingerprint(self) -> str:
        """A fingerprint of all Hiera data of the project."""
        return "" if self._hiera is None or not self.project.is_environment else self._hiera().fingerprint()

    def now(self) -> int | None:
        """None: the time is unknown during a check."""
        return None
