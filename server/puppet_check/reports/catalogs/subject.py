"""A catalog that is analysed, and what an analysis of it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple, Protocol

from puppet_check.config.selection import level_of
from puppet_check.config.settings import Settings
from puppet_check.reports.catalogs.compilation import Compiled
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.evaluate.context import Data
from puppet_typesys.node_catalogs.node import NodeCompiler, Observe
from puppet_typesys.node_catalogs.observation import NodeObservation
from puppet_typesys.values.hash import Hash

MakeData = Callable[[Data], Data]
Texts = Mapping[str, bytes]
"""Texts that replace those of files of Puppet code, by absolute path."""


class InText(NamedTuple):
    """A diagnostic in one of the files that were evaluated for a catalog."""

    text: Text
    diagnostic: Diagnostic
    compiler: NodeCompiler | None = None
    """What has evaluated the text, if it is not what has compiled the catalog of the subject."""
    changed: tuple[tuple[str, frozenset[str]], ...] = ()
    """What the fixes of the diagnostic change in the catalog: resources, and the names of their parameters."""


class Compile(Protocol):
    """Compiles a catalog; `make` makes other data of the data that it gets, and `observe` what observes the evaluation.

    `classes` are those that the node gets instead of its own, and `facts` makes other facts of its own.
    """

    def __call__(
        self,
        make: MakeData | None = None,
        observe: Observe = NodeObservation,
        classes: Sequence[str] | None = None,
        facts: Callable[[Hash], Hash] | None = None,
    ) -> Compiled: ...


@dataclass(frozen=True)
class Subject:
    """A catalog that is analysed."""

    compile: Compile
    settings: Settings
    folder: str
    """The folder of the code, which the settings are for."""
    is_whole: bool
    """Whether it is all that a node has, and its facts are known."""
    module: str = ""
    """The folder of the module of whose classes it is, without others."""
    is_empty: bool = False
    """Whether it has no resources, since its module has no class of its name."""
    has_order: bool = True
    """Whether the order of its resources is analysed."""
    secrets_steps: float = inf
    """The number of expressions that are evaluated for the secrets of the classes of its module."""
    with_texts: Callable[[Texts], Subject] | None = None
    """The same of files of which some have other texts."""

    @cached_property
    def compiled(self) -> Compiled:
        """The catalog, as far as its compilation came."""
        return self.compile()

    def wants(self, code: str, level: str) -> bool:
        """Whether findings of a code are reported, which have this level by default."""
        return level_of(self.settings, self.folder, code, level) is not None
