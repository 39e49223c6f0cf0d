"""Compilations that note what they ask of their node and of the code."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from puppet_check.deadline import Deadline
from puppet_check.features.catalog.changes import MODULES
from puppet_check.features.catalog.data import Data
from puppet_check.features.catalog.document import catalog_document
from puppet_check.fleet.trace.export_answers import ExportAnswers
from puppet_check.fleet.trace.library import TracedLibrary
from puppet_check.fleet.trace.node_reads import NodeReads
from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.questions import OF_BOTH, Question, Record
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, NotMade, in_time
from puppet_check.reports.catalogs.order_findings import unmet_needs
from puppet_check.workspace.trace import key_of
from puppet_typesys.evaluate.cycles import found_dependencies
from puppet_typesys.evaluate.exports import ANY_EXPORTS
from puppet_typesys.evaluate.repeated_statements import RepeatedStatements, Repetition
from puppet_typesys.node_catalogs.node import Node

MOST_ASKED = 200
"""The number of sets of questions about code that are remembered, each with up to some thousand questions."""
NO_EXPORTS = ExportAnswers(ANY_EXPORTS)


class Side(NamedTuple):
    """An environment whose catalogs are traced."""

    compilation: Compilation
    library: TracedLibrary
    exports: ExportAnswers = NO_EXPORTS
    """What nodes export, which each of them gets."""

    def located(self, base: str, text: str) -> str:
        """The answer about a place of data."""
        return self.library.tracing.answers.located(base, text)

    def exported(self, type: str, query: str, node: str) -> str:
        """The answer about what other nodes export."""
        return self.exports.of(type, query, node)

    def changed(self, record: Record, node: Node) -> list[Question]:
        """What a record has asked that would be answered in another way here."""
        values = NodeValues(node, self)
        answers = self.library.tracing.answers
        moved = [question for question, answer in record.node if question[0] in OF_BOTH and values.answer(question) != answer]
        return moved + [question for question, answer in record.code.items() if answers.of(question) != answer]

    def holds(self, record: Record) -> bool:
        """Whether what a record has asked of code and data would be answered in the same way here."""
        answers = self.library.tracing.answers
        return all(answers.of(question) == answer for question, answer in record.code.items())


class Traced(NamedTuple):
    """The outcome of a compilation."""

    compiled: Compiled | NotMade
    document: Data | None
    """The catalog, if there is one."""
    needs: dict[tuple[str, str], str]
    """See `unmet_needs`."""
    resources: frozenset[str] = frozenset()
    """References to all resources, also to virtual ones."""


def side_of(library: TracedLibrary) -> Side:
    """The environment of a library."""
    sites = (library.source(path) for path in library.known.project.sites)
    return Side(Compilation(library, tuple(each for each in sites if each is not None)), library)


class Compiling:
    """Compiles the catalogs of an environment one after another. Used on the thread of its project."""

    def __init__(self, side: Side, deadline: Deadline) -> None:
        self.side = side
        self._deadline = deadline
        self._reads: NodeReads | None = None
        self._repeated = RepeatedStatements()
        self._code: dict[frozenset[Question], dict[Question, str]] = {}
        """The answers to all questions of a catalog about code: most catalogs ask what another one has asked."""

    def compile(self, node: Node) -> Traced:
        """The catalog of a node, with what is compared of it."""
        library, tracing = self.side.library, self.side.library.tracing
        reads = self._reads = NodeReads(NodeValues(node, self.side), tracing)
        tracing.begin(reads)
        library.known.external.begin()
        tracing.ask("sites")
        tracing.ask("target")
        for each in self.side.compilation.manifests:
            tracing.read(each.path)
        made = in_time(partial(self._traced, replace(node, reads=reads, exports=self.side.exports.exports)), self._deadline)
        return Traced(made, None, {}) if isinstance(made, NotMade) else made

    def _traced(self, node: Node) -> Traced:
        compilation = self.side.compilation
        compiler = compilation.compiler(node)
        compiler.repeat_statements_by(Repetition(self._repeated, compiler))
        compiled = compilation.run(node, compiler)
        if compiled.error is not None:
            return Traced(compiled, None, {})
        found = found_dependencies(compiled.compiler.catalog)
        document = catalog_document(compiled.compiler, compiled.node, found)
        self._ask_sources(document)
        resources = frozenset(map(str, compiled.compiler.catalog.resources))
        return Traced(compiled, document, unmet_needs(compiled.compiler, found), resources)

    def _ask_sources(self, document: Data) -> None:
        """Note that the files of modules count that are the sources of files."""
        world = self.side.library.world()
        resources = document["resources"]
        assert isinstance(resources, list)
        for each in resources:
            given = each["parameters"].get("source") if each["type"] == "File" else None
            for name in given if isinstance(given, list) else [given]:
                if isinstance(name, str) and name.startswith(MODULES):
                    world.find_file(name.removeprefix(MODULES))

    def record(self, traced: Traced, failure: str | None) -> Record | None:
        """What the last compilation has asked; None if nothing was made of it."""
        if isinstance(traced.compiled, NotMade) or self._reads is None:
            return None
        library, tracing = self.side.library, self.side.library.tracing
        if failure is not None:
            if traced.compiled.place == traced.compiled.node.name:
                self._reads.name()
            if library.known.project.root in failure:
                tracing.untraced("a path in the error")
        for name in library.known.external.asked:
            tracing.ask("definition of", key_of(name))
        return Record(self._reads.answers(), self._answers(frozenset(tracing.code)), failure)

    def _answers(self, asked: frozenset[Question]) -> dict[Question, str]:
        known = self._code.get(asked)
        if known is None:
            if len(self._code) >= MOST_ASKED:
                self._code.clear()
            known = self._code[asked] = {question: self.side.library.tracing.answers.of(question) for question in sorted(asked)}
        return known
