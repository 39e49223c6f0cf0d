"""Worlds for code outside of a project: without data, with or without the modules of the current folder."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.reading.files import LARGEST_DATA, read
from puppet_check.reading.places import LEADS_OUT, exists, is_of_system, is_outside
from puppet_check.workspace.metadata import read_metadata
from puppet_check.workspace.roots import MODULE_FOLDERS
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING


class NoWorld:
    """A `puppet_typesys.functions.call.World` without modules and data, in which the existence of files is unknown."""

    def read_file(self, name: str) -> bytes | None:
        """None: the contents of files are unknown."""
        return None

    def find_file(self, name: str) -> str | None:
        """The path of a file: empty for one in a module, as there are none; None (unknown) for others."""
        return None if name.startswith("/") else ""

    def find_template(self, name: str) -> str | None:
        """The path of a template, as for files."""
        return self.find_file(name)

    def read_template(self, name: str) -> str | None:
        """None: the texts of templates are unknown."""
        return None

    def read_ruby(self, path: str) -> str | None:
        """None: there are no functions in Ruby."""
        return None

    def module_directory(self, name: str) -> str | None:
        """The folder of a module: empty, as there are no modules."""
        return ""

    def lookup(self, key: str, options: Hash) -> object:
        """The value of a Hiera key: missing, as there is no data."""
        return MISSING

    def now(self) -> int | None:
        """Nanoseconds since the epoch."""
        import time  # only the functions about time need it

        return time.time_ns()


class LocalWorld(NoWorld):
    """A world with the files of the modules below the current folder, and of the module that this folder may be.

    Files are only read where code of a module may expect them: no absolute paths, and no links that lead out of the repository.
    """

    def read_file(self, name: str) -> bytes | None:
        return self._contents(self.find_file(name))

    def find_file(self, name: str) -> str | None:
        return _find(name, "files")

    def find_template(self, name: str) -> str | None:
        return _find(name, "templates")

    def read_template(self, name: str) -> str | None:
        content = self._contents(self.find_template(name))
        return None if content is None else content.decode("utf-8", "surrogateescape")

    def _contents(self, path: str | None) -> bytes | None:
        try:
            return read(path, LARGEST_DATA) if path else None
        except OSError as error:
            raise ArgumentError(f"puppet-eval does not read '{path}': {error.strerror}") from None


def _find(name: str, kind: str) -> str:
    """The path of a file of a module; empty if it does not exist. Raises ArgumentError for one that is not of a module."""
    module, _, rest = name.partition("/")
    if not module or "\0" in name or ".." in rest.split("/"):
        raise ArgumentError(f"puppet-eval does not read '{name}'; it only reads files of modules, named as `module/file`")
    for folder in _folders(module) if rest else ():
        path = os.path.join(folder, kind, rest)
        if exists(path):
            if is_outside(path, folder):
                raise ArgumentError(f"puppet-eval does not read '{name}': {LEADS_OUT}")
            return path
    return ""


def _folders(module: str) -> Iterator[str]:
    """The folders of a module, as seen from the current folder."""
    current = os.getcwd()
    for each in MODULE_FOLDERS:
        if not is_of_system(folder := os.path.join(current, each, module)):
            yield folder
    metadata = read_metadata(current)
    if metadata is not None and metadata.short_name == module:
        yield current
