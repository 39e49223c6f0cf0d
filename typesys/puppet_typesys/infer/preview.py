"""PreviewCompiler: the catalog of a class, define or node as far as it is known, with the bodies of all that is declared.

A check looks at each file by itself; here what other files define is evaluated too, with the values that it is given. Where it is not
known which branch is taken all are, and what they declare is marked as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from puppet_grammar import ast
from puppet_grammar.text import Text
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.closures import PuppetFunction
from puppet_typesys.evaluate.completion import complete
from puppet_typesys.evaluate.definitions import Definition as EvaluatedDefinition
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.call import World
from puppet_typesys.infer.compiler import ANY_TIME, CheckCompiler
from puppet_typesys.infer.examine import bounded, statements
from puppet_typesys.infer.foreign import Foreign
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, Loader, TypedName
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


class PreviewCompiler(CheckCompiler):
    """Evaluates what other files define."""

    def __init__(self, world: World, loader: Loader, read: Read, *, facts: Hash | None = None, node_name: str | None = None) -> None:
        super().__init__(world, loader, foreign=Foreign(loader), facts=facts)
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
        bounded(self, lambda: statements(self, ev, source.program, self.models[id(source.text)]))

    def finish(self) -> None:
        """Evaluate the node and all defines that were declared."""
        bounded(self, lambda: complete(self))

    def _bring(self, kind: str, name: str) -> bool:
        """Read the file of a name; whether that is now defined here."""
        found = self.foreign.load(TypedName(kind, name))
        if found is None or not found.place.path.endswith(".pp") or found.place.path in self.sources:
            return False
        source = self._read(found.place.path)
        if source is None:
            return False
        self.add(source)
        return True

    def foreign_class(self, name: str) -> EvaluatedDefinition | None:
        name = name.removeprefix("::")
        return self.catalog.classes.get(name) if self._bring(CLASS, name) else super().foreign_class(name)

    def foreign_type(self, name: str) -> EvaluatedDefinition | None:
        name = name.removeprefix("::").lower()
        return self.catalog.defines.get(name) if self._bring(DEFINE, name) else super().foreign_type(name)  # type: ignore[return-value]

    def function_named(self, name: str) -> PuppetFunction | None:
        found = super().function_named(name)
        return found if found is not None or not self._bring(FUNCTION, name.removeprefix("::")) else super().function_named(name)
