"""Duplicate declarations and dependency cycles among several files of a module, in the catalogs of its classes.

Each class that may have one, by the text of its module (`module_graph.py`), is evaluated as for a node that includes it and nothing
else: with the data of the module and the defaults of parameters that no other class of it passes. Facts are unknown; where they decide
about titles, they are also those of a system of each family that the module supports.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from puppet_check.config import Configuration
from puppet_check.config.selection import level_of
from puppet_check.config.systems import system_facts
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, compilation_of
from puppet_check.reports.catalogs.entry_errors import ANY_NAME, UNKNOWN_NAME, EntryLibrary, EntryWorld
from puppet_check.reports.catalogs.module_graph import Suspects
from puppet_check.reports.catalogs.stops import Stop, by_file, stop_of
from puppet_check.reports.findings import Finding, Related, report
from puppet_check.rules.catalog_error import catalog_error
from puppet_check.suppressions import suppress
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.workspace import Workspace
from puppet_typesys.evaluate.context import Context, Data
from puppet_typesys.evaluate.cycles import Dependencies, cycles, dependencies, describe_cycle
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.evaluate.parameter import Place
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.evaluate.scope import Scope
from puppet_typesys.infer.issues import dependency_cycle
from puppet_typesys.issues.evaluation.resources import duplicate_declaration, taken_alias
from puppet_typesys.node_catalogs.certain import is_certain
from puppet_typesys.node_catalogs.inclusions import innermost
from puppet_typesys.node_catalogs.library import Variables
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown

CLASS_STEPS = 1_500
"""The maximum number of expressions that are evaluated for a class on one system."""
MODULE_STEPS = 1_500
"""The same for all classes of a module."""
MOST_CLASSES = 2
"""The number of classes of a module that are evaluated; if more may fail, their texts have much in common that does not matter."""
MOST_FAMILIES = 2
"""The number of families of systems that are tried."""
DUPLICATES = frozenset((duplicate_declaration, taken_alias))


class ModuleLibrary(EntryLibrary):
    """The files of modules, with the data that they bring along."""

    def lookup(self, key: str, options: Hash, variables: Variables) -> object:
        """The value of a key."""
        return self._hiera.lookup(key, options, variables)


class ModuleData:
    """What a class gets if it is included: the data of its module, or the default of a parameter that no class of the module passes."""

    def __init__(self, data: Data, module: str, passed: frozenset[str]) -> None:
        self._data = data
        self._module = module
        self._passed = passed

    def look_up(self, context: Context, key: str, options: Hash, scope: Scope) -> object:
        found = self._data.look_up(context, key, options, scope)
        return Unknown(model.ANY) if found is MISSING else found

    def class_parameter(self, context: Context, name: str, parameter: str, scope: Scope) -> object:
        if name in self._passed or name.partition("::")[0] != self._module:
            return Unknown(model.ANY)
        return self._data.class_parameter(context, name, parameter, scope)


class Found(NamedTuple):
    """What was found for a class: an error that stops its catalog, or a cycle."""

    stop: Stop | None = None
    cycle: Finding | None = None


def module_findings(suspected: Iterable[Suspects], workspace: Workspace) -> dict[str, list[Finding]]:
    """The findings about classes that may fail, by the absolute paths of the files that they are in."""
    found = [each for one in suspected for each in _of_module(one, workspace.known(min(one.paths)), workspace.configuration)]
    result = by_file([each.stop for each in found if each.stop is not None])
    for cycle in dict.fromkeys(each.cycle for each in found if each.cycle is not None):
        result.setdefault(os.path.abspath(cycle.file), []).append(cycle)
    return result


def _of_module(suspected: Suspects, known: Known, configuration: Configuration) -> Iterator[Found]:
    some = min(suspected.paths)
    module = known.project.module_of(some)
    if module is None or known.is_peripheral(some) or level_of(configuration.of(some), some, catalog_error.issue.code, "error") is None:
        return
    compilation = compilation_of(known)._replace(library=ModuleLibrary(known))
    left = MODULE_STEPS
    for name, needs_facts in islice(suspected.classes.items(), MOST_CLASSES):
        for facts in (None, *(_systems(module) if needs_facts else ())):
            if left <= 0:
                return
            compiled = _compiled(compilation, module, suspected.passed, name, facts)
            left -= compiled.compiler.budget.used
            found = _found(compiled, f"a node with `{name}`", suspected.paths)
            if found is not None:
                yield found
                break


def _systems(module: Module) -> list[Hash]:
    """The facts of one system of each family that a module supports."""
    families: dict[object, Hash] = {}
    for system, release in module.metadata.systems if module.metadata is not None else ():
        facts = system_facts(system, release)
        os_fact = None if facts is None else facts.get("os")
        if facts is not None and isinstance(os_fact, Hash):
            families[os_fact.get("family")] = facts
    return [*families.values()][:MOST_FAMILIES]


def _compiled(compilation: Compilation, module: Module, passed: frozenset[str], name: str, facts: Hash | None) -> Compiled:
    library = compilation.library
    node = Node(ANY_NAME, facts, UNKNOWN_NAME, classes=(name,), is_open=True)

    def data(own: Data) -> Data:
        return ModuleData(own, module.name, passed)

    compiler = NodeCompiler(EntryWorld(library.known), library, node, data=data, steps=CLASS_STEPS)
    compiler.catalog.mark_partial()
    return compilation.run(node, compiler)


def _found(compiled: Compiled, subject: str, checked: frozenset[str]) -> Found | None:
    error, compiler = compiled.error, compiled.compiler
    if error is None:
        cycle = _cycle(compiler, checked)
        return None if cycle is None else Found(cycle=cycle)
    if error.code == BUDGET or innermost(error).message.wording not in DUPLICATES or not is_certain(error, compiler):
        return None
    stop = stop_of(error, compiler, subject)
    if stop is None or os.path.abspath(stop.finding.file) not in checked:
        return None
    first = _declared_before(innermost(error), compiler)
    return Found(stop if first is None else stop._replace(finding=stop.finding._replace(related=(first, *stop.finding.related))))


def _declared_before(error: EvaluationError, compiler: NodeCompiler) -> Related | None:
    """Where the resource is declared that an error about a duplicate finds in the catalog."""
    if error.message.wording is not duplicate_declaration:
        return None
    given = error.message.arguments
    type, title = str(given["type"]), str(given["title"])
    existing = compiler.catalog.find(type, title)
    place = None if existing is None else existing.place
    source = None if place is None else compiler.source_of(place.text)
    if place is None or source is None:
        return None
    line, column = source.text.position(place.offset)
    return Related(os.path.relpath(source.path), line + 1, column + 1, f"{type}[{title}] is declared here first")


def _cycle(compiler: NodeCompiler, checked: frozenset[str]) -> Finding | None:
    """A cycle of resources that are certainly declared together, in several files; the check of a file finds those in it."""
    catalog = compiler.catalog
    known = {pair: each for pair, each in dependencies(catalog).items() if not each.possible and each.by_title}
    edges = [pair for pair, is_sure in catalog.edges.items() if is_sure]
    for group in cycles(catalog, known, edges) if known else ():
        places = _places(group, known)
        if len({id(each.text) for each in places} | {id(each.place.text) for each in group if each.place is not None}) < 2:
            continue
        for place in sorted(places, key=lambda each: each.offset):
            source = compiler.source_of(place.text)
            if source is None or os.path.abspath(source.path) not in checked:
                continue
            diagnostic = dependency_cycle(describe_cycle(group, known, edges)).at(place.offset, place.offset)
            for each in suppress((diagnostic,), source.program.comments, source.text):
                (finding,) = report(source.path, source.text, (each,)).findings
                return finding
    return None


def _places(group: Sequence[Resource], known: Dependencies) -> list[Place]:
    """The places where the dependencies among some resources are declared."""
    return [each.place for (first, second), each in known.items() if first in group and second in group and each.place is not None]
