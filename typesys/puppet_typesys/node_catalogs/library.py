"""Library: how the definitions, functions and data of a project reach an evaluation, and the definitions that it includes from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.bridges import ruby_code as bridges
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.builtins.targets import Target
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, TypedName
from puppet_typesys.node_catalogs.queries import Queries
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash

Variables = Callable[[str], object]
"""The values of variables by name, for interpolations in data; `MISSING` if there is none."""
FunctionCall = Callable[[str, Sequence[object]], object]
"""A call of a function by its name."""


class ScopeVariables:
    """The variables of a scope in which functions can be called, as backends of data are. Used by one compilation."""

    def __init__(self, read: Variables, call: FunctionCall, environment: object, kept: dict[object, object]) -> None:
        """`kept` is what lasts as long as the compilation."""
        self._read = read
        self._kept = kept
        self.call = call
        self.environment = environment

    def __call__(self, name: str) -> object:
        return self._read(name)

    def noting(self, read: dict[str, object]) -> ScopeVariables:
        """The same, which also notes in a table what is read."""

        def noted(name: str) -> object:
            read[name] = found = self._read(name)
            return found

        return ScopeVariables(noted, self.call, self.environment, self._kept)

    def once(self, key: object, make: Callable[[], object]) -> object:
        """What is made for a key, once."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    @property
    def files(self) -> dict[tuple[str, str], object]:
        """What backends have made of files."""
        found: dict[tuple[str, str], object] = {}
        kept = self.once("files", lambda: found)
        assert isinstance(kept, dict)
        return kept


class LoadError(NamedTuple):
    """An error for which the reference refuses to load a file; `offset` is a byte offset in its text."""

    message: str
    code: str | None
    offset: int | None

    def raised_in(self, text: Text) -> EvaluationError:
        """The error of one evaluation that loads the file; the calls around it are of that evaluation alone."""
        return EvaluationError(self.message, self.code, self.offset, text)


class Source(NamedTuple):
    """A file of Puppet code; `module_name` is empty for code outside of modules."""

    path: str
    text: Text
    program: ast.Program
    module_name: str = ""
    errors: tuple[LoadError, ...] = ()
    """The errors for which the reference refuses to load it."""


class Library(bridges.Library, Protocol):
    """The files and data of a project."""

    @property
    def loaded(self) -> LoadedDefinitions:
        """What files define, as plain data: types and resource types."""

    @property
    def target(self) -> Target:
        """The version that the code is written for."""

    @property
    def queries(self) -> Queries | None:
        """What answers the queries of `puppetdb_query`; None if there is no such function, as without a server."""

    def sources(self, name: TypedName) -> Iterable[Source]:
        """The files of modules in which the autoloader looks for a class, define or function written in Puppet, in order."""

    def data(self, path: str, format: str) -> object:
        """The value in a data file of a module, `MISSING` if there is none at its path; an Unknown for one that is not read."""

    def lookup(self, key: str, options: Hash, variables: Variables) -> object:
        """The value that Hiera finds for a key: a value, `MISSING`, or an Unknown."""


class Includes(Protocol):
    """A program to which the definitions of other files can be added."""

    catalog: Catalog
    sources: dict[str, Source]

    def add(self, source: Source) -> None:
        """Add the definitions of a file."""


class IncludedDefinitions:
    """The definitions of other files: classes, defines and functions written in Puppet are added to the program on first use."""

    def __init__(self, library: Library, program: Includes) -> None:
        self.library = library
        self.program = program
        self._asked: set[TypedName] = set()

    def class_named(self, name: str) -> Definition | None:
        return self.included_class(name) or self.library.loaded.class_named(name)

    def included_class(self, name: str) -> Definition | None:
        """The class of a name, if a file of the project defines it."""
        return self._included(TypedName(CLASS, name), self.program.catalog.classes)

    def resource_type(self, name: str) -> Definition | NativeType | None:
        found = self._included(TypedName(DEFINE, name), self.program.catalog.defines)
        return self.library.loaded.resource_type(name) if found is None else found

    def _included(self, name: TypedName, known: dict[str, Definition]) -> Definition | None:
        if name not in self._asked:
            self._asked.add(name)
            for source in self.library.sources(name):
                self._include(source)
                if name.name in known:
                    break
        return known.get(name.name)

    def _include(self, source: Source) -> None:
        if source.path not in self.program.sources:
            self.program.add(source)

    def alias(self, name: str) -> Type | None:
        return self.library.loaded.alias(name)

    def function(self, name: str) -> BuiltinFunction | None:
        return self.library.loaded.function(name)

    def include_function(self, name: str) -> bool:
        asked = TypedName(FUNCTION, name)
        if asked in self._asked:
            return False
        self._asked.add(asked)
        for source in self.library.sources(asked):
            self._include(source)
            return True
        return False
