"""What stops the catalogs of all nodes of an environment, whatever their facts are: of each node definition and role that is checked.

Only what lies in other files than the node definition or role is reported, which a check of one file does not see.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puppet_check.config.selection import level_of
from puppet_check.reports.catalogs.beginnings import PROFILES, ROLES, beginnings
from puppet_check.reports.catalogs.compilation import Compilation, Compiled, compilation_of
from puppet_check.reports.catalogs.stops import Stop, by_file, stop_elsewhere
from puppet_check.reports.findings import Finding
from puppet_check.rules.catalog_error import catalog_error
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.workspace import Workspace
from puppet_grammar import ast
from puppet_typesys.evaluate.context import Data
from puppet_typesys.evaluate.errors import BUDGET, EvaluationError
from puppet_typesys.issues.evaluation import names, parameters
from puppet_typesys.loader import CLASS, TypedName
from puppet_typesys.node_catalogs.certain import is_certain
from puppet_typesys.node_catalogs.inclusions import innermost
from puppet_typesys.node_catalogs.library import Source, Variables
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.node_data import CertainData, EntryData
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.unknown import Unknown

ENTRY_STEPS = 15_000
"""The maximum number of expressions that are evaluated for an entry."""
STEPS = 30_000
"""The number of expressions that are evaluated for all entries of an environment; those after that are left out."""
TEMPLATES = "templates"
OF_CHECKS = frozenset(
    (
        names.no_files,
        names.unknown_class,
        names.unknown_classes,
        names.unknown_collected_type,
        names.unknown_declared_class,
        names.unknown_file,
        names.unknown_function,
        names.unknown_parent,
        names.unknown_resource_type,
        names.unknown_type_reference,
        parameters.unknown_parameter,
        parameters.wrong_template_parameter,
    )
)
"""The wordings of errors about names and parameters, of which the check of each file knows more."""
ANY_NAME = "any node"
"""The name of a node of which the name is not known, which no node definition has."""
UNKNOWN_NAME = Hash((name, Unknown(model.STRING)) for name in ("certname", "hostname", "domain"))
"""What its certificate has."""


class Entry(NamedTuple):
    """A beginning of catalogs: a node definition, or a class that is all or part of what a node has."""

    subject: str
    node: Node
    manifests: tuple[Source, ...]
    is_part: bool = False
    """Whether nodes have it besides other classes, which may declare the same ones before."""
    class_name: str = ""


class EntryLibrary(ProjectLibrary):
    """The files of an environment, with the data that all nodes have; which of its files are read is noted as what checks ask."""

    def source(self, path: str, module_name: str = "") -> Source | None:
        self.known.world.depends_on_text(path)
        return super().source(path, module_name)

    def file_text(self, path: str) -> str | None:
        self.known.world.depends_on_text(path)
        return super().file_text(path)

    def is_absent(self, name: TypedName) -> bool:
        """Whether a name may be defined by a module that is not installed."""
        project = self.known.project
        plain = name.name.removeprefix("::")
        return project.is_absent(plain.partition("::")[0]) if name.kind == CLASS or "::" in plain else not project.is_complete

    def lookup(self, key: str, options: Hash, variables: Variables) -> object:
        """The value that all nodes get for a key: a value, `MISSING`, or an Unknown."""
        return self.known.hiera().lookup(key, options)


class EntryWorld(NodeWorld):
    """The files of modules, of which any may exist that is not installed unless the environment is complete.

    Which templates are asked for is noted, as the library does for manifests.
    """

    def _find(self, name: str, kind: str) -> str | None:
        found = super()._find(name, kind)
        if found and kind == TEMPLATES:
            self._known.world.depends_on_text(found)
        return found

    def module_directory(self, name: str) -> str | None:
        found = super().module_directory(name)
        return None if not found and self.project.is_absent(name) else found


def entry_findings(paths: Sequence[str], workspace: Workspace) -> dict[str, list[Finding]]:
    """The findings about node definitions and roles in some files, by the absolute paths of the files that they are in."""
    configuration = workspace.configuration
    projects: dict[Known, set[str]] = {}
    for path in beginnings(paths):
        if level_of(configuration.of(path), path, catalog_error.issue.code, "error") is None:
            continue
        known = workspace.known(path)
        if known.project.is_environment and not known.is_peripheral(path):
            projects.setdefault(known, set()).add(path)
    checked = {*map(os.path.abspath, paths)}
    return by_file([stop for known, begin in projects.items() for stop in _stops(known, begin, checked)])


def _stops(known: Known, begin: set[str], checked: set[str]) -> Iterator[Stop]:
    """What stops the catalogs of the entries in some files of a project, in the files that are checked."""
    compilation = compilation_of(known)._replace(library=EntryLibrary(known))
    left, seen = STEPS, set[str]()
    for entry in entries_of(compilation, begin):
        if left <= 0:
            break
        if entry.is_part and entry.class_name in seen:
            continue
        compiled = _compiled(compilation, entry, is_partial=entry.is_part)
        left -= compiled.compiler.budget.used
        seen |= compiled.compiler.catalog.class_scopes.keys()
        if entry.class_name and not entry.is_part and _certain(compiled) is not None and not compiled.compiler.catalog.is_partial:
            # Its nodes may have other classes as well, such as those that the node classifier assigns to all of them.
            compiled = _compiled(compilation, entry, is_partial=True, is_alone=True)
        error = _certain(compiled)
        if error is not None:
            found = stop_elsewhere(error, compiled.compiler, entry.subject, lambda path: path in checked and not known.is_peripheral(path))
            if found is not None:
                yield found


def _compiled(compilation: Compilation, entry: Entry, *, is_partial: bool, is_alone: bool = False) -> Compiled:
    """The catalog of an entry; `is_alone`: no other class of its nodes declares the same classes, but they may have others."""
    data: Callable[[Data], Data] = EntryData if is_alone else lambda own: CertainData(EntryData(own))
    compiler = NodeCompiler(EntryWorld(compilation.library.known), compilation.library, entry.node, data=data, steps=ENTRY_STEPS)
    if is_partial:
        compiler.catalog.mark_partial()
    return compilation.run(entry.node, compiler, entry.manifests)


def _certain(compiled: Compiled) -> EvaluationError | None:
    """The error that has ended a compilation, if it occurs whatever the unknown values are, and no check of one file finds it."""
    error, compiler = compiled.error, compiled.compiler
    if error is None or error.code == BUDGET or not is_certain(error, compiler):
        return None
    inner = innermost(error)
    of_file = any(inner.text is each.text and each.errors for each in compiler.sources.values())
    return None if of_file or inner.message.wording in OF_CHECKS else error


def entries_of(compilation: Compilation, begin: set[str]) -> Iterator[Entry]:
    """The node definitions, roles and profiles in some files; roles first, as they have the most in common."""
    library, sites = compilation.library, compilation.manifests
    plain = tuple(each._replace(program=without_nodes(each.program)) for each in sites)
    classes = [*_classes(library, begin)]
    for modules, is_part in ((ROLES, False), (PROFILES, True)):
        for name in classes:
            if name.partition("::")[0] in modules:
                node = Node(ANY_NAME, None, UNKNOWN_NAME, classes=(name,), is_open=True)
                yield Entry(f"a node with `{name}`", node, plain, is_part=is_part, class_name=name)
        if not is_part:
            yield from _node_definitions(sites, begin)


def has_nodes(program: ast.Program) -> bool:
    """Whether a main manifest has node definitions."""
    return any(isinstance(each, ast.NodeDefinition) for each in program.definitions)


def without_nodes(program: ast.Program) -> ast.Program:
    """A main manifest without its node definitions."""
    others = tuple(each for each in program.definitions if not isinstance(each, ast.NodeDefinition))
    return ast.Program(program.start, program.end, program.body, others, program.comments)


def _classes(library: ProjectLibrary, begin: set[str]) -> Iterator[str]:
    """The names of the classes in some files of roles and profiles."""
    for path in sorted(begin):
        module = library.known.project.module_of(path)
        if module is not None and module.name in (*ROLES, *PROFILES):
            source = library.source(path, module.name)
            for each in () if source is None else source.program.definitions:
                if isinstance(each, ast.HostClassDefinition):
                    yield each.name


def _node_definitions(sites: Sequence[Source], begin: set[str]) -> Iterator[Entry]:
    found = [(site, each) for site in sites for each in site.program.definitions if isinstance(each, ast.NodeDefinition)]
    if not found and any(each.path in begin for each in sites):
        yield Entry("every node", Node(ANY_NAME, None, UNKNOWN_NAME, is_open=True), tuple(sites))
    for site, definition in found:
        hosts = [*map(_host_name, definition.host_matches)]
        if site.path in begin and None not in hosts[:1]:
            name = hosts[0] or ANY_NAME
            node = Node(name, None, Hash() if len(hosts) == 1 and hosts[0] else UNKNOWN_NAME, is_open=True)
            yield Entry(f"`{hosts[0] or 'default'}`", node, tuple(sites))


def _host_name(match: ast.Expression) -> str | None:
    """The name that a node definition names, empty for `default`; None if it is a regular expression."""
    if isinstance(match, ast.LiteralDefault):
        return ""
    return match.value if isinstance(match, ast.LiteralString) else None
