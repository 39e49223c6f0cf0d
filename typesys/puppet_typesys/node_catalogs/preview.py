"""PreviewCompiler: the catalog of a class, define or node, including the bodies of everything that is declared.

A check evaluates each file by itself; a preview also evaluates what other files define, with the actual arguments. Under an unknown
condition all branches are evaluated, and the resources that they declare are marked as possible.
"""

from __future__ import annotations

from puppet_grammar import ast
from puppet_grammar.dataclass import replace
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.completion import complete
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.call import World
from puppet_typesys.infer.check import bounded, evaluate_statements
from puppet_typesys.infer.compiler import NO_TIME_LIMIT, CheckCompiler
from puppet_typesys.infer.model import FileModel
from puppet_typesys.loader import Loader
from puppet_typesys.node_catalogs.library import IncludedDefinitions, Library, Source

STEPS = 400_000
"""The maximum number of expressions that are evaluated; after that the catalog stays incomplete."""


class PreviewCompiler(CheckCompiler):
    """A compiler that also evaluates the definitions of other files."""

    def __init__(self, world: World, loader: Loader, library: Library, *, node_name: str | None = None) -> None:
        super().__init__(world, loader, loaded=library.loaded, external=IncludedDefinitions(library, self))
        self.budget = Budget(STEPS, seconds=NO_TIME_LIMIT)
        self.given = replace(self.given, node_name=node_name)
        self.sources: dict[str, Source] = {}
        """The files that were evaluated, by their paths."""

    def add(self, source: Source) -> None:
        """Add the definitions of a file."""
        self.sources[source.path] = source
        self.open(FileModel(source.text, source.program))
        ev = self.evaluator(source.text, source.module_name)
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
