"""Compiles the catalogs of all nodes of which facts are given, and reports what stops a compilation, among the findings of its file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from puppet_check.cli.progress import with_progress
from puppet_check.config import Configuration
from puppet_check.config.node_facts import read_nodes
from puppet_check.config.systems import system_facts
from puppet_check.deadline import Deadline
from puppet_check.reading.places import is_below
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, collect_garbage, compilation_of, in_time
from puppet_check.reports.catalogs.stops import Stop, by_file, stop_of
from puppet_check.reports.findings import Finding
from puppet_check.reports.parallel import in_processes
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import ProjectLibrary
from puppet_check.workspace.project import Module
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.evaluate.errors import BUDGET
from puppet_typesys.issues.evaluation.general import unmatched_node
from puppet_typesys.loader import FACT
from puppet_typesys.node_catalogs.certain import is_certain
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.node_catalogs.node_data import CertainData
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

MOST_SYSTEMS = 500
"""The maximum number of systems of a module that are tried; modules list fewer than 100."""


class Compiling(NamedTuple):
    """The compilation of nodes, as the `Work` of processes (`reports/forks.py`). Items are indices of the nodes."""

    nodes: Sequence[tuple[Compilation, Node]]

    def started(self) -> Callable[[int], Stop | None]:
        """The function that compiles the catalog of a node, and returns the error that stops it, if it is certain."""
        deadline = Deadline(guards_process=True)

        def stop(number: int) -> Stop | None:
            compiled = in_time(*self.nodes[number], deadline)
            found = None if isinstance(compiled, str) else stop_of_node(compiled)
            del compiled
            collect_garbage()
            return found

        return stop

    def ended(self, item: int, reason: str, *, is_slow: bool) -> Stop | None:
        """Nothing is known of a node with whose catalog the process ended."""
        return None


def stop_of_node(compiled: Compiled) -> Stop | None:
    """The error that stops the compilation of a node whatever the unknown values are."""
    error, compiler = compiled.error, compiled.compiler
    if error is None or error.code == BUDGET or error.message.wording is unmatched_node or not is_certain(error, compiler):
        return None
    return stop_of(error, compiler, f"`{compiled.node.name}`")


def node_findings(paths: Sequence[str], configuration: Configuration, *, all_systems: bool) -> dict[str, list[Finding]]:
    """The findings about nodes of the environments of some files, by the absolute paths of files. Raises ConfigError.

    With `all_systems` also those about the systems that modules support.
    """
    workspace = Workspace(configuration)
    folders = sorted({os.path.dirname(each) for each in paths})
    given = {folder: facts for folder in folders if (facts := configuration.of(folder or ".").facts_dir)}
    jobs = configuration.of(paths[0]).jobs if paths else 0
    nodes = [*_nodes({workspace.known(os.path.join(folder, "site.pp")): facts for folder, facts in given.items()})]
    found = list(_stops(nodes, jobs))
    if all_systems:
        for module, tried in system_nodes([workspace.known(os.path.join(folder, "x.pp")) for folder in folders], folders):
            found += of_some_systems(list(_stops(tried, jobs)), len(tried), module.folder)
    return by_file(found)


def _stops(nodes: Sequence[tuple[Compilation, Node]], jobs: int) -> Iterator[Stop]:
    """What stops the compilation of some nodes."""
    results = in_processes(range(len(nodes)), jobs, Compiling(nodes)) if nodes else ()
    found = with_progress(results, len(nodes), "compiled {} of {} catalogs", lambda each: False)
    return (each for each in found if each is not None)


def _nodes(facts: dict[Known, str]) -> Iterator[tuple[Compilation, Node]]:
    """The nodes of each environment with a main manifest."""
    read = cache(read_nodes)
    for known, path in facts.items():
        nodes = read(path)  # Facts that cannot be read are an error where there is nothing to compile as well.
        if not known.project.is_environment or not known.project.sites:
            continue
        compilation = compilation_of(known)._replace(data=CertainData)
        custom = [*custom_facts(known)]
        for each in nodes:
            unknown = Hash((name, Unknown(model.ANY)) for name in custom if name not in each.facts)
            yield compilation, Node(each.name or "localhost", each.facts.merged(unknown), each.trusted, is_open=True)


def custom_facts(known: Known) -> Iterator[str]:
    """The names of the facts that modules of a project define."""
    folder = f"{os.sep}lib{os.sep}facter{os.sep}"
    for path, module in known.loader.every_file():
        if folder in path:
            yield from (each.name for each in known.loader.definitions(path, module) if each.kind == FACT)


def system_nodes(projects: Iterable[Known], folders: Iterable[str]) -> Iterator[tuple[Module, list[tuple[Compilation, Node]]]]:
    """A node for each system that the modules in some folders support, with their main class, if all their dependencies are installed."""
    inside = {os.path.abspath(each) for each in folders}
    for known in dict.fromkeys(projects):
        compilation = Compilation(ProjectLibrary(known), (), CertainData)
        for module in () if known.project.missing else known.project.own_modules:
            systems = () if module.metadata is None else module.metadata.systems
            is_asked = any(is_below(each, module.folder) for each in inside)
            if is_asked and systems and known.external.class_named(module.name) is not None:
                yield module, [*_of_systems(compilation, module.name, systems)]


def _of_systems(compilation: Compilation, name: str, systems: Iterable[tuple[str, str]]) -> Iterator[tuple[Compilation, Node]]:
    custom = Hash((each, Unknown(model.ANY)) for each in custom_facts(compilation.library.known))
    for system, release in islice(dict.fromkeys(systems), MOST_SYSTEMS):
        facts = system_facts(system, release)
        if facts is not None:
            yield compilation, Node(f"{system} {release}".strip(), custom.merged(facts), classes=(name,), is_open=True)


def of_some_systems(stops: Sequence[Stop], tried: int, folder: str) -> Iterator[Stop]:
    """What stops the compilation for some of the systems that were tried, in a file below a folder."""
    counts = Counter((each.finding.file, each.finding.line, each.reason) for each in stops)
    for each in stops:
        # What fails for all of them does so for another reason, such as a parameter that has to be given.
        if counts[each.finding.file, each.finding.line, each.reason] < tried and is_below(each.finding.file, folder):
            yield each
