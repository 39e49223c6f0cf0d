"""The catalogs that are analysed in a check: of the node whose facts are given, otherwise of what begins in the files that are checked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, partial
from typing import NamedTuple

from puppet_check.config import Configuration
from puppet_check.config.node_facts import read_nodes
from puppet_check.config.systems import system_facts
from puppet_check.deadline import Deadline
from puppet_check.reports.catalogs.analyses import findings_about
from puppet_check.reports.catalogs.beginnings import beginnings
from puppet_check.reports.catalogs.begun import Begun
from puppet_check.reports.catalogs.compilation import Compilation, NotMade, compilation_of, in_time
from puppet_check.reports.catalogs.custom_facts import custom_facts
from puppet_check.reports.catalogs.entry_errors import (
    ANY_NAME,
    UNKNOWN_NAME,
    EntryLibrary,
    entries_of,
)
from puppet_check.reports.catalogs.extent import Extent, extent_of_check
from puppet_check.reports.catalogs.module_errors import ModuleLibrary
from puppet_check.reports.catalogs.parts import CLASSES, NODES, Part
from puppet_check.reports.catalogs.subject import Subject
from puppet_check.reports.findings import Finding, broken, together
from puppet_check.reports.worker import Found
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.values.hash import Hash


def subject_parts(paths: Sequence[str], workspace: Workspace, whole_modules: Set[str]) -> Iterator[Part]:
    """What the analyses look for in catalogs that begin in some files.

    `whole_modules` are the folders of the modules of which all manifests are among the files.
    """
    configuration, projects = workspace.configuration, by_project(paths, workspace)
    extent = extent_of_check(whole_modules, len(projects))
    for known, own in projects:
        shown = {each for each in own if not known.is_peripheral(each)}
        if shown:
            yield from _Subjects(known, shown, configuration, extent).parts()


def by_project(paths: Iterable[str], workspace: Workspace) -> list[tuple[Known, list[str]]]:
    """The absolute paths of files with Puppet code, by their projects."""
    projects: dict[Known, list[str]] = {}
    for path in map(os.path.abspath, paths):
        if path.endswith(".pp"):
            projects.setdefault(workspace.known(path), []).append(path)
    return [*projects.items()]


def findings_in_time(subject: Subject, shown: Set[str], deadline: Deadline) -> Iterable[Finding]:
    """What the analyses find in a catalog, in files that are shown; none if that takes too long.

    A failure of ours is reported at the first of the files.
    """
    return _in_time(subject, shown, deadline).findings


class _OfSubject(NamedTuple):
    findings: Iterable[Finding]
    is_complete: bool


def _in_time(subject: Subject, shown: Set[str], deadline: Deadline) -> _OfSubject:
    found = in_time(partial(findings_about, subject, shown.__contains__), deadline)
    return _OfSubject(not_made(found, shown), False) if isinstance(found, NotMade) else _OfSubject(found, True)


def not_made(reason: NotMade, shown: Set[str]) -> Iterable[Finding]:
    """A failure of ours as a finding at the first of some files; none for what takes too long."""
    return broken(min(shown), reason.traceback).findings if reason.traceback else ()


def subjects_of(known: Known, paths: Set[str], configuration: Configuration, extent: Extent) -> Iterator[Subject]:
    """The catalogs that are analysed if some files of a project are checked."""
    subjects = _Subjects(known, paths, configuration, extent)
    yield from subjects.of_nodes()
    yield from map(subjects.of_module, subjects.modules())


class _Subjects:
    """The catalogs of a project that are analysed if some files are checked: those of nodes, and those of modules."""

    def __init__(self, known: Known, paths: Set[str], configuration: Configuration, extent: Extent) -> None:
        self._known, self._paths, self._configuration, self._extent = known, paths, configuration, extent
        self._deadline = Deadline()
        facts = known.settings.facts
        self._given = [] if facts is None else read_nodes(facts)
        self._is_of_nodes = bool(self._given) and known.project.is_environment and bool(known.project.sites)
        """Whether the catalogs of the nodes whose facts are given are all."""
        self._inside = Compilation(ModuleLibrary(known), ())
        # Most modules need no catalog; the names of all facts of the environment take longer than many of them.
        self._custom = cache(partial(custom_facts, known))

    def parts(self) -> Iterator[Part]:
        """What the analyses look for."""
        if self._is_of_nodes or self._beginnings():
            yield Part(NODES, lambda: self._found(self.of_nodes()), self._known, is_noted=not self._is_of_nodes)
        for module in self.modules():
            yield Part(CLASSES, partial(self._found_in, module), self._known, module.folder)

    def _found_in(self, module: Module) -> Found:
        return self._found((self.of_module(module),))

    def _found(self, subjects: Iterable[Subject]) -> Found:
        """What the analyses find in some catalogs, unless that takes too long."""
        made = [_in_time(each, self._paths, self._deadline) for each in subjects]
        return Found(together(found for each in made for found in each.findings), all(each.is_complete for each in made))

    def _beginnings(self) -> set[str]:
        return {*beginnings(self._paths)} if self._known.project.is_environment else set()

    def of_nodes(self) -> Iterator[Subject]:
        """Those of the nodes whose facts are given, or those that begin in the files and that any node may have."""
        left, seen = self._extent.entry_steps, set[str]()
        for begun in self._nodes() if self._is_of_nodes else self._entries():
            if begun.entry is not None and (left <= 0 or (begun.entry.is_part and begun.entry.class_name in seen)):
                continue
            subject = begun.subject(self._configuration, self._extent)
            yield subject
            if begun.entry is not None and "compiled" in vars(subject):
                left -= subject.compiled.compiler.budget.used
                seen |= subject.compiled.compiler.catalog.class_scopes.keys()

    def _nodes(self) -> Iterator[Begun]:
        compilation = compilation_of(self._known)
        for each in self._given:
            node = Node(each.name or "localhost", self._custom().merged(each.facts), each.trusted, is_open=True)
            yield Begun(compilation, node, is_whole=True)

    def _entries(self) -> Iterator[Begun]:
        begin = self._beginnings()
        if begin:
            compilation = compilation_of(self._known)._replace(library=EntryLibrary(self._known))
            for entry in entries_of(compilation, begin):
                yield Begun(compilation, entry.node, entry.manifests, entry=entry)

    def modules(self) -> Iterator[Module]:
        """The modules of which a catalog is analysed."""
        wanted = None if self._given else self._extent.modules
        for module in () if self._is_of_nodes else self._known.project.own_modules:
            is_looked_at = wanted is None or module.folder in wanted
            if is_looked_at and any(each.startswith(module.folder + os.sep) for each in self._paths):
                yield module

    def of_module(self, module: Module) -> Subject:
        """That of the class of a module, by itself."""
        main = self._known.external.class_named(module.name)
        facts = self._given[0].facts if self._given else _facts_of_some_system(module)
        node = Node(ANY_NAME, facts, UNKNOWN_NAME, classes=() if main is None else (module.name,), is_open=True)
        return Begun(self._inside, node, module=module.folder, more_facts=self._custom).subject(self._configuration, self._extent)


def _facts_of_some_system(module: Module) -> Hash | None:
    """The facts of the first system that a module supports."""
    systems = () if module.metadata is None else module.metadata.systems
    return next((facts for each in systems if (facts := system_facts(*each)) is not None), None)
