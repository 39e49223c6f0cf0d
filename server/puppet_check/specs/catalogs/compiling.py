"""The catalogs of a module with its fixtures, compiled as rspec-puppet compiles them."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import inf
from typing import NamedTuple, TypeVar

from puppet_check.config import Configuration
from puppet_check.config.configuration import Given
from puppet_check.deadline import Deadline
from puppet_check.garbage import collect_much_garbage
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, NotMade, in_time
from puppet_check.specs.catalogs.chance import Chance
from puppet_check.specs.catalogs.deferred import resolve_deferred
from puppet_check.specs.catalogs.judgements import Judged
from puppet_check.specs.catalogs.modules import project_of, strict_target
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.project import Project
from puppet_check.workspace.summaries import Summaries
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved
from puppet_check.workspace.words import WordIndex
from puppet_grammar.dataclass import replace
from puppet_typesys.coverage.recorder import Counts, Recorder
from puppet_typesys.evaluate.budget import Budget
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.evaluate.repeated_bodies import RepeatedBodies
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.values.hash import EMPTY, Hash

T = TypeVar("T")
ENVIRONMENT = "rp_env"
MOST_JUDGED = 20_000
"""The number of resources above which what was said of them is forgotten."""
MOST_SURROUNDINGS = 32
"""The number of surroundings of defines above which what was recorded in them is forgotten."""
MOST_SHARED = 200
"""The number of facts that are kept for further examples."""
COUNTED = ("manifests", "functions")
"""The folders of a module whose code is counted."""


class Job(NamedTuple):
    """What a catalog is compiled of."""

    code: str
    node: str
    facts: Hash
    trusted: Hash = EMPTY
    external: Hash = EMPTY
    variables: Hash = EMPTY
    """The parameters of a node classifier, which are variables of the top scope besides the facts."""
    environment: str = ENVIRONMENT
    hiera: str | None = None
    hiera_text: str | None = None
    """The text of the `hiera.yaml`, if specs have written it."""
    strict_variables: bool = False
    strict: str = "error"


class Surroundings(NamedTuple):
    """What makes the evaluations of a define in two catalogs differ, apart from variables."""

    hiera: str | None
    hiera_text: str | None
    strict_variables: bool
    strict: str
    definitions: str
    """The code of the site that defines something; empty if it does not."""


class Made(NamedTuple):
    """The outcome of a compilation."""

    compiled: Compiled | None
    error: EvaluationError | None
    unfinished: str = ""
    """Why there is neither a catalog nor an error of the language."""

    @property
    def message(self) -> str:
        """The text of the error, as the reference reports it."""
        if self.compiled is None or self.error is None:
            return ""
        return reported(self.error, self.compiled)

    @property
    def doubt(self) -> str:
        """On what unknown thing the catalog depends; empty if all of it is certain."""
        if self.unfinished:
            return self.unfinished
        assert self.compiled is not None
        for cause in self.compiled.compiler.causes.counts:
            return " ".join(filter(None, (cause.kind, cause.name, cause.reason and f"({cause.reason})")))
        if self.compiled.compiler.catalog.is_partial:
            return "a part of the catalog"
        return ""


class Catalogs:
    """The catalogs of a module with its fixtures; those of the same job are compiled once. Used on one thread."""

    def __init__(self, folder: str, unsaved: Unsaved = NO_TEXTS, *, counts: bool = False) -> None:
        """`counts` is whether evaluations of the module's own code are counted."""
        self.folder = folder
        self._unsaved = unsaved
        self._recorder = Recorder(self.is_own) if counts else None
        self._disk = Disk()
        self._summaries = Summaries(None)
        self._words = WordIndex()
        self._settings = Configuration(Given(replaced=(("interfaces", ()), ("bundled", False))), is_read=False).of(folder)
        self._libraries: dict[tuple[str | None, str | None], tuple[Known, ProjectLibrary]] = {}
        self._deadline: Deadline | None = Deadline()
        """What limits the compilations, of which one may begin inside another; None while it is in use."""
        self.chance = Chance()
        self._made: dict[Job, Made] = {}
        self._drawn: dict[tuple[Job, int], Made] = {}
        """The catalogs in which something was drawn at random, by the round."""
        self.judged: Judged = {}
        """What agents say of resources, whatever catalog they are in (`refusals`)."""
        self._shared: dict[object, Hash] = {}
        """Facts of several examples, by what is equal for equal ones."""
        self._codes: dict[str, Source] = {}
        """The codes of jobs, parsed."""
        self._bodies: dict[Surroundings, RepeatedBodies] = {}
        """What several catalogs make of defines."""
        self._looked_at: set[tuple[str, str]] = set()
        self._declared: dict[tuple[str, str], str] = {}

    @property
    def project(self) -> Project:
        """The modules that are there."""
        return self._library(None, None)[0].project

    def of(self, job: Job) -> Made:
        """The catalog of a job, or its error."""
        found = self._made.get(job)
        if found is None:
            found = self._of_round(job)
        return found

    def _of_round(self, job: Job) -> Made:
        """The catalog of a job of which none holds whatever is drawn at random."""
        chance = self.chance
        found = self._drawn.get((job, chance.round))
        if found is not None:
            chance.note()
            return found
        before = chance.forget()
        found = self._compile(job)
        if self._recorder is not None:
            self._note_declared(found)
        if chance.was_drawn:
            self._drawn[job, chance.round] = found
        else:
            self._made[job] = found
        if before:
            chance.note()
        return found

    def is_own(self, path: str) -> bool:
        """Whether a file is Puppet code of the module itself."""
        return any(path.startswith(os.path.join(self.folder, each, "")) for each in COUNTED)

    def forget(self) -> None:
        """Forget the catalogs that were made."""
        self._made.clear()
        self._drawn.clear()
        self._codes.clear()
        if len(self.judged) > MOST_JUDGED:
            self.judged.clear()
        collect_much_garbage()

    def shared(self, key: object, make: Callable[[], Hash]) -> Hash:
        """A value of which equal ones are the same object, by what is equal for equal ones."""
        found = self._shared.get(key)
        if found is None:
            if len(self._shared) >= MOST_SHARED:
                self._shared.clear()
            found = self._shared[key] = make()
        return found

    def note(self, type: str, title: str) -> None:
        """Note that an example has looked at a resource."""
        if self._recorder is not None:
            self._looked_at.add((type, title))

    def changed(self, path: str) -> None:
        """Read a file again, whose contents have changed."""
        self._disk.forget()
        self._summaries.replace(path, None)
        self.judged.clear()
        self._bodies.clear()
        for key, (known, library) in self._libraries.items():
            known.changed(path)
            self._libraries[key] = known, library.renewed(path)

    def take_coverage(self) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str, str], ...]]:
        """The resources that examples have looked at, and those that the module's own code has declared, since the last call.

        Both are empty unless evaluations are counted.
        """
        seen, declared = tuple(sorted(self._looked_at)), tuple((*key, place) for key, place in sorted(self._declared.items()))
        self._looked_at.clear()
        self._declared.clear()
        return seen, declared

    def take_counts(self) -> tuple[Counts, ...]:
        """How often the branches of the module's own code were evaluated since the last call."""
        return () if self._recorder is None else self._recorder.take()

    def _note_declared(self, made: Made) -> None:
        """Note the resources that the module's own code declares."""
        if made.compiled is None or made.error is not None:
            return
        compiler = made.compiled.compiler
        own = f"{self.folder}{os.sep}manifests{os.sep}"
        paths = {id(each.text): each.path for each in compiler.sources.values() if each.path.startswith(own)}
        for each in compiler.catalog.resources:
            place = each.place
            if place is not None and place.text is not None and id(place.text) in paths and not each.virtual:
                line = place.text.position(place.offset).line + 1
                self._declared.setdefault((each.type, each.title), f"{paths[id(place.text)]}:{line}")

    def anew(self, job: Job) -> Made:
        """The catalog of a job for one example alone, which may change it."""
        return self._compile(job)

    def _compile(self, job: Job) -> Made:
        compilation, node = self.compilation(job)
        library = compilation.library
        compiler = self._compiler(NodeWorld(library.known), library, node, self._surroundings(job))
        for name, value in job.variables.items():
            compiler.top.assign(str(name), value)
        made = self.in_time(lambda: compilation.run(node, compiler))
        if isinstance(made, NotMade):
            return Made(None, None, made.text)
        if made.error is not None and made.error.code == BUDGET:
            return Made(made, None, str(made.error))
        if made.error is not None:
            return Made(made, made.error)
        found = self.in_time(lambda: resolve_deferred(made))
        if found is None or isinstance(found, EvaluationError):
            return Made(made, found)
        return Made(made, None, found.text if isinstance(found, NotMade) else found)

    def in_time(self, make: Callable[[], T]) -> T | NotMade:
        """What is made of a catalog, or why it is not."""
        deadline, self._deadline = self._deadline or Deadline(), None
        try:
            return in_time(make, deadline)
        finally:
            self._deadline = deadline

    def _compiler(self, world: NodeWorld, library: ProjectLibrary, node: Node, of: Surroundings) -> NodeCompiler:
        recorder = self._recorder
        if recorder is None:
            compiler = NodeCompiler(world, library, node)
            if len(self._bodies) >= MOST_SURROUNDINGS:
                self._bodies.clear()
            compiler.repeat_by(self._bodies.setdefault(of, RepeatedBodies()))
            return compiler
        compiler = NodeCompiler(world, library, node, recorder, observe=recorder.observation)
        recorder.follow(compiler)
        return compiler

    def compilation(self, job: Job) -> tuple[Compilation, Node]:
        """What compiles the catalog of a job, and its node, without the variables of a node classifier."""
        _, library = self._library(job.hiera, job.hiera_text)
        node = Node(
            job.node,
            job.facts,
            Hash((("extensions", job.trusted), ("external", job.external))),
            job.environment,
            Hash((("strict_variables", job.strict_variables), ("strict", job.strict))),
        )
        return Compilation(library, (self.source_of(job.code),)), node

    def _surroundings(self, job: Job) -> Surroundings:
        """On what bodies of defines depend besides the values of variables: settings, data, and what the code of the site defines."""
        defines = bool(self.source_of(job.code).program.definitions)
        return Surroundings(job.hiera, job.hiera_text, job.strict_variables, job.strict, job.code if defines else "")

    def source_of(self, code: str) -> Source:
        """Code of specs, parsed once."""
        if code not in self._codes:
            self._codes[code] = read_source("", code.encode("utf-8", "surrogatepass"))
        return self._codes[code]

    def _library(self, hiera: str | None, text: str | None) -> tuple[Known, ProjectLibrary]:
        found = self._libraries.get((hiera, text))
        if found is None:
            project = replace(project_of(self._disk, self.folder), hiera=hiera)
            known = Known(project, self._summaries, self._settings, self._disk, self._words, self._unsaved)
            known.target = strict_target(known.target, project)
            unsaved = self._unsaved if hiera is None or text is None else {**self._unsaved, hiera: text.encode()}
            found = self._libraries[hiera, text] = known, self._library_of(known, hiera, unsaved)
        return found

    def _library_of(self, known: Known, hiera: str | None, unsaved: Unsaved) -> ProjectLibrary:
        return ProjectLibrary(known, hiera=hiera, unsaved=unsaved, queries=None, draw=self.chance.draw, repeats=True)


def unlimited() -> Budget:
    """A budget for the code of specs, whose machine has limits of its own."""
    return Budget(steps=10**12, seconds=inf)


def reported(error: EvaluationError, compiled: Compiled) -> str:
    """An error of the language with its place, as the reference reports it."""
    place = error.position()
    if place is None:
        return error.reference_text
    line, column = place
    source = compiled.compiler.source_of(error.text)
    path = "" if source is None else source.path
    parts = [f"file: {path}" if path else "", f"line: {line}" if line else "", f"column: {column}" if column else ""]
    where = ", ".join(filter(None, parts))
    return f"{error.reference_text} ({where}) on node {compiled.node.name}" if where else error.reference_text
