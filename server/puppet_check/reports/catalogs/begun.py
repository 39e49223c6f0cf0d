"""What a catalog that is analysed is of, and how it is compiled: for a node whose facts are known, or for any node."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from puppet_check.config import Configuration
from puppet_check.reports.catalogs.compilation import Compilation, Compiled
from puppet_check.reports.catalogs.entry_errors import (
    Entry,
    EntryWorld,
    has_nodes,
    without_nodes,
)
from puppet_check.reports.catalogs.extent import EVERYTHING, Extent
from puppet_check.reports.catalogs.subject import MakeData, Subject, Texts
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_typesys.evaluate.context import Context, Data
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.node_catalogs.node import Node, NodeCompiler, Observe
from puppet_typesys.node_catalogs.node_data import CertainData
from puppet_typesys.node_catalogs.observation import NodeObservation
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown


class OpenData:
    """The data that a class gets; a parameter that has neither a value there nor a default is unknown."""

    def __init__(self, data: Data, known: Known) -> None:
        self._data = data
        self._known = known

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        found = self._data.look_up(context, key, options, scope)
        return Unknown(model.ANY) if found is MISSING else found

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        found = self._data.class_parameter(context, name, parameter, scope)
        definition = self._known.external.class_named(name) if found is MISSING else None
        return Unknown(model.ANY) if definition is not None and definition.is_required(parameter) else found


class Begun(NamedTuple):
    """What a catalog is of."""

    compilation: Compilation
    node: Node
    manifests: tuple[Source, ...] = ()
    is_whole: bool = False
    module: str = ""
    """The folder of the module of whose classes it is, without others."""
    more_facts: Callable[[], Hash] | None = None
    """What the facts that are known are added to."""
    entry: Entry | None = None
    """The node definition, role or profile that it is of, if no facts are given."""

    def subject(self, configuration: Configuration, extent: Extent = EVERYTHING) -> Subject:
        """What the analyses get."""
        project = self.compilation.library.known.project
        settings = configuration.of(project.root)
        has_order = settings.facts is not None or not self.module or len(project.own_modules) <= extent.most_modules
        compiled = partial(self._compiled, extent if settings.facts is None else EVERYTHING)

        def with_texts(texts: Texts) -> Subject:
            return self._with_texts(texts).subject(configuration, extent)

        is_empty = bool(self.module) and not self.node.classes
        return Subject(compiled, settings, project.root, self.is_whole, self.module, is_empty, has_order, extent.secrets_steps, with_texts)

    def _with_texts(self, texts: Texts) -> Begun:
        library = self.compilation.library
        changed = type(library)(library.known, partial(_read, library, texts))

        def again(sources: tuple[Source, ...]) -> tuple[Source, ...]:
            found = [(each, changed.source(each.path, each.module_name)) for each in sources]
            return tuple(old if new is None else _with_same_nodes(new, old) for old, new in found)

        compilation = self.compilation._replace(library=changed, manifests=again(self.compilation.manifests))
        return self._replace(compilation=compilation, manifests=again(self.manifests))

    def _compiled(
        self,
        extent: Extent,
        make: MakeData | None = None,
        observe: Observe = NodeObservation,
        classes: Sequence[str] | None = None,
        facts: Callable[[Hash], Hash] | None = None,
    ) -> Compiled:
        known = self.compilation.library.known

        def data(own: Data) -> Data:
            used: Data = CertainData(own) if self.is_whole else OpenData(own, known)
            return used if make is None else make(used)

        world = NodeWorld(known) if self.is_whole else EntryWorld(known)
        node = self.node if classes is None else replace(self.node, classes=tuple(classes))
        if self.more_facts is not None and node.facts is not None:
            node = replace(node, facts=self.more_facts().merged(node.facts))
        if facts is not None and node.facts is not None:
            node = replace(node, facts=facts(node.facts))
        if self.module and classes is None and facts is None and not extent.evaluates_templates:
            node = replace(node, evaluates_templates=False)
        steps = extent.catalog_steps if classes is None else extent.class_steps
        compiler = NodeCompiler(world, self.compilation.library, node, data=data, steps=steps, observe=observe)
        if not self.is_whole:
            compiler.catalog.mark_partial()
        return self.compilation.run(node, compiler, self.manifests)


def _read(library: ProjectLibrary, texts: Texts, path: str, module_name: str) -> Source | None:
    """A file of Puppet code with its other text, if it has one."""
    text = texts.get(os.path.abspath(path))
    return library.source(path, module_name) if text is None else read_source(path, text, module_name)


def _with_same_nodes(source: Source, like: Source) -> Source:
    """A main manifest without its node definitions, if the one that it replaces has none."""
    return source if source is like or has_nodes(like.program) else source._replace(program=without_nodes(source.program))
