"""NodeHiera: lookups in the data of an environment and its modules for one node, whose facts and variables are given."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from puppet_check.reading.places import exists, is_below, is_outside, territory
from puppet_check.workspace.hiera.backends import folders_of, values_of
from puppet_check.workspace.hiera.config import DATA_FUNCTIONS, Config, Level
from puppet_check.workspace.hiera.hiera import MOST_PATTERNS, Candidate, Hiera, inside, matches
from puppet_check.workspace.hiera.interpolation import Expression, parts
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS, UNSEEN, Layer, layer_of
from puppet_check.workspace.hiera.merging import strategy_of
from puppet_check.workspace.hiera.node_files import UNKNOWN, Places, backend_places, places_of
from puppet_check.workspace.hiera.secrets import ENCRYPTED, NONE, Secrets, decrypted
from puppet_check.workspace.hiera.sources import OPAQUE, Source
from puppet_check.workspace.hiera.strategies import merged_by, only
from puppet_check.workspace.hiera.version3 import OF_CALLERS, undefined, with_version_3
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.unsaved import NO_TEXTS, Unsaved
from puppet_typesys.functions.legacy import runtime_text
from puppet_typesys.functions.parts import path_of
from puppet_typesys.infer.external import LoadedDefinitions
from puppet_typesys.loader import Loader
from puppet_typesys.node_catalogs.library import ScopeVariables, Variables
from puppet_typesys.types import model
from puppet_typesys.types.construct import ruby_class
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown, contains_unknown

UNKNOWN_VALUE = Unknown(model.ANY)
OF_ENVIRONMENT: tuple[tuple[Module | None, str], ...] = ((None, "levels"),)
"""The hierarchy that has data for everything."""
MOST_SEARCHED = 10_000
"""The number of places that are remembered."""
LAYERS = 3
"""The layers of data, global, of the environment and of modules, whose values are merged like those of levels."""


class Placed(NamedTuple):
    """The files of the levels of a hierarchy, and the variables with their values that their paths have read."""

    read: dict[str, object]
    places: tuple[Places, ...]


class Searched(NamedTuple):
    """The places of a hierarchy."""

    places: tuple[Places, ...]
    layer: Layer | None
    """What their files have; None if a function has some of it."""


def _no_variables(name: str) -> object:
    return MISSING


class NodeHiera(Hiera):
    """Data for one node. Files that a hierarchy names and that do not exist are skipped."""

    _variables: Variables = staticmethod(_no_variables)
    _is_path = False
    """Whether a path is being interpolated, in which variables may be undefined."""
    _steps: tuple[object, ...] = ()
    """The key that is being looked up: its root, and the steps into its value."""
    _scope: ScopeVariables | None = None
    """The scope of the lookup, in which backends are called; None if nothing is evaluated."""

    def __init__(
        self,
        project: Project,
        loader: Loader,
        external: LoadedDefinitions | None = None,
        *,
        trusted: str | None = None,
        unsaved: Unsaved = NO_TEXTS,
        secrets: Secrets = NONE,
    ) -> None:
        """`trusted` is the `hiera.yaml` that the user has named, whose data may be anywhere; `secrets` is what encrypted values mean."""
        super().__init__(project, loader, external, unsaved)
        self.trusted = trusted
        self._secrets = secrets
        self._searched: dict[int, Searched] = {}
        """What is searched at places, by their identity."""
        self._by_sources: dict[tuple[Source, ...], Layer] = {}
        """What the files of a hierarchy have together."""
        self._placed: dict[tuple[str, str, bool], Placed] = {}
        """The files of the levels of hierarchies, by the folder of the module and the name of the hierarchy."""

    def lookup(self, key: str, options: Hash = EMPTY, variables: Variables | None = None) -> object:
        """The value of a key, `MISSING` if no data has it, or an Unknown where data cannot be read. Raises ArgumentError."""
        path, self._is_path = self._is_path, False
        weight, scope = self._weight, self._scope
        if isinstance(variables, ScopeVariables):
            self._scope = variables
        if variables is not None:
            self._weight = 0  # A lookup of the program, not one of data.
        try:
            with self.variables_of(self._variables if variables is None else variables):
                return self._unrepeated(key, options.get("merge"))
        finally:
            self.external.ask_again(self._asked_of_configs)
            self._is_path, self._scope = path, scope
            self._weight = weight if variables is not None else self._weight

    @contextmanager
    def variables_of(self, variables: Variables) -> Iterator[None]:
        """Interpolate these variables for the time of a `with` statement."""
        before, self._variables = self._variables, variables
        try:
            yield
        finally:
            self._variables = before

    def _look_up(self, key: str, merge: object) -> object:
        try:
            steps = tuple(path_of(key))
        except ArgumentError:
            return Unknown(model.ANY)
        if len(steps) == 1 and self._layers_without(str(steps[0])) is not None:
            return MISSING
        before, self._steps = self._steps, steps
        try:
            return super()._look_up(key, merge)
        finally:
            self._steps = before

    def _text(self, text: str) -> object:
        found = decrypted(text, self._secrets) if self._secrets and ENCRYPTED in text else None
        return super()._text(text if found is None else found)

    def _recursive(self) -> object:
        raise ArgumentError(f"Recursive lookup detected in [{', '.join(sorted(self._busy))}]")

    # ---- where data is

    def config(self, module: Module | None) -> Config | None:
        given = self.project.hiera
        if module is not None or given is None:
            return super().config(module)
        if given not in self._configs:
            self._configs[given] = with_version_3(self._read(given, is_module=False), self.project.root)
        return self._configs[given]

    def layers_of(self, root: str) -> Iterator[Layer]:
        yield self.layer(None, "levels")
        module = self._module_of(root)
        if module is not None:
            yield self.layer(module, "levels")
        elif self._is_absent(root):
            yield UNSEEN

    def layer(self, module: Module | None, hierarchy: str) -> Layer:
        listed = tuple(source for places in self._places(module, hierarchy) for source in places.sources)
        known = self._by_sources.get(listed)
        if known is None:
            known = self._by_sources[listed] = layer_of(listed, self.files)
        return known

    def _layers_without(self, root: str) -> tuple[Layer, ...] | None:
        """The layers of a key if none of them has it, or anything about it, as is so of most parameters of classes; else None."""
        module = self._module_of(root)
        if module is None and self._is_absent(root):
            return None
        found = []
        for owner, hierarchy in OF_ENVIRONMENT if module is None else (*OF_ENVIRONMENT, (module, "levels"), (module, "default_levels")):
            layer = self._layer_at(owner, hierarchy)
            if layer is None or layer.always or root in layer.by_key or root in layer.options or _has_pattern(layer, root):
                return None
            found.append(layer)
        return tuple(found)

    def _layer_at(self, owner: Module | None, hierarchy: str) -> Layer | None:
        """What the files of a hierarchy have; None if a function has some of it."""
        return self._search(self._places(owner, hierarchy), owner, hierarchy).layer

    def _search(self, places: tuple[Places, ...], owner: Module | None, hierarchy: str) -> Searched:
        known = self._searched.get(id(places))
        if known is None:
            if len(self._searched) > MOST_SEARCHED:
                self._searched.clear()
            known = Searched(places, None if any(each.backend is not None for each in places) else self.layer(owner, hierarchy))
            self._searched[id(places)] = known
        return known

    def _module_of(self, root: str) -> Module | None:
        module, colons, _ = root.removeprefix("::").partition("::")
        return self.project.modules.get(module) if colons else None

    def _is_absent(self, root: str) -> bool:
        module, colons, _ = root.removeprefix("::").partition("::")
        return bool(colons) and (module in self.project.missing or self.project.is_external(module))

    def _places(self, module: Module | None, hierarchy: str) -> tuple[Places, ...]:
        """The files of each level of a hierarchy, as long as the variables that their paths read are the same."""
        key = ("" if module is None else module.folder, hierarchy, self._scope is not None)
        known = self._placed.get(key)
        if known is not None and all(self._variables(name) is value for name, value in known.read.items()):
            return known.places
        read: dict[str, object] = {}
        around = self._variables

        def noted(name: str) -> object:
            read[name] = found = around(name)
            return found

        with self.variables_of(noted):
            made = tuple(self._named(module, hierarchy))
        self._placed[key] = Placed(read, made)
        return made

    def _named(self, module: Module | None, hierarchy: str) -> Iterator[Places]:
        config = self.config(module)
        if config is None:
            return
        if not config.is_known:
            yield UNKNOWN
            return
        for level in config.levels if hierarchy == "levels" else config.default_levels:
            anywhere = config.path == self.trusted
            if config.version == 3 and (missing := self._undefined_in(level)):
                if missing in OF_CALLERS:
                    yield UNKNOWN
                    continue
                raise undefined(config, missing)
            if level.format is None and level.function not in DATA_FUNCTIONS and self._scope is not None:
                yield backend_places(level, config, self, None if module is None else module.name, anywhere=anywhere)
            else:
                yield places_of(level, config.folder, self, anywhere=anywhere)

    def _undefined_in(self, level: Level) -> str:
        """The first variable without a value that a level of version 3 reads in its paths: an error unless the server is lenient."""
        texts = (level.datadir, *(location.text for location in level.locations))
        read = (each.key.partition(".")[0] for text in texts for each in parts(text) if not isinstance(each, str))
        return next((name for name in read if self._variables(name) is MISSING), "") if self._is_strict() else ""

    def _is_strict(self) -> bool:
        return self._variables("settings::strict") in ("error", MISSING)

    def options_of(self, root: str) -> list[Candidate]:
        scope = self._scope
        if scope is None:
            return super().options_of(root)
        modules = [each for each in (None, self._module_of(root)) if self._has_backend(each)]
        tables = [scope.once((LOOKUP_OPTIONS, each), partial(self._options_in, each)) for each in modules]
        if any(contains_unknown(each) for each in tables):
            return [Candidate(EMPTY, False), Candidate(EMPTY, False)]
        for table in tables:
            found = table.get(root) if isinstance(table, Hash) else None
            if found is not None:
                return [Candidate(found, True)]
            for name, options in table.items() if isinstance(table, Hash) else ():
                if isinstance(name, str) and name.startswith("^") and matches(name, root):
                    return [Candidate(options, True)]
        return super().options_of(root)

    def backed_value(self, level: Level, module: Module | None, key: str) -> object:
        """The first value that the function of a level has for a key; unknown if it is not called."""
        config = self.config(module)
        if config is None or self._scope is None or level.function in DATA_FUNCTIONS:
            return UNKNOWN_VALUE
        anywhere = config.path == self.trusted
        places = backend_places(level, config, self, None if module is None else module.name, anywhere=anywhere)
        if places.backend is None:
            return UNKNOWN_VALUE
        return next(values_of(places.backend, tuple(path_of(key)), self, self._scope), MISSING)

    @contextmanager
    def scope_of(self, variables: Variables) -> Iterator[None]:
        """Call the backends of a scope for the time of a `with` statement."""
        before = self._scope
        self._scope = variables if isinstance(variables, ScopeVariables) else before
        try:
            yield
        finally:
            self._scope = before

    def _has(self, root: str) -> bool:
        backed = self._scope is not None and any(self._has_backend(each) for each in (None, self._module_of(root)))
        return backed or super()._has(root)

    def _options_in(self, module: Module | None) -> object:
        """The lookup options that a hierarchy with a backend has."""
        return self._in_hierarchy(module, "levels", LOOKUP_OPTIONS, "hash")

    def has_file(self, path: str) -> bool | None:
        """Whether there is a file or folder at a path; None for one outside of the project, its modules and its data."""
        whole = self.own_path(path)
        return None if whole is None else exists(whole)

    def own_path(self, path: str) -> str | None:
        """A path without `..`; None for one outside of the project, its modules and its data, and of the repositories of modules."""
        config = self.config(None)
        modules = (each.folder for each in self.project.modules.values())
        repositories = map(territory, self.project.modulepath)
        folders = [self.project.root, *self.project.modulepath, *modules, *(() if config is None else folders_of(config)), *repositories]
        whole = os.path.normpath(path)
        if not os.path.isabs(path) or not any(is_below(whole, each) and not is_outside(whole, each) for each in folders):
            return None
        return whole

    def _has_backend(self, module: Module | None) -> bool:
        config = self.config(module)
        return config is not None and any(each.format is None and each.function not in DATA_FUNCTIONS for each in config.levels)

    # ---- values of keys

    def _found(self, root: str, merge: object) -> object:
        module = self._module_of(root)
        layers = [self._in_hierarchy(None, "levels", root, merge)]
        if strategy_of(merge) != "first" or layers[0] is MISSING:
            layers.append(self._in_hierarchy(module, "levels", root, merge) if module is not None else self._in_absent(root))
        found = _merged(layers, LAYERS, merge)
        if found is MISSING and module is not None:
            return self._in_hierarchy(module, "default_levels", root, merge)
        return found

    def _in_absent(self, root: str) -> object:
        return Unknown(model.ANY) if self._is_absent(root) else MISSING

    def _in_hierarchy(self, module: Module | None, hierarchy: str, root: str, merge: object) -> object:
        """The value in one hierarchy. The levels are merged, and in each of them its files."""
        levels: list[object] = []
        for places in self._places(module, hierarchy):
            levels.append(_merged(list(self._in_files(places, root, merge)), places.named, merge))
            if levels[-1] is not MISSING and strategy_of(merge) == "first":
                return levels[-1]
        return _merged(levels, len(levels), merge)

    def _in_files(self, places: Places, root: str, merge: object) -> Iterator[object]:
        if places.backend is not None:
            key = self._steps if self._steps[:1] == (root,) else (root,)
            yield from (UNKNOWN_VALUE,) if self._scope is None else values_of(places.backend, key, self, self._scope)
            return
        for source in places.sources:
            found = self.entry(source, root)
            if found is MISSING:
                continue
            yield self.resolved(found)
            if strategy_of(merge) == "first":
                return

    def entry(self, source: Source, root: str) -> object:
        """What a file has for a key, as it is written there: a value, `MISSING`, or an Unknown for a file that cannot be read."""
        document = None if source is OPAQUE else self.files.document(source)
        if document is None or document.is_broken:
            return UNKNOWN_VALUE
        data = None if document.root is None else document.root.value
        return data[root] if isinstance(data, Hash) and root in data else MISSING

    def _fitting(self, key: str, value: object) -> object:
        return value

    def _inside(self, key: str, found: object, step: object) -> object:
        if found is MISSING or found is None or isinstance(found, Hash | Unknown) or (isinstance(found, tuple) and isinstance(step, int)):
            return inside(found, step)
        message = f"Data Provider type mismatch: Got {ruby_class(found)} when a hash-like object was expected"
        raise ArgumentError(f"{message} to access value using '{step}' from key '{key}'")

    # ---- interpolations

    def path_text(self, text: str) -> str | None:
        """A path with its interpolations evaluated; None if it is unknown."""
        if "%{" not in text:
            return text
        before, weight, self._is_path, self._weight = self._is_path, self._weight, True, 0
        try:
            made = self._text(text)
        finally:
            self._is_path, self._weight = before, weight
        return made if isinstance(made, str) else None

    def path_start(self, text: str) -> str:
        """The part of a path before the first interpolation that is unknown, evaluated."""
        made = ""
        for each in parts(text):
            shown = each if isinstance(each, str) else self.path_text(each.text)
            if shown is None:
                break
            made += shown
        return made

    def path_variable(self, key: str) -> object:
        """The value of a variable and the keys inside it; undef if there is none."""
        before, self._is_path = self._is_path, True
        try:
            return self._variable(key)
        finally:
            self._is_path = before

    def path_text_with(self, text: str, name: str, value: object) -> str | None:
        """The same as `path_text` with one more variable."""
        around = self._variables
        self._variables = lambda each: value if each == name else around(each)
        try:
            return self.path_text(text)
        finally:
            self._variables = around

    def _variable(self, key: str) -> object:
        """The value of a variable and the keys inside it; undef if there is none outside of data."""
        try:
            root, *rest = path_of(key)
        except ArgumentError:
            return Unknown(model.ANY)
        found = self._variables(str(root))
        if found is MISSING and not self._is_path and self._is_strict():
            raise ArgumentError(f"Undefined variable '{root}'; ")
        for step in rest:
            found = self._inside(key, found, step)
        return None if found is MISSING else found

    def _interpolated(self, expression: Expression) -> object:
        found = self._variable(expression.key) if expression.method == "scope" else super()._interpolated(expression)
        # What has been looked up is interpolated again, except by `alias`.
        return found if expression.method in ("alias", "literal") else self.resolved(found)

    def _shown(self, value: object) -> str | None:
        if contains_unknown(value):
            return None
        return "" if value is None else runtime_text(value)


def _has_pattern(layer: Layer, root: str) -> bool:
    """Whether a pattern of lookup options matches a key, or there are too many to tell."""
    return len(layer.patterns) > MOST_PATTERNS or any(matches(name, root) for name, _, _ in layer.patterns)


def _merged(values: list[object], count: int, merge: object) -> object:
    """The merge of the values that are not missing, of a number of places that may have one."""
    found = [each for each in values if each is not MISSING]
    if not found:
        return MISSING
    strategy = strategy_of(merge)
    return only(strategy, found[0]) if count == 1 else merged_by(strategy, merge, found)
