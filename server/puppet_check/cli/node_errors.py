"""Compiles the catalogs of all nodes of which facts are given, and reports what stops a compilation, among the findings of its file."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from puppet_check.cli.progress import with_progress
from puppet_check.cli.untrusted import shown
from puppet_check.config import Configuration
from puppet_check.config.node_facts import read_nodes
from puppet_check.config.system_records import facts_of_system, recorded_system
from puppet_check.deadline import Deadline
from puppet_check.garbage import collect_garbage
from puppet_check.reading.places import is_below
from puppet_check.reports.catalogs.begun import Begun
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, NotMade, in_time
from puppet_check.reports.catalogs.nodes import nodes_of
from puppet_check.reports.catalogs.stops import Stop, by_file, stop_elsewhere, stop_of
from puppet_check.reports.catalogs.subjects import findings_in_time
from puppet_check.reports.catalogs.system_nodes import module_facts
from puppet_check.reports.findings import Finding, broken, together
from puppet_check.reports.parallel import in_processes
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import ProjectLibrary
from puppet_check.workspace.project import Module
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.issues.evaluation.general import unmatched_node
from puppet_typesys.node_catalogs.certain import is_certain
from puppet_typesys.node_catalogs.node import Node

MOST_SYSTEMS = 500
"""The maximum number of systems of a module that are tried; modules list fewer than 100."""


class Judged(NamedTuple):
    """What is said of the catalog of a node."""

    stop: Stop | None = None
    """The error that stops it, if it is certain."""
    findings: tuple[Finding, ...] = ()
    """What analyses find in it."""
    failure: str = ""
    """Why nothing is known of it."""


class Compiling(NamedTuple):
    """The compilation of nodes, as the `Work` of processes (`reports/forks.py`). Items are indices of the nodes."""

    nodes: Sequence[Begun]
    configuration: Configuration
    shown: frozenset[str] = frozenset()
    """The absolute paths of the files in which the analyses of catalogs report."""
    only_stops: bool = False
    """Whether nothing is analysed, and errors are reported in these files as well."""

    def started(self) -> Callable[[int], Judged]:
        """The function that compiles the catalog of a node."""
        deadline = Deadline(guards_process=True)

        def judged(number: int) -> Judged:
            found = self._stop(number, deadline) if self.only_stops else self._all(number, deadline)
            collect_garbage()
            return found

        return judged

    def _stop(self, number: int, deadline: Deadline) -> Judged:
        """What stops the catalog of a node; whatever goes wrong with it is said."""

        def stop() -> Judged:
            return Judged(stop_of_node_in(self.nodes[number].subject(self.configuration).compiled, self.shown.__contains__))

        found = in_time(stop, deadline)
        return Judged(failure=_failure(found)) if isinstance(found, NotMade) else found

    def _all(self, number: int, deadline: Deadline) -> Judged:
        subject = self.nodes[number].subject(self.configuration)
        compiled = in_time(lambda: subject.compiled, deadline)
        if isinstance(compiled, NotMade):
            return Judged(None, broken(min(self.shown), compiled.traceback).findings if compiled.traceback and self.shown else ())
        return Judged(stop_of_node(compiled), tuple(findings_in_time(subject, self.shown, deadline)) if self.shown else ())

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Judged:
        """Nothing is known of a node with whose catalog the process ended."""
        return Judged(failure=f"the compilation was given up: {reason}" if is_slow else reason)


def _failure(why: NotMade) -> str:
    """Why nothing was made of a catalog, in one line: of an internal error, that which was raised."""
    return f"{why.reason}: {why.traceback.splitlines()[-1]}" if why.traceback else why.reason


def stop_of_node(compiled: Compiled) -> Stop | None:
    """The error that stops the compilation of a node whatever the unknown values are, at its place."""
    error = _certain(compiled)
    return None if error is None else stop_of(error, compiled.compiler, _subject(compiled))


def stop_of_node_in(compiled: Compiled, is_shown: Callable[[str], bool]) -> Stop | None:
    """The same at its first place in a file that is shown; if none is, at the innermost one."""
    error = _certain(compiled)
    if error is None:
        return None
    found = stop_of(error, compiled.compiler, _subject(compiled))
    if found is not None and is_shown(found.finding.file):
        return found
    return stop_elsewhere(error, compiled.compiler, _subject(compiled), is_shown, of_templates=True) or found


def _certain(compiled: Compiled) -> EvaluationError | None:
    """The error of a catalog, if it is certain."""
    error = compiled.error
    if error is None or error.code == BUDGET or error.message.wording is unmatched_node:
        return None
    return error if is_certain(error, compiled.compiler) else None


def _subject(compiled: Compiled) -> str:
    return f"`{compiled.node.name}`"


def stops_of_nodes(path: str, configuration: Configuration, shown: Iterable[str]) -> dict[str, Judged]:
    """What stops the catalogs of the nodes with given facts in the environment of a file, by the names of nodes. Raises ConfigError.

    It is reported in one of the files that are `shown`, if one of them leads to it.
    """
    facts = configuration.of(path).facts_dir
    if not facts:
        return {}
    nodes = [*nodes_of(Workspace(configuration).known(path), read_nodes(facts))]
    judged = _judged(Compiling(nodes, configuration, frozenset(map(os.path.abspath, shown)), only_stops=True), configuration.of(path).jobs)
    return {begun.node.name: each for begun, each in zip(nodes, judged, strict=True)}


def node_findings(paths: Sequence[str], configuration: Configuration, *, all_systems: bool) -> dict[str, list[Finding]]:
    """The findings about nodes of the environments of some files, by the absolute paths of files. Raises ConfigError.

    With `all_systems` also those about the systems that modules support.
    """
    workspace = Workspace(configuration)
    folders = sorted({os.path.dirname(each) for each in paths})
    given = {folder: facts for folder in folders if (facts := configuration.of(folder or ".").facts_dir)}
    jobs = configuration.of(paths[0]).jobs if paths else 0
    projects = {workspace.known(os.path.join(folder, "site.pp")): facts for folder, facts in given.items()}
    read = cache(read_nodes)  # Facts that cannot be read are an error where there is nothing to compile as well.
    nodes = [each for known, facts in projects.items() for each in nodes_of(known, read(facts))]
    judged = _judged(Compiling(nodes, configuration, frozenset(map(os.path.abspath, paths))), jobs)
    stops = [each.stop for each in judged if each.stop is not None]
    if all_systems:
        missing: dict[str, None] = {}
        for module, tried in system_nodes([workspace.known(os.path.join(folder, "x.pp")) for folder in folders], folders):
            stopped = [each.stop for each in _judged(Compiling(tried, configuration), jobs) if each.stop is not None]
            stops += of_some_systems(stopped, len(tried), module.folder)
            missing.update(_without_record(module))
        if missing:
            text = f"no facts are recorded for {', '.join(missing)}: only what follows from the names of these systems is known"
            print(f"puppet-check: {shown(text)}", file=sys.stderr)
    found = by_file(stops)
    for path, more in together(each for one in judged for each in one.findings).items():
        found.setdefault(path, []).extend(more)
    return found


def _judged(work: Compiling, jobs: int) -> list[Judged]:
    """What is said of the catalogs of some nodes."""
    count = len(work.nodes)
    results = in_processes(range(count), jobs, work) if count else ()
    return [*with_progress(results, count, "compiled {} of {} catalogs", lambda each: False)]


def system_nodes(projects: Iterable[Known], folders: Iterable[str]) -> Iterator[tuple[Module, list[Begun]]]:
    """A node for each system that the modules in some folders support, with their main class, if all their dependencies are installed."""
    inside = {os.path.abspath(each) for each in folders}
    for known in dict.fromkeys(projects):
        compilation = Compilation(ProjectLibrary(known), ())
        for module in () if known.project.missing else known.project.own_modules:
            systems = () if module.metadata is None else module.metadata.systems
            is_asked = any(is_below(each, module.folder) for each in inside)
            if is_asked and systems and known.external.class_named(module.name) is not None:
                yield module, [*_of_systems(compilation, module.name, systems)]


def _without_record(module: Module) -> Iterator[tuple[str, None]]:
    """The systems and releases that a module supports, of which no facts are recorded."""
    for system, release in () if module.metadata is None else module.metadata.systems:
        if release and recorded_system(system, release) is None:
            yield f"{system} {release}", None


def _of_systems(compilation: Compilation, name: str, systems: Iterable[tuple[str, str]]) -> Iterator[Begun]:
    known = compilation.library.known
    custom = module_facts(known)
    for system, release in islice(dict.fromkeys(systems), MOST_SYSTEMS):
        facts = facts_of_system(system, release)
        if facts is not None:
            node = Node(f"{system} {release}".strip(), custom.merged(facts), classes=(name,), is_open=True)
            yield Begun(compilation, node, is_whole=True)


def of_some_systems(stops: Sequence[Stop], tried: int, folder: str) -> Iterator[Stop]:
    """What stops the compilation for some of the systems that were tried, in a file below a folder."""
    counts = Counter((each.finding.file, each.finding.line, each.reason) for each in stops)
    for each in stops:
        # What fails for all of them does so for another reason, such as a parameter that has to be given.
        if counts[each.finding.file, each.finding.line, each.reason] < tried and is_below(each.finding.file, folder):
            yield each
