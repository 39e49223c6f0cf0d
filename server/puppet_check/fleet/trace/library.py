"""The library of a project that notes what compilations ask of it, in the terms of `CodeAnswers`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from puppet_check.fleet.trace.code_answers import ANYWHERE, REVEALING, UNTRACED, CodeAnswers
from puppet_check.fleet.trace.node_reads import NodeReads, Note
from puppet_check.fleet.trace.node_values import NodeValues
from puppet_check.fleet.trace.questions import PLACE, VARIABLE, Question
from puppet_check.workspace.hiera.config import Config, Level
from puppet_check.workspace.hiera.hiera import Candidate
from puppet_check.workspace.hiera.interpolation import Expression, parts
from puppet_check.workspace.hiera.layers import Layer
from puppet_check.workspace.hiera.node import NodeHiera, Placed
from puppet_check.workspace.hiera.node_files import Places, backend_places, paths_of
from puppet_check.workspace.hiera.secrets import NONE, Secrets
from puppet_check.workspace.hiera.sources import Source
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.project import Module
from puppet_check.workspace.trace import key_of
from puppet_typesys.bridges.ruby_code import RubyFunction
from puppet_typesys.builtins.value_reads import FACTS, NODE_DATA, TRUSTED
from puppet_typesys.functions.parts import path_of
from puppet_typesys.loader import FUNCTION, TypedName
from puppet_typesys.node_catalogs.library import ScopeVariables, Variables
from puppet_typesys.node_catalogs.library import Source as CodeFile
from puppet_typesys.node_catalogs.queries import Queries, unanswered
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING

T = TypeVar("T")
TYPES = "/lib/puppet/type/"
"""What the paths of resource types contain, whose code is searched and not run."""


class Noted(NamedTuple):
    """What was asked of a node and of the code while something was made."""

    node: Note
    code: set[Question]


NOTHING = Noted({}, set())


PlaceKey = tuple[str, str, bool]
"""The folder of a module, the name of a hierarchy, and whether functions can be called."""
MOST_REMEMBERED = 1000
"""The number of places above which those of a hierarchy are forgotten."""


class Made(NamedTuple):
    """The places of a hierarchy, and what was asked while they were made."""

    noted: Noted
    placed: Placed


class Without(NamedTuple):
    """Layers that do not have a key."""

    layers: tuple[Layer, ...]
    """They are kept for their identities."""
    questions: frozenset[Question]
    """What a lookup of the key asks."""


class Tracing:
    """What one compilation asks, in one environment. Used on the thread of its project; begun anew for each compilation."""

    def __init__(self, answers: CodeAnswers) -> None:
        self.answers = answers
        self._external = answers.known.external
        self.code: set[Question] = set()
        self.node: NodeReads | None = None
        self._replayed: dict[int, Noted] = {}
        self.is_apart = False
        """Whether what is asked is noted in tables of something that is being made."""

    def begin(self, node: NodeReads) -> None:
        """Begin to note what a compilation asks."""
        self.code, self.node, self._replayed = set(), node, {}

    @contextmanager
    def apart(self, node: NodeReads) -> Iterator[Noted]:
        """Note what is asked in a `with` statement in tables of their own only; if an error ends it, in those around it as well."""
        before, self.code = self.code, set()
        was_apart, self.is_apart = self.is_apart, True
        inner: Noted | None = None
        try:
            with node.apart() as noted:
                inner = Noted(noted, self.code)
                yield inner
            inner = None
        finally:
            self.code, self.is_apart = before, was_apart
            if inner is not None:
                node.ask_all(inner.node)
                before |= inner.code

    def ask(self, kind: str, *about: str) -> None:
        """Note a question about code or data."""
        self._add((kind, *about))

    def _add(self, question: Question) -> None:
        self.code.add(question)
        if self.node is not None and self.node.is_followed:
            self.node.note_code((question,))

    def ask_all(self, questions: Set[Question]) -> None:
        """Note questions about code or data."""
        self.code |= questions
        if self.node is not None:
            self.node.note_code(questions)

    def ask_path(self, kind: str, path: str, *about: str) -> None:
        """Note a question about a path."""
        self._add((kind, self.answers.portable(path), *about))

    def untraced(self, reason: str) -> None:
        """Note that the catalog depends on what is not traced."""
        self._add((UNTRACED, reason))

    def recorded(self, make: Callable[[], T]) -> T:
        """What a function makes; the definitions that it asks for are questions at once."""
        made, names = self._external.recorded(make)
        self.ask_all({("definition of", key_of(each)) for each in names})
        return made

    def read(self, path: str) -> None:
        """Note that code is read, which may get the paths of files."""
        if self.answers.reveals(path):
            self.untraced(f"paths of files that {self.answers.portable(path)} may get")

    def replay(self, noted: Noted) -> None:
        """Note again what was noted when something was made that is used again."""
        if self.node is not None and (id(noted) not in self._replayed or self.node.is_followed):
            self._replayed[id(noted)] = noted
            self.node.ask_all(noted.node)
            self.ask_all(noted.code)


class TracedLibrary(ProjectLibrary):
    """The files and data of a project, with a note of what is asked of them."""

    def __init__(self, known: Known, hiera: str | None, identity: str, queries: Queries = unanswered, secrets: Secrets = NONE) -> None:
        def noted(query: object) -> object:
            self.tracing.untraced("what PuppetDB answers")
            return queries(query)

        super().__init__(known, hiera=hiera, queries=noted if queries is not unanswered else queries, secrets=secrets)
        self.tracing = Tracing(CodeAnswers(self, identity))
        self._hiera = TracedHiera(known, hiera, self.tracing, secrets)
        self._libraries: dict[str, str | None] = {}
        """The texts of Ruby files that code requires, which may be looked for in all modules."""

    def world(self) -> NodeWorld:
        return TracedWorld(self.known, self.tracing)

    def paths(self, name: TypedName) -> Iterator[str]:
        self.tracing.ask("code of", *name)
        return super().paths(name)

    def sources(self, name: TypedName) -> Iterator[CodeFile]:
        self.tracing.ask("code of", *name)
        for each in super().sources(name):
            self.tracing.read(each.path)
            yield each

    def ruby(self, name: str) -> RubyFunction | None:
        self.tracing.ask("code of", FUNCTION, name)
        found = super().ruby(name)
        if found is not None:
            self.tracing.read(found.path)
        return found

    def file_text(self, path: str) -> str | None:
        self.tracing.ask_path("file", path)
        if TYPES not in path:
            self.tracing.read(path)
        return super().file_text(path)

    def ruby_library(self, path: str) -> str | None:
        self.tracing.ask("library", path)
        if path not in self._libraries:
            self._libraries[path] = super().ruby_library(path)
        found = self._libraries[path]
        if found is not None and REVEALING.search(found) is not None:
            self.tracing.untraced(f"paths of files that {path} may get")
        return found

    def has_file(self, path: str) -> bool | None:
        self.tracing.ask_path("presence of", path)
        return super().has_file(path)

    def data(self, path: str, format: str) -> object:
        self.tracing.ask_path("data", path, format)
        return super().data(path, format)

    def is_absent(self, name: TypedName) -> bool:
        self.tracing.ask("absence of", *name)
        return super().is_absent(name)


class TracedWorld(NodeWorld):
    """The files of modules, with a note of which are asked for."""

    def __init__(self, known: Known, tracing: Tracing) -> None:
        super().__init__(known)
        self._tracing = tracing

    def find_file(self, name: str) -> str | None:
        return self._noted(super().find_file(name), "files", name)

    def find_template(self, name: str) -> str | None:
        return self._noted(super().find_template(name), "templates", name)

    def _noted(self, found: str | None, kind: str, name: str) -> str | None:
        self._tracing.ask("found in", kind, name)
        if found and kind == "templates":
            self._tracing.read(found)
        return found

    def read_ruby(self, path: str) -> str | None:
        self._tracing.ask_path("file", path)
        return super().read_ruby(path)

    def module_directory(self, name: str) -> str | None:
        self._tracing.ask("folder of", name)
        return super().module_directory(name)

    def lookup(self, key: str, options: Hash) -> object:
        self._tracing.untraced(f"the lookup of {key} in all data")
        return super().lookup(key, options)


class TracedHiera(NodeHiera):
    """The data of a node, with a note of which files and keys are asked for."""

    def __init__(self, known: Known, trusted: str | None, tracing: Tracing, secrets: Secrets = NONE) -> None:
        super().__init__(known.project, known.loader, known.external, trusted=trusted, secrets=secrets)
        self._tracing = tracing
        self._made: Noted | None = None
        self._noted: dict[PlaceKey, Noted] = {}
        """What was noted when the places of hierarchies were made that are remembered."""
        self._without: dict[tuple[object, ...], Without] = {}
        self._of_answers: dict[PlaceKey, dict[tuple[Question, ...], dict[tuple[str, ...], Made]]] = {}
        """The places of hierarchies by what was asked of nodes when they were made, and by what these have answered."""
        self._fixed: dict[tuple[str, str], Layer] = {}
        """The layers of hierarchies whose paths read nothing that differs during the compilation that is going on."""
        self._fixed_for: NodeReads | None = None
        """Which compilation that is."""

    def config(self, module: Module | None) -> Config | None:
        given = self.project.hiera if module is None else None
        folder = self.project.root if module is None else module.folder
        self._tracing.ask_path("hierarchy", given or os.path.join(folder, "hiera.yaml"))
        return super().config(module)

    def _module_of(self, root: str) -> Module | None:
        module, colons, _ = root.removeprefix("::").partition("::")
        if colons:
            self._tracing.ask("module", module)
        return super()._module_of(root)

    def entry(self, source: Source, root: str) -> object:
        if source.path is not None:
            self._tracing.ask_path("key", source.path, root, source.format)
        return super().entry(source, root)

    def _has(self, root: str) -> bool:
        for layer in self.layers_of(root):
            self._note_in(layer, "key", root)
        return super()._has(root)

    def options_of(self, root: str) -> list[Candidate]:
        for layer in self.layers_of(root):
            self._note_in(layer, "options", root)
        return super().options_of(root)

    def lookup(self, key: str, options: Hash = EMPTY, variables: Variables | None = None) -> object:
        if isinstance(variables, ScopeVariables) and self._is_plainly_missing(key):
            return MISSING
        return super().lookup(key, options, variables)

    def _is_plainly_missing(self, key: str) -> bool:
        """Whether no data has a key, or anything about it, in layers that are fixed; all that a lookup asks is noted then."""
        node = self._tracing.node
        if self._busy or self._tracing.is_apart or self._fixed_for is not node or "." in key or (node is not None and node.is_followed):
            return False
        module, _, _ = key.partition("::")
        owner = self.project.modules.get(module)
        if owner is None:
            return False
        fixed = self._fixed
        layers = fixed.get(("", "levels")), fixed.get((owner.folder, "levels")), fixed.get((owner.folder, "default_levels"))
        asked = self._without.get((key, *map(id, layers)))
        if asked is None:
            return False
        self._tracing.ask("module", module)
        self._tracing.ask_all(asked.questions)
        return True

    def _layer_at(self, owner: Module | None, hierarchy: str) -> Layer | None:
        found = super()._layer_at(owner, hierarchy)
        node, folder = self._tracing.node, "" if owner is None else owner.folder
        if found is None or node is None or self._scope is None or self._tracing.is_apart:
            return found
        if self._fixed_for is not node:
            self._fixed, self._fixed_for = {}, node
        if self._placed[folder, hierarchy, True].read.keys() <= NODE_DATA:
            self._fixed[folder, hierarchy] = found
        return found

    def _layers_without(self, root: str) -> tuple[Layer, ...] | None:
        found = super()._layers_without(root)
        if found is not None and self._tracing.node is not None:
            key = (root, *map(id, found))
            asked = self._without.get(key)
            if asked is None:
                asked = self._without[key] = Without(found, frozenset(self._asked_of(found, root)))
            self._tracing.ask_all(asked.questions)
        return found

    def _asked_of(self, layers: tuple[Layer, ...], root: str) -> Iterator[Question]:
        """What a lookup asks that finds nothing in layers."""
        for each in (each for layer in layers for each in layer.sources if each.path is not None):
            assert each.path is not None
            for kind in ("key", "options"):
                yield kind, self._tracing.answers.portable(each.path), root, each.format

    def _note_in(self, layer: Layer, kind: str, root: str) -> None:
        for each in layer.sources:
            if each.path is not None:
                self._tracing.ask_path(kind, each.path, root, each.format)

    def _in_files(self, places: Places, root: str, merge: object) -> Iterator[object]:
        if places.backend is not None:
            self._tracing.untraced(f"data of the function {places.backend.level.function}")
        return super()._in_files(places, root, merge)

    # ---- the places of data

    def _places(self, module: Module | None, hierarchy: str) -> tuple[Places, ...]:
        node = self._tracing.node
        if node is None:
            return super()._places(module, hierarchy)
        self.config(module)
        self._take_made()
        key = ("" if module is None else module.folder, hierarchy, self._scope is not None)
        with self._tracing.apart(node):
            self._recall(key, node.values)
            found = super()._places(module, hierarchy)
        made = self._take_made()
        if made is not None:
            self._noted[key] = made
            self._remember(key, made, node.values)
        self._tracing.replay(self._noted[key])
        return found

    def _recall(self, key: PlaceKey, values: NodeValues) -> None:
        """Take the places of a hierarchy that were made for another node which answers all in the same way."""
        placed = self._placed.get(key)
        if placed is None or all(self._variables(name) is value for name, value in placed.read.items()):
            return
        for questions, made in self._of_answers.get(key, {}).items():
            known = made.get(tuple(map(values.answer, questions)))
            if known is not None:
                self._noted[key] = known.noted
                read = {name: self._variables(name) for name in known.placed.read}
                self._placed[key] = known.placed._replace(read=read)
                return

    def _remember(self, key: PlaceKey, made: Noted, values: NodeValues) -> None:
        """Remember the places of a hierarchy if they depend on nothing but the answers of a node."""
        placed = self._placed[key]
        if placed.read.keys() <= NODE_DATA and all(each.backend is None for each in placed.places):
            by_answer = self._of_answers.setdefault(key, {}).setdefault((*made.node,), {})
            if len(by_answer) >= MOST_REMEMBERED:
                by_answer.clear()
            by_answer[tuple(map(values.answer, made.node))] = Made(made, placed)

    def _take_made(self) -> Noted | None:
        made, self._made = self._made, None
        return made

    def _named(self, module: Module | None, hierarchy: str) -> Iterator[Places]:
        node, config = self._tracing.node, self.config(module)
        if node is None or config is None or not config.is_known:
            yield from super()._named(module, hierarchy)
            self._made = NOTHING
            return
        with self._tracing.apart(node) as noted:
            whole = [*super()._named(module, hierarchy)]
            noted.node.clear()
            for level, places in zip(config.levels if hierarchy == "levels" else config.default_levels, whole, strict=True):
                if places.backend is None:
                    self._note_level(level, config, node)
                else:
                    backend_places(level, config, self, None if module is None else module.name, anywhere=config.path == self.trusted)
            # Lookups in paths may have made places of other hierarchies.
            self._made = noted
        yield from whole

    def _note_level(self, level: Level, config: Config, node: NodeReads) -> None:
        """Note which places the paths of a level name, and what else of the node they read."""
        is_anywhere = config.path == self.trusted
        start = ANYWHERE if is_anywhere else ""
        if level.format is not None and "%{" not in level.datadir and all(each.kind == "path" for each in level.locations):
            base = start + self._tracing.answers.portable(os.path.normpath(os.path.join(config.folder, level.datadir)))
            for each in level.locations:
                node.ask((PLACE, base, *self._template(each.text, node)))
            return
        datadir = self.path_text(level.datadir)
        paths = paths_of(level, config.folder, self, anywhere=is_anywhere)
        if level.format is not None and (paths is None or None in paths):
            self._tracing.untraced("paths of data that are unknown")
        for path in paths or ():
            if path is not None:
                folder, name = os.path.split(path)
                node.ask((PLACE, start + self._tracing.answers.portable(folder), f"={name}"))
        for each in level.locations:
            text = self.path_text(each.text) if each.kind == "glob" else None
            if text is not None and datadir is not None:
                self._tracing.ask_path("glob", os.path.normpath(os.path.join(config.folder, datadir)), text)

    def _template(self, text: str, node: NodeReads) -> Iterator[str]:
        """The parts of a path: texts, and paths into what is known of the node, as JSON."""
        for each in parts(text):
            if isinstance(each, str):
                yield f"={each}"
                continue
            with node.apart() as noted:
                made = self.path_text(each.text)
            if made is None:
                self._tracing.untraced("a path of data that is unknown")
            path = _path_read(each, noted)
            if path is not None and node.values.text_at(path) == made:
                yield f"@{json.dumps(path)}"
            else:
                node.ask_all(noted)
                yield f"={made}"


def _path_read(expression: Expression, noted: Note) -> list[str] | None:
    """The path into what is known of a node that an expression reads, and nothing else; None for any other expression."""
    if expression.method != "scope":
        return None
    try:
        steps = path_of(expression.key)
    except ArgumentError:
        return None
    texts = [each for each in steps if isinstance(each, str)]
    if not texts or len(texts) < len(steps):
        return None  # A number is an index, or a key that is no text.
    root, keys = texts[0].removeprefix("::"), texts[1:]
    return [root, *keys] if root in (FACTS, TRUSTED) or (VARIABLE, root) in noted else None
