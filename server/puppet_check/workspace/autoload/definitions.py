"""FileDefinitions: what each file of a project defines, cached until the file changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puppet_check.workspace.project import Module, Project
from puppet_typesys.loader import Definition, TypedName

Read = Callable[[str, Module | None], tuple[Definition, ...]]
FEW = 8
"""How many definitions of a file are searched without an index, which takes more memory for each project than the definitions for all."""


class FileDefinitions:
    """The definitions of the files of a project, by path."""

    def __init__(self, project: Project, read: Read) -> None:
        self._project = project
        self._read = read
        self._files: dict[str, tuple[Definition, ...]] = {}
        self._by_name: dict[str, tuple[tuple[Definition, ...], dict[TypedName, list[Definition]]]] = {}
        """The definitions of files with many of them, by name."""

    def of(self, path: str, module: Module | None = None) -> tuple[Definition, ...]:
        """The definitions of a file."""
        known = self._files.get(path)
        if known is None:
            known = self._files[path] = self._read(path, module or self._project.module_of(path))
        return known

    def named(self, name: TypedName, path: str, module: Module | None) -> Sequence[Definition]:
        """The definitions of a name in a file."""
        definitions = self.of(path, module)
        if len(definitions) <= FEW:
            return [each for each in definitions if each.kind == name.kind and each.typed_name == name]
        known = self._by_name.get(path)
        if known is None or known[0] is not definitions:
            by_name: dict[TypedName, list[Definition]] = {}
            for each in definitions:
                by_name.setdefault(each.typed_name, []).append(each)
            known = self._by_name[path] = definitions, by_name
        return known[1].get(name, ())

    def known(self, path: str) -> tuple[Definition, ...] | None:
        """The cached definitions of a file; None if it has not been read."""
        return self._files.get(path)

    def replace(self, path: str, definitions: tuple[Definition, ...] | None) -> None:
        """Replace the definitions of a file; with None, read it again when it is needed."""
        if definitions is None:
            self._files.pop(path, None)
        else:
            self._files[path] = definitions
