"""What is said of catalogs beyond what stops them: analyses look at catalogs; their findings are shown in the files that are checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from math import inf
from typing import NamedTuple, Protocol

from puppet_check.config.selection import level_of
from puppet_check.config.settings import Settings
from puppet_check.reports.catalogs.analysis_table import ANALYSES
from puppet_check.reports.catalogs.compilation import Compiled
from puppet_check.reports.findings import Finding, report
from puppet_check.suppressions import suppress
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic
from puppet_typesys.evaluate.context import Data
from puppet_typesys.node_catalogs.library import Source
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
    """A catalog that is looked at."""

    compile: Compile
    settings: Settings
    folder: str
    """The folder of the code, which the settings are for."""
    is_whole: bool
    """Whether it is all that a node has, and its facts are known."""
    module: str = ""
    """The folder of the module of whose classes it is, without others."""
    has_order: bool = True
    """Whether the order of its resources is looked at."""
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


Analysis = Callable[[Subject], Iterable[InText]]


def findings_about(subject: Subject, is_shown: Callable[[str], bool]) -> list[Finding]:
    """What the analyses find in a catalog, in files that are shown and where no comment suppresses it."""
    return [
        finding
        for source, found in shown_about(subject, is_shown)
        for finding in report(source.path, source.text, (found.diagnostic,)).findings
    ]


def shown_about(subject: Subject, is_shown: Callable[[str], bool]) -> Iterator[tuple[Source, InText]]:
    """The same diagnostics, with the files that they are in."""
    for name in ANALYSES:
        module = import_module(f"{__package__}.{name}")  # few runs compile catalogs
        if not any(subject.wants(code, level) for code, level in module.CODES.items()):
            continue
        for found in module.analysed(subject):
            source = (found.compiler or subject.compiled.compiler).source_of(found.text)
            if source is None or not is_shown(os.path.abspath(source.path)):
                continue
            if any(each is found.diagnostic for each in suppress((found.diagnostic,), source.program.comments, source.text)):
                yield source, found


def together(found: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Findings by the absolute paths of their files, each of them once: several catalogs have the same resources."""
    result: dict[str, dict[Finding, Finding]] = {}
    for each in found:
        result.setdefault(os.path.abspath(each.file), {}).setdefault(each._replace(related=(), fixes=()), each)
    return {path: [*by_place.values()] for path, by_place in result.items()}
