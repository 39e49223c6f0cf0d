"""Hiera: lookups in the data of an environment and its modules.

A file whose path interpolates facts applies to some nodes only, so its values are only possible. A lookup has a known value if all nodes
get the same one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from puppet_check.fingerprint import digest
from puppet_check.reading.digests import digest_of
from puppet_check.reading.places import exists, is_file
from puppet_check.workspace.hiera.config import Config, Level, read_config
from puppet_check.workspace.hiera.conversion import converted
from puppet_check.workspace.hiera.data_keys import DataKeys
from puppet_check.workspace.hiera.inner_keys import Levels, levels_of
from puppet_check.workspace.hiera.interpolation import METHODS, Expression, parts
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS, UNSEEN, Layer, layer_of
from puppet_check.workspace.hiera.merging import strategy_of, text_of
from puppet_check.workspace.hiera.secrets import ENCRYPTED
from puppet_check.workspace.hiera.sources import OPAQUE, Files, Source, sources
from puppet_check.workspace.hiera.strategies import merged_for_all
from puppet_check.workspace.portable import Places
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.roots import CONTROL, may_be_of_server
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved
from puppet_typesys.functions.parts import path_of
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.infer.external_types import type_from
from puppet_typesys.loader import CLASS, FUNCTION, Loader, TypedName
from puppet_typesys.types import model
from puppet_typesys.types.infer import infer_set
from puppet_typesys.types.join import join
from puppet_typesys.types.model import Type
from puppet_typesys.types.relate import is_instance
from puppet_typesys.values.errors import ArgumentError, BudgetError, InternalError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.regexp import Regexp
from puppet_typesys.values.unknown import Unknown

LARGEST = 10_000
"""The number of values to which interpolations may extend a value of data."""
CHARACTERS = 16
"""The number of characters that count as one value."""
DEEPEST = 100
"""The number of lookups that may be nested by interpolations."""
MOST_LOCATIONS = 500
"""The number of paths and globs of a hierarchy, past which data is unknown."""
MOST_PATTERNS = 200
"""The number of patterns in `lookup_options`, past which the options of keys are unknown."""
ELSEWHERE = ("data", "hieradata", "hiera", *CONTROL)
"""Files and folders that suggest an environment on a server, whose global `hiera.yaml` may then refer to its data."""


class Candidate(NamedTuple):
    """A possible result of a lookup."""

    value: object
    is_certain: bool


class Hiera:
    """The Hiera data of a project, read on demand."""

    def __init__(
        self,
        project: Project,
        loader: Loader,
        external: LoadedDefinitions | None = None,
        unsaved: Unsaved = NO_TEXTS,
        files: Files | None = None,
    ) -> None:
        """`files` are data files that another instance has read already."""
        self.project = project
        self.loader = loader
        self.external = LoadedDefinitions(loader) if external is None else external
        self._unsaved = unsaved
        self._repository = Places(project)
        self.files = Files(unsaved) if files is None else files
        self._configs: dict[str, Config | None] = {}
        self._layers: dict[tuple[str, str], Layer] = {}
        self._answers: dict[tuple[str, str], object] = {}
        self._asked: dict[tuple[str, str], frozenset[TypedName]] = {}
        """The names that were looked up for the answers, and for all hierarchies up to then."""
        self._asked_of_configs = frozenset[TypedName]()
        self._weights: dict[tuple[str, str], int] = {}
        """The sizes of the answers, as interpolations can double them again and again."""
        self._weight = 0
        """The size of the value that is being resolved."""
        self._keys: dict[tuple[str, ...], DataKeys] = {}
        self._levels: dict[tuple[str, ...], dict[str, Levels]] = {}
        self._busy: set[str] = set()

    def lookup(self, key: str, options: Hash = EMPTY) -> object:
        """The value of a key if it is certain, `MISSING` if no data has it, else an Unknown."""
        if not self.project.has_data:
            # The environment in which the module is used, or the server, may override its data.
            return Unknown(model.ANY)
        merge = options.get("merge")
        strategy = merge if isinstance(merge, str) else "" if merge is None else repr(merge)
        if (key, strategy) not in self._answers:
            before, self._weight = self._weight, 0
            self._answers[key, strategy], names = self.external.recorded(lambda: self._unrepeated(key, merge))
            self._asked[key, strategy] = names | self._asked_of_configs
            self._weights[key, strategy], self._weight = self._weight, before
        self.external.ask_again(self._asked[key, strategy])
        self._weight += self._weights[key, strategy]
        return self._answers[key, strategy]

    def _unrepeated(self, key: str, merge: object) -> object:
        if key in self._busy or len(self._busy) >= DEEPEST:
            return self._recursive()
        self._busy.add(key)
        try:
            return self._look_up(key, merge)
        finally:
            self._busy.remove(key)

    def _recursive(self) -> object:
        """The value of a key whose value depends on itself."""
        return Unknown(model.ANY)

    def _look_up(self, key: str, merge: object) -> object:
        try:
            root, *rest = path_of(key)
        except ArgumentError:
            return Unknown(model.ANY)
        root = str(root)
        if root == LOOKUP_OPTIONS:
            return MISSING
        options = self.options_of(root)
        chosen = options[0].value if options else EMPTY
        # Options with very many values are not read.
        if len(options) > 1 or any(not each.is_certain for each in options) or not isinstance(chosen, Hash):
            return MISSING if not self._has(root) else Unknown(model.ANY)
        found = self._found(root, chosen.get("merge") if merge is None else merge)
        for step in rest:
            found = self._inside(key, found, step)
        if found is MISSING:
            return MISSING
        if chosen.get("convert_to") is not None:
            found = converted(chosen["convert_to"], found, self.external.type_named)
        return found if rest else self._fitting(root, found)

    def _inside(self, key: str, found: object, step: object) -> object:
        return inside(found, step)

    def _fitting(self, key: str, value: object) -> object:
        """The value, or an Unknown if the class parameter's type does not accept it, which is only reported in the data."""
        name, colons, parameter = key.rpartition("::")
        owner = self.external.load(TypedName(CLASS, name)) if colons else None
        given = None if owner is None else owner.parameter(parameter)
        if given is None or isinstance(value, Unknown):
            return value
        expected = type_from(given.type, self.external.type_named)
        return value if is_instance(expected, value) else Unknown(expected)

    def _has(self, root: str) -> bool:
        return any(True for _ in self._candidates(root))

    def _found(self, root: str, merge: object) -> object:
        candidates: list[Candidate] = []
        strategy = strategy_of(merge)
        for each in self._candidates(root):
            candidates.append(each)
            if each.is_certain and strategy == "first":
                break
        if not candidates:
            return MISSING
        if all(each.is_certain for each in candidates):
            return merged_for_all(strategy, merge, [each.value for each in candidates])
        if strategy != "first":
            return Unknown(model.ANY)
        return Unknown(join(*(_type_of(each.value) for each in candidates)))

    def _candidates(self, root: str) -> Iterator[Candidate]:
        for layer in self.layers_of(root):
            for source in layer.holders(root):
                document = None if source is OPAQUE else self.files.document(source)
                if document is None or document.is_broken:
                    yield Candidate(Unknown(model.ANY), False)
                elif document.root is not None and isinstance(document.root.value, Hash):
                    yield Candidate(self.resolved(document.root.value[root]), source.is_certain)

    def fingerprint(self) -> str:
        """A hash of the names and contents of all data files, with unsaved texts; the same wherever the repository is."""
        from hashlib import blake2b  # only needed for the cache

        made = blake2b(digest_size=16)
        for module in (None, *self.project.modules.values()):
            config = self.config(module)
            if config is not None:
                made.update(self._state(config.path))
            for hierarchy in ("levels", "default_levels"):
                for source in self._listed(module, hierarchy):
                    made.update(b"?" if source.path is None else self._state(source.path))
        return made.hexdigest()

    def _state(self, path: str) -> bytes:
        text = self._unsaved.get(path)
        state = _state(path) if text is None else digest(text)
        return f"{self._repository.portable(path)} {state}\n".encode(errors="surrogateescape")

    # ---- locations of data

    def config(self, module: Module | None) -> Config | None:
        """The `hiera.yaml` of a module, or of the environment (None); None without one."""
        if module is None and not self.project.has_hierarchy:
            return None
        folder = self.project.root if module is None else module.folder
        if folder not in self._configs:
            path = os.path.join(folder, "hiera.yaml")
            there = is_file(path)
            self._configs[folder] = self._config(path, module) if there else None
        return self._configs[folder]

    def _config(self, path: str, module: Module | None) -> Config:
        is_global = module is None and (self.project.is_inner or may_be_of_server(self.project.root))
        return self._read(path, is_module=module is not None, is_global=is_global)

    def _read(self, path: str, *, is_module: bool, is_global: bool = False) -> Config:
        def read() -> Config:
            return read_config(path, is_module=is_module, is_global=is_global, exists=self._is_function, unsaved=self._unsaved)

        found, names = self.external.recorded(read)
        self._asked_of_configs |= names
        return found

    def _is_function(self, name: str) -> bool:
        named = TypedName(FUNCTION, name.lower())
        return self.external.load(named) is not None or not self.external.is_complete(named)

    def layers_of(self, root: str) -> Iterator[Layer]:
        """The layers that may have a key, by precedence."""
        yield self.layer(None, "levels")
        module, colons, _ = root.removeprefix("::").partition("::")
        if not colons:
            return
        found = self.project.modules.get(module)
        if found is not None:
            yield self.layer(found, "levels")
            yield self.layer(found, "default_levels")
        elif self.project.is_absent(module):
            yield UNSEEN

    def layer(self, module: Module | None, hierarchy: str) -> Layer:
        """The layer of a module's hierarchy, or of the environment's (None)."""
        key = ("" if module is None else module.folder, hierarchy)
        if key not in self._layers:
            self._layers[key] = layer_of(self._listed(module, hierarchy), self.files)
        return self._layers[key]

    def _listed(self, module: Module | None, hierarchy: str) -> Iterator[Source]:
        config = self.config(module)
        if config is None:
            # An environment without a hiera.yaml may have data that the server's global hiera.yaml refers to.
            if module is None and any(exists(os.path.join(self.project.root, each)) for each in ELSEWHERE):
                yield OPAQUE
            return
        if not config.is_known:
            yield OPAQUE
            return
        levels: Iterable[Level] = config.levels if hierarchy == "levels" else config.default_levels
        seen: set[Source] = set()
        left = MOST_LOCATIONS
        for level in levels:
            left -= len(level.locations)
            if left < 0:
                yield OPAQUE
                return
            for each in sources(level, config.folder):
                if each is OPAQUE or each not in seen:
                    seen.add(each)
                    yield each

    # ---- contents of data

    def keys_of(self, paths: tuple[str, ...]) -> DataKeys:
        """The keys of data files that no level may list."""
        if paths not in self._keys:
            roots = (self.files.document(Source(each, format="json" if each.endswith(".json") else "yaml")).root for each in paths)
            values = [each.value for each in roots if each is not None and isinstance(each.value, Hash)]
            self._keys[paths] = DataKeys(key for each in values for key in each.keys() if isinstance(key, str))
        return self._keys[paths]

    def levels_of(self, paths: tuple[str, ...]) -> dict[str, Levels]:
        """What is inside of the hashes of data files that no level may list, by top-level key."""
        if paths not in self._levels:
            roots = (self.files.document(Source(each, format="json" if each.endswith(".json") else "yaml")).root for each in paths)
            self._levels[paths] = levels_of(each for each in roots if each is not None)
        return self._levels[paths]

    def options_of(self, root: str) -> list[Candidate]:
        """The possible lookup options of a key by precedence; the last one is certain unless all are only possible."""
        exact: list[Candidate] = []
        patterns: list[Candidate] = []
        for layer in self.layers_of(root):
            exact += (Candidate(self.resolved(options), is_certain) for options, is_certain in layer.options.get(root, ()))
            if len(layer.patterns) > MOST_PATTERNS:
                return [Candidate(EMPTY, False), Candidate(EMPTY, False)]
            for name, options, is_certain in layer.patterns:
                if matches(name, root):
                    patterns.append(Candidate(self.resolved(options), is_certain))
        found = []
        for each in exact or patterns:
            found.append(each)
            if each.is_certain:
                break
        return found

    def resolved(self, value: object) -> object:
        """A value with its interpolations evaluated; unknown if that makes it very large."""
        before, self._weight = self._weight, 0
        try:
            found = self._resolved(value)
            return Unknown(model.ANY) if self._weight > LARGEST else found
        finally:
            self._weight = before + min(self._weight, LARGEST)

    def _resolved(self, value: object) -> object:
        self._weight += 1
        match value:
            case str():
                return self._text(value)
            case tuple():
                return tuple(map(self._resolved, value))
            case Hash():
                return Hash((self._resolved(key), self._resolved(each)) for key, each in value.items())
        return value

    def _text(self, text: str) -> object:
        if ENCRYPTED in text:
            return Unknown(model.STRING)
        if "%{" not in text:
            return text
        made = []
        for each in parts(text):
            if self._weight > LARGEST:
                return Unknown(model.STRING)
            if isinstance(each, str):
                made.append(each)
                continue
            if each.method not in METHODS or (each.method == "alias" and not each.is_all):
                return Unknown(model.ANY)
            value = self._interpolated(each)
            if each.method == "alias":
                return value
            shown = self._shown(value)
            if shown is None:
                return Unknown(model.STRING)
            made.append(shown)
            self._weight += len(shown) // CHARACTERS
        return "".join(made)

    def _shown(self, value: object) -> str | None:
        """The text of an interpolated value; None if it is unknown."""
        return text_of(value)

    def _interpolated(self, expression: Expression) -> object:
        match expression.method:
            case "literal":
                return expression.key
            case "lookup" | "hiera" | "alias":
                found = self.lookup(expression.key)
                return "" if found is MISSING else found
        return Unknown(model.ANY)


def _state(path: str) -> str:
    try:
        return digest_of(path)
    except OSError:
        return ""


def matches(pattern: str, key: str) -> bool:
    """Whether a pattern in `lookup_options` matches a key."""
    try:
        return _compiled(pattern).match(key) is not None
    except (ArgumentError, InternalError, BudgetError):
        return False


@lru_cache(1024)
def _compiled(pattern: str) -> Regexp:
    return Regexp(pattern)


def inside(found: object, step: object) -> object:
    """The value of a key or index in a value; `MISSING` if there is none, and unknown in a value without keys."""
    if found is MISSING or found is None:
        return MISSING
    if isinstance(found, tuple) and isinstance(step, int):
        return found[step] if 0 <= step < len(found) else MISSING
    if isinstance(found, Hash):
        return found.get(step, MISSING)
    return Unknown(model.ANY)


def _type_of(value: object) -> Type:
    if isinstance(value, Unknown):
        return value.type if isinstance(value.type, Type) else model.ANY
    return infer_set(value)
