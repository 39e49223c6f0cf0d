"""ProjectLibrary: the files and data of a project, for evaluations that need more than a check does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from puppet_check.reading.places import is_file, is_folder, is_outside, read_in
from puppet_check.workspace.autoload.folders import has_type_set
from puppet_check.workspace.hiera.documents import read_document
from puppet_check.workspace.hiera.node import NodeHiera
from puppet_check.workspace.hiera.repeated import RepeatedHiera
from puppet_check.workspace.hiera.secrets import NONE, Secrets
from puppet_check.workspace.hiera.sources import Source as HieraFile
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.roots import NAME
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved
from puppet_check.workspace.world import CheckWorld
from puppet_typesys.bridges.ruby_code import RubyFunction
from puppet_typesys.builtins.targets import Target
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import CLASS, FUNCTION, TYPE, TypedName
from puppet_typesys.node_catalogs.library import Source, Variables
from puppet_typesys.node_catalogs.queries import Queries, unanswered
from puppet_typesys.node_catalogs.reading import source_of_program
from puppet_typesys.types import model
from puppet_typesys.validate.place import AutoloadPlace, module_place
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown

Read = Callable[[str, str], Source | None]
"""Reads a file of Puppet code by its path, of a module of that name; returns None if that fails."""

Draw = Callable[[int], int | None]


def no_draw(limit: int) -> int | None:
    """No random number: results that depend on chance are unknown."""
    return None


class ProjectLibrary:
    """A `puppet_typesys.node_catalogs.library.Library`. Used on the thread of its project."""

    def __init__(
        self,
        known: Known,
        read: Read | None = None,
        *,
        hiera: str | None = None,
        unsaved: Unsaved = NO_TEXTS,
        queries: Queries | None = unanswered,
        secrets: Secrets = NONE,
        draw: Draw = no_draw,
        repeats: bool = False,
    ) -> None:
        """`hiera` is the `hiera.yaml` that the user has named, whose data may be anywhere; `unsaved` has texts of files of data.

        `queries` answers those of `puppetdb_query`, which does not exist without it; `secrets` is what encrypted values of data mean.
        `draw` makes random numbers below a limit. `repeats` is whether many catalogs have the same facts, so that lookups are remembered.
        """
        self.draw = draw
        self.known = known
        self.queries = queries
        self._read = read or self._from_contents
        self._sources: dict[str, Source | None] = {}
        self._files: dict[TypedName, tuple[tuple[str, Module | None], ...]] = {}
        self._ruby: dict[str, RubyFunction | None] = {}
        self._named_hiera, self._unsaved, self._secrets = hiera, unsaved, secrets
        self._repeats = repeats
        made = RepeatedHiera if repeats else NodeHiera
        self._hiera = made(known.project, known.loader, known.external, trusted=hiera, unsaved=unsaved, secrets=secrets)

    def renewed(self, path: str) -> ProjectLibrary:
        """The same after a file has changed and the project knows it."""
        made = ProjectLibrary(
            self.known,
            hiera=self._named_hiera,
            unsaved=self._unsaved,
            queries=self.queries,
            secrets=self._secrets,
            draw=self.draw,
            repeats=self._repeats,
        )
        made._sources.update((other, source) for other, source in self._sources.items() if other != path)
        return made

    @property
    def loaded(self) -> LoadedDefinitions:
        """What files define, as plain data."""
        return self.known.external

    @property
    def target(self) -> Target:
        """The version that the code is written for."""
        return self.known.target

    def sources(self, name: TypedName) -> Iterator[Source]:
        """The files in which the autoloader looks for a class, define or function written in Puppet, in order."""
        for path, module in self._files_of(name):
            if path.endswith(".rb"):
                return  # It is what is found first.
            found = self.source(path, "" if module is None else module.name)
            if found is not None:
                yield found

    def paths(self, name: TypedName) -> Iterator[str]:
        """The files in which the autoloader looks for a name, in order."""
        return (path for path, _ in self._files_of(name))

    def _files_of(self, name: TypedName) -> tuple[tuple[str, Module | None], ...]:
        """The files in which the autoloader looks for a name, which are the same for all catalogs."""
        if name not in self._files:
            self._files[name] = tuple(self.known.loader.files(name))
        return self._files[name]

    def world(self) -> NodeWorld:
        """The files of modules, for the compilation of a node."""
        return NodeWorld(self.known)

    def source(self, path: str, module_name: str = "") -> Source | None:
        """A file of Puppet code; None if it cannot be read. Files are read once."""
        if path not in self._sources:
            self._sources[path] = self._read(path, module_name)
        return self._sources[path]

    def _from_contents(self, path: str, module_name: str) -> Source | None:
        try:
            contents = self.known.contents(path)
        except OSError:
            return None
        parsed = self.known.parse(path, contents)
        where = self._place(path, module_name)
        return source_of_program(path, parsed.text, parsed.program, parsed.problems, module_name, where, parsed.nodes)

    def _place(self, path: str, module_name: str) -> AutoloadPlace | None:
        """The place of a file in its module, by which the reference refuses definitions of other names."""
        module = self.known.project.modules.get(module_name)
        if module is None or not path.startswith(module.folder + os.sep):
            return None
        return module_place("/".join((module_name, *path.removeprefix(module.folder + os.sep).split(os.sep))), path)

    def ruby(self, name: str) -> RubyFunction | None:
        """The function written in Ruby of a name."""
        if name not in self._ruby:
            self._ruby[name] = self._read_ruby(name)
        return self._ruby[name]

    def _read_ruby(self, name: str) -> RubyFunction | None:
        for path, _ in self._files_of(TypedName(FUNCTION, name)):
            if path.endswith(".rb"):
                try:
                    return RubyFunction(path, self.known.contents(path).decode("utf-8", "replace"))
                except OSError:
                    return None
        return None

    def file_text(self, path: str) -> str | None:
        """The text of a file of the project; None if it cannot be read or is not in UTF-8."""
        return self.known.world.read_ruby(path)

    def ruby_library(self, path: str) -> str | None:
        """The text of a Ruby file below the `lib` of a module, named without suffix as in `require`."""
        if ".." in path.split("/") or path.startswith("/"):
            return None
        for module in self.known.project.modules.values():
            try:
                return read_in(os.path.join(module.folder, "lib", f"{path}.rb"), module.folder).decode("utf-8", "replace")
            except OSError:
                continue
        return None

    def has_file(self, path: str) -> bool | None:
        """Whether there is a file or folder at a path; None for one outside of the project and its data."""
        return self._hiera.has_file(path)

    def data(self, path: str, format: str) -> object:
        """The value in a data file of the project, `MISSING` if there is none at its path; an Unknown for one that is not read."""
        whole = self._hiera.own_path(path)
        if whole is None:
            return Unknown(model.ANY)
        if not is_file(whole):
            return MISSING
        document = self._hiera.files.document(HieraFile(whole, True, format))
        return Unknown(model.ANY) if document.is_broken else None if document.root is None else document.root.value

    def yaml(self, text: str) -> object:
        """The value of a text in YAML; `MISSING` if it is empty or cannot be read."""
        document = read_document(text.encode("utf-8", "surrogateescape"))
        return MISSING if document.root is None or document.problems else document.root.value

    def is_absent(self, name: TypedName) -> bool:
        """Whether a name may be defined by a module that is not installed, or a type by a TypeSet, whose types are not read."""
        project = self.known.project
        if name.kind == CLASS or "::" in name.name:
            module = name.name.removeprefix("::").partition("::")[0]
            return is_missing(project, module) or (
                name.kind == TYPE and module in project.modules and has_type_set(project.modules[module])
            )
        return bool(project.missing or project.absent_folders) and not self.known.loader.is_complete(name)

    def lookup(self, key: str, options: Hash, variables: Variables) -> object:
        """The value that Hiera finds for a key: a value, `MISSING`, or an Unknown."""
        return self._hiera.lookup(key, options, variables)


def is_missing(project: Project, module: str) -> bool:
    """Whether a module that is not installed may exist: it is declared, is kept elsewhere, or a folder of modules is not there."""
    if module in project.modules:
        return False
    return module in project.missing or project.is_external(module) or bool(project.absent_folders)


class NodeWorld(CheckWorld):
    """A `puppet_typesys.functions.call.World` with the contents of the files of modules, as they are."""

    def __init__(self, known: Known) -> None:
        super().__init__(known.project, known.disk)
        self._known = known

    def read_file(self, name: str) -> bytes | None:
        return self._contents(self.find_file(name))

    def read_template(self, name: str) -> str | None:
        content = self._contents(self.find_template(name))
        return None if content is None else content.decode("utf-8", "surrogateescape")

    def _contents(self, path: str | None) -> bytes | None:
        try:
            return self._known.contents(path) if path else None
        except OSError:
            return None

    def _find(self, name: str, kind: str) -> str | None:
        """The path of a file by its module and name, or of one in a module that code itself has found: `find_template(...).file`."""
        module, _, rest = name.partition("/")
        if not rest or ".." in rest.split("/"):
            return None
        if not module:
            owner = self.project.module_of(name)
            return name if owner is not None and self.exists(name) and not is_outside(name, owner.folder) else None
        folder = self.module_directory(module)
        path = os.path.join(folder, kind, rest) if folder else ""
        if not folder:
            return folder
        if not self.exists(path):
            return ""
        return None if is_outside(path, folder) else path

    def module_directory(self, name: str) -> str | None:
        found = self.project.modules.get(name)
        if found is not None:
            return found.folder
        if name in self.project.missing:
            return None
        # A folder without code is a module as well.
        beyond = self.project.outside_folders
        holding = [each for each in self.project.modulepath if is_folder(os.path.join(each, name))] if NAME.match(name) else []
        if not holding:
            return None if is_missing(self.project, name) else ""
        return None if holding[0] in beyond else os.path.join(holding[0], name)
