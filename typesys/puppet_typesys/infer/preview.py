"""PreviewCompiler: the catalog of a class, define or node, including the bodies of everything that is declared.

A check evaluates each file by itself; a preview also evaluates what other files define, with the actual arguments. Under an unknown
condition all branches are evaluated, and the resources that they declare are marked as possible.
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
from puppet_typesys.infer.compiler import NO_TIME_LIMIT, CheckCompiler
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Loader, TypedName
from puppet_typesys.types.model import Type
from puppet_typesys.values.hash import Hash

STEPS = 400_000
"""The maximum number of expressions that are evaluated; after that the catalog stays incomplete."""


class Source(NamedTuple):
    """A file of Puppet code."""

    path: str
    text: Text
    program: ast.Program


Read = Callable[[str], Source | None]
"""Reads a file by its path; returns None if that fails."""


class Includes(Protocol):
    """A program to which the definitions of other files can be added; see `PreviewCompiler`."""

    catalog: Catalog

    def include(self, kind: str, name: str) -> bool:
        """Add the definitions of the file that defines a name; return whether that file had not been added before."""


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
    """A compiler that also evaluates the definitions of other files."""

    def __init__(self, world: World, loader: Loader, read: Read, *, facts: Hash | None = None, node_name: str | None = None) -> None:
        loaded = LoadedDefinitions(loader)
        super().__init__(world, loader, loaded=loaded, facts=facts, external=IncludedDefinitions(loaded, self))
        self.budget = Budget(STEPS, seconds=NO_TIME_LIMIT)
        self.node_name = node_name
        self._read = read
        self.sources: dict[str, Source] = {}
        """The files that were evaluated, by their paths."""

    def add(self, source: Source) -> None:
        """Add the definitions of a file."""
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
        """Add the definitions of the file that defines a name; return whether that file had not been added before."""
        found = self.resolver.loaded.load(TypedName(kind, name))
        if found is None or not found.place.path.endswith(".pp") or found.place.path in self.sources:
            return False
        source = self._read(found.place.path)
        if source is None:
            return False
        self.add(source)
        return True
