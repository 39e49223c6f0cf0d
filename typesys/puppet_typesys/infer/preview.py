"""PreviewCompiler: the catalog of a class, define or node as far as it is known, with the bodies of all that is declared.

A check looks at each file by itself; here what other files define is evaluated too, with the values that it is given. Where it is not
known which branch is taken all are, and what they declare is marked as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.builtins.resource_types import NativeType
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.catalog import Catalog
from puppet_typesys.evaluate.completion import complete
from puppet_typesys.evaluate.definitions import Definition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.call import World
from puppet_typesys.functions.registry import BuiltinFunction
from puppet_typesys.infer.check import bounded, evaluate_statements
from puppet_typesys.infer.compiler import ANY_TIME, CheckCompiler
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Loader, TypedName
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash

STEPS = 400_000
"""How many expressions are evaluated; after that the catalog stays as it is."""


class Source(NamedTuple):
    """A file of Puppet code."""

    path: str
    text: Text
    program: ast.Program


Read = Callable[[str], Source | None]
"""Reads a file by its path; None if that is not possible."""


class Includes(Protocol):
    """A program that other files can be added to; see `PreviewCompiler`."""

    catalog: Catalog

    def include(self, kind: str, name: str) -> bool:
        """Define everything of the file that defines a name; whether that file was not defined before."""


class IncludedDefinitions:
    """The definitions of other files: classes, defines and functions written in Puppet are added to the program on first use."""

    def __init__(self, loaded: LoadedDefinitions, program: Includes) -> None:
        self.loaded = loaded
        self.program = program

    def class_named(self, name: str) -> Definition | None:
        return self.program.catalog.classes.get(name) if self.program.include(CLASS, name) else self.loaded.class_named(name)

    def resource_type(self, name: str) -> Definition | NativeType | None:
        return self.program.catalog.defines.get(name) if self.program.include(DEFINE, name) else self.loaded.resource_type(name)

    def alias(self, name: str) -> Type | None:
        return self.loaded.alias(name)

    def function(self, name: str) -> BuiltinFunction | None:
        return self.loaded.function(name)

    def include_function(self, name: str) -> bool:
        return self.program.include(FUNCTION, name)


class PreviewCompiler(CheckCompiler):
    """Evaluates what other files define."""

    def __init__(self, world: World, loader: Loader, read: Read, *, facts: Hash | None = None, node_name: str | None = None) -> None:
        loaded = LoadedDefinitions(loader)
        super().__init__(world, loader, loaded=loaded, facts=facts, external=IncludedDefinitions(loaded, self))
        self.budget = Budget(STEPS, seconds=ANY_TIME)
        self.node_name = node_name
        self._read = read
        self.sources: dict[str, Source] = {}
        """The files that were evaluated, by their paths."""

    def add(self, source: Source) -> None:
        """Define what a file defines."""
        self.sources[source.path] = source
        self.open(FileModel(source.text, source.program))
        ev = self.evaluator(source.text)
        for definition in source.program.definitions:
            try:
                self.define(ev, ast.Program(source.program.start, source.program.end, source.program.body, (definition,), ()))
            except EvaluationError as error:
                self.report(error)

    def run(self, source: Source) -> None:
        """Evaluate a file as a program."""
        self.add(source)
        ev = self.evaluator(source.text)
        bounded(self, lambda: evaluate_statements(self, ev, source.program, self.models[id(source.text)]))

    def finish(self) -> None:
        """Evaluate the node and all defines that were declared."""
        bounded(self, lambda: complete(self))

    def include(self, kind: str, name: str) -> bool:
        """Define everything of the file that defines a name; whether that file was not defined before."""
        found = self.resolver.loaded.load(TypedName(kind, name))
        if found is None or not found.place.path.endswith(".pp") or found.place.path in self.sources:
            return False
        source = self._read(found.place.path)
        if source is None:
            return False
        self.add(source)
        return True
