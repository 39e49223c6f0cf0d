"""NodeHiera: lookups in the data of an environment and its modules for one node, whose facts and variables are given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from puppet_check.reading.globs import GlobLimit, escape, glob
from puppet_check.reading.places import is_file, is_folder, is_outside
from puppet_check.workspace.hiera.config import Config, Level, Location, read_config
from puppet_check.workspace.hiera.deep import deep_merged
from puppet_check.workspace.hiera.hiera import Candidate, Hiera, inside
from puppet_check.workspace.hiera.interpolation import Expression
from puppet_check.workspace.hiera.layers import UNSEEN, Layer, layer_of
from puppet_check.workspace.hiera.merging import merged
from puppet_check.workspace.hiera.sources import OPAQUE, Source
from puppet_check.workspace.project import Module
from puppet_typesys.catalogs.library import Variables
from puppet_typesys.functions.call import MISSING
from puppet_typesys.functions.control import path_of
from puppet_typesys.functions.legacy import runtime_text
from puppet_typesys.types import model
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.unknown import Unknown, contains_unknown

DEEP = frozenset(("deep", "unconstrained_deep"))


def _no_variables(name: str) -> object:
    return MISSING


class NodeHiera(Hiera):
    """Data for one node. Files that a hierarchy names and that do not exist are skipped."""

    _variables: Variables = staticmethod(_no_variables)

    def lookup(self, key: str, options: Hash = EMPTY, variables: Variables | None = None) -> object:
        """The value of a key, `MISSING` if no data has it, or an Unknown where data cannot be read."""
        before = self._variables
        if variables is not None:
            self._variables = variables
        try:
            return self._unrepeated(key, options.get("merge"))
        finally:
            self._variables = before

    # ---- where data is

    def config(self, module: Module | None) -> Config | None:
        given = self.project.hiera
        if module is not None or given is None:
            return super().config(module)
        if given not in self._configs:
            self._configs[given] = read_config(given, is_module=False, exists=self._is_function, unsaved=self._unsaved)
        return self._configs[given]

    def layers_of(self, root: str) -> Iterator[Layer]:
        yield self.layer(None, "levels")
        module, colons, _ = root.removeprefix("::").partition("::")
        found = self.project.modules.get(module) if colons else None
        if found is not None:
            yield self.layer(found, "levels")
        elif colons and (module in self.project.missing or self.project.is_external(module)):
            yield UNSEEN

    def layer(self, module: Module | None, hierarchy: str) -> Layer:
        listed = tuple(self._listed(module, hierarchy))
        known = self._by_sources.get(listed)
        if known is None:
            known = self._by_sources[listed] = layer_of(listed, self.files)
        return known

    @property
    def _by_sources(self) -> dict[tuple[Source, ...], Layer]:
        found: dict[tuple[Source, ...], Layer] = self.__dict__.setdefault("_layers_by_sources", {})
        return found

    def _listed(self, module: Module | None, hierarchy: str) -> Iterator[Source]:
        config = self.config(module)
        if config is None:
            return
        if not config.is_known:
            yield OPAQUE
            return
        levels: Iterable[Level] = config.levels if hierarchy == "levels" else config.default_levels
        for level in levels:
            yield from self._of_level(level, config.folder)

    def _of_level(self, level: Level, folder: str) -> Iterator[Source]:
        datadir = self._path_text(level.datadir)
        if level.format is None or datadir is None:
            yield OPAQUE
            return
        base = os.path.normpath(os.path.join(folder, datadir))
        for each in level.locations:
            for path in self._paths(each, base):
                if path is None or is_outside(path, folder):
                    yield OPAQUE
                elif is_file(path):
                    yield Source(path, True, level.format)

    def _paths(self, location: Location, base: str) -> Iterable[str | None]:
        """The paths that a location names, of files that may not exist; None for one that is not known."""
        if location.kind == "mapped":
            return self._mapped(location, base)
        text = self._path_text(location.text)
        if location.kind == "uri" or text is None:
            return (None,)
        if location.kind == "path":
            return (os.path.normpath(os.path.join(base, text)),)
        if "{" in text or not is_folder(base):
            return (None,) if "{" in text else ()
        try:
            return sorted(glob(os.path.join(escape(base), text)))
        except GlobLimit:
            return (None,)

    def _mapped(self, location: Location, base: str) -> Iterable[str | None]:
        values = self._variable(location.variable)
        if isinstance(values, Unknown):
            return (None,)
        given = (values,) if isinstance(values, str) else values if isinstance(values, tuple) else ()
        around = self._variables
        found = []
        for value in given:
            self._variables = lambda name, value=value: value if name == location.name else around(name)  # type: ignore[misc]
            try:
                text = self._path_text(location.text)
            finally:
                self._variables = around
            found.append(None if text is None else os.path.normpath(os.path.join(base, text)))
        return found

    def _path_text(self, text: str) -> str | None:
        """A path with its interpolations evaluated; None if it is unknown."""
        if "%{" not in text:
            return text
        made = self._text(text)
        return made if isinstance(made, str) else None

    # ---- what data says

    def _candidates(self, root: str) -> Iterator[Candidate]:
        is_found = False
        for each in super()._candidates(root):
            is_found = True
            yield each
        if is_found:
            return
        module = self.project.modules.get(root.removeprefix("::").partition("::")[0]) if "::" in root else None
        if module is not None:
            yield from self._of_layer(self.layer(module, "default_levels"), root)

    def _fitting(self, key: str, value: object) -> object:
        return value

    def _merged(self, strategy: str, merge: object, values: Sequence[object]) -> object:
        return deep_merged(values, merge) if strategy in DEEP else merged(strategy, merge, values)

    def _interpolated(self, expression: Expression) -> object:
        if expression.method != "scope":
            return super()._interpolated(expression)
        found = self._variable(expression.key)
        return self.resolved(found) if isinstance(found, str) and "%{" in found else found

    def _shown(self, value: object) -> str | None:
        if contains_unknown(value):
            return None
        return "" if value is None else runtime_text(value)

    def _variable(self, key: str) -> object:
        """The value of a variable and the keys inside it; undef if there is none."""
        try:
            root, *rest = path_of(key)
        except ArgumentError:
            return Unknown(model.ANY)
        found = self._variables(str(root))
        for step in rest:
            found = inside(found, step)
        return None if found is MISSING else found
