"""`find_quickly`: finds and reads our own modules, of which a short run imports 500, in 20 milliseconds less than Python takes otherwise.

The standard finder asks the file system four times for each module, and builds paths for each kind of file that one might be in. Here
each folder is listed once, and the compiled file that belongs to a source is read at once. It holds under the same conditions: made by the
same Python, for a source of the same size and time. Whatever is otherwise, and all other modules, are left to the standard finder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from marshal import loads
from types import CodeType, ModuleType

PACKAGES = ("puppet_check.", "puppet_grammar.", "puppet_typesys.")
COMPILED = f".{sys.implementation.cache_tag}.pyc"
FOLDER, PACKAGE = "__pycache__", "__init__"
BY_TIME = MAGIC_NUMBER + bytes(4)
"""How a compiled file begins that holds for a source of a certain time and size, which follow."""
BEGINNING = len(BY_TIME) + 8
NUMBER = 0xFFFF_FFFF
OPTIONS = os.O_RDONLY | getattr(os, "O_BINARY", 0)


class Loader(SourceFileLoader):
    """Reads the compiled file of a source."""

    def __init__(self, fullname: str, path: str, compiled: str) -> None:
        super().__init__(fullname, path)
        self._compiled = compiled

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of a module."""
        try:
            data = _read(self._compiled)
            source = os.stat(self.path)
        except OSError:
            return super().get_code(fullname)
        if data[:BEGINNING] != BY_TIME + _number(int(source.st_mtime)) + _number(source.st_size):
            return super().get_code(fullname)
        code: CodeType = loads(memoryview(data)[BEGINNING:])
        return code


class Finder:
    """Finds our own modules below packages that are found already."""

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str]] = {}
        """What is in each folder."""

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module is; None if another finder is to look for it."""
        if path is None or not fullname.startswith(PACKAGES):
            return None
        (folder, *others) = path
        name = fullname.rpartition(".")[2]
        if others:
            return None
        if f"{name}.py" in self._listed(folder):
            return _spec(fullname, folder, name)
        inner = f"{folder}{os.sep}{name}"
        if name not in self._listed(folder) or f"{PACKAGE}.py" not in self._listed(inner):
            return None
        return _spec(fullname, inner, PACKAGE, [inner])

    def _listed(self, folder: str) -> frozenset[str]:
        found = self._names.get(folder)
        if found is None:
            try:
                found = frozenset(os.listdir(folder))
            except OSError:
                found = frozenset()
            self._names[folder] = found
        return found


def find_quickly() -> None:
    """Find our modules so from now on, unless Python is told to keep compiled files elsewhere or to compile otherwise."""
    if not sys.pycache_prefix and not sys.flags.optimize and PathFinder in sys.meta_path and not any(map(_is_ours, sys.meta_path)):
        sys.meta_path.insert(sys.meta_path.index(PathFinder), Finder())


def _is_ours(finder: object) -> bool:
    return isinstance(finder, Finder)


def _spec(fullname: str, folder: str, name: str, below: list[str] | None = None) -> ModuleSpec:
    path, compiled = f"{folder}{os.sep}{name}.py", f"{folder}{os.sep}{FOLDER}{os.sep}{name}{COMPILED}"
    spec = ModuleSpec(fullname, Loader(fullname, path, compiled), origin=path)
    spec.has_location = True
    spec.cached = compiled
    spec.submodule_search_locations = below
    return spec


def _read(path: str) -> bytes:
    descriptor = os.open(path, OPTIONS)
    try:
        return os.read(descriptor, os.fstat(descriptor).st_size)
    finally:
        os.close(descriptor)


def _number(value: int) -> bytes:
    return (value & NUMBER).to_bytes(4, "little")
