"""Catalog previews: the catalog of a class, define or node as far as it is known, with the place of each resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from puppet_check.features.catalog.data import Data, catalog_data, resource_data
from puppet_check.features.catalog.order_edges import order_data
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.workspace.known import Known
from puppet_check.workspace.library import NodeWorld, ProjectLibrary
from puppet_check.workspace.world import CheckWorld
from puppet_typesys.evaluate.errors import EvaluationError
from puppet_typesys.functions.control_flow import ControlFlow
from puppet_typesys.loader import CLASS, DEFINE, TypedName
from puppet_typesys.node_catalogs.inclusions import Inclusions
from puppet_typesys.node_catalogs.library import Source, Variables
from puppet_typesys.node_catalogs.node import Node, NodeCompiler
from puppet_typesys.node_catalogs.preview import PreviewCompiler
from puppet_typesys.node_catalogs.reading import read_source
from puppet_typesys.types import model
from puppet_typesys.values.errors import MessageError
from puppet_typesys.values.hash import Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import Unknown


class Subject(NamedTuple):
    """The class, define or node that a catalog is compiled for."""

    kind: Literal["class", "define", "node"]
    name: str


class NoSubjectError(Exception):
    """Raised if the subject does not exist; the message says so."""


class PreviewWorld(CheckWorld):
    """A world in which unknown Hiera data is missing, so that parameters have their defaults, or else an unknown value of their type."""

    def __init__(self, known: Known) -> None:
        super().__init__(known.project, known.disk, known.hiera)
        self._known = known

    def lookup(self, key: str, options: Hash) -> object:
        found = super().lookup(key, options) if self.project.is_environment else MISSING
        if found is not MISSING:
            return found
        owner, _, leaf = key.rpartition("::")
        definition = self._known.loader.load(TypedName(CLASS, owner)) if owner else None
        parameter = None if definition is None else definition.parameter(leaf)
        return MISSING if parameter is None or not parameter.is_required else Unknown(model.ANY)


class PreviewLibrary(ProjectLibrary):
    """The same for whole catalogs: a required parameter of a class without data is unknown."""

    def lookup(self, key: str, options: Hash, variables: Variables) -> object:
        found = super().lookup(key, options, variables)
        owner, _, leaf = key.rpartition("::")
        definition = self.known.loader.load(TypedName(CLASS, owner)) if owner and found is MISSING else None
        parameter = None if definition is None else definition.parameter(leaf)
        return found if parameter is None or not parameter.is_required else Unknown(model.ANY)


def preview(subject: Subject, known: Known, project_files: ProjectFiles, facts: Hash | None = None) -> Data:
    """The catalog of a subject as plain data, for the given facts of a node if any. Raises NoSubjectError if there is no such subject."""
    given = known.facts if facts is None else facts
    library = PreviewLibrary(known, lambda path, module: source_of(path, module, project_files))
    sources = _program(subject, known, library)
    name, node_name = subject.name.removeprefix("::").lower(), subject.name if subject.kind == "node" else None
    if given is not None:
        of_node = _of_node(Node(node_name or "localhost", given), known, library, sources)
        return _with_classes(of_node, known, project_files) | {"name": name}
    compiler = PreviewCompiler(PreviewWorld(known), known.loader, library, node_name=node_name)
    compiler.top.variables[UNKNOWN] = Unknown(model.ANY)
    for each in sources:
        compiler.run(each)
    compiler.finish()
    findings = [
        (each, finding.start, str(finding.message), finding.severity.text)
        for each in compiler.sources.values()
        for finding in compiler.models[id(each.text)].findings.values()
    ]
    return _with_classes(_data(compiler, library, findings), known, project_files) | {"name": name}


def _of_node(node: Node, known: Known, library: PreviewLibrary, sources: list[Source]) -> Data:
    compiler = NodeCompiler(NodeWorld(known), library, node)
    compiler.top.variables[UNKNOWN] = Unknown(model.ANY)
    findings = []
    try:
        compiler.run(sources)
    except EvaluationError as error:
        found = compiler.source_of(error.text) or sources[0]
        findings.append((found, error.offset or 0, error.reference_text, "error"))
    except (MessageError, ControlFlow) as error:
        findings.append((sources[0], 0, str(error), "error"))
    return _data(compiler, library, findings)


def _program(subject: Subject, known: Known, library: PreviewLibrary) -> list[Source]:
    """The code that declares a subject."""
    name = subject.name.removeprefix("::").lower()
    if subject.kind == "node":
        sites = [found for path in known.project.sites if (found := library.source(path)) is not None]
        if not sites:
            raise NoSubjectError("no manifest with node definitions found")
        return sites
    if known.loader.load(TypedName(subject.kind, name)) is None:
        raise NoSubjectError(f"unknown {subject.kind} '{name}'")
    program = f"include {name}" if subject.kind == CLASS else "\n".join(_declaration(name, known))
    return [read_source("preview", program.encode())]


UNKNOWN = "_unknown"
"""A variable of the top scope whose value is unknown."""


def _declaration(name: str, known: Known) -> Iterator[str]:
    """The declaration of a define, with unknown values for its required parameters."""
    found = known.loader.load(TypedName(DEFINE, name))
    required = [] if found is None else [each for each in found.parameters if each.is_required]
    base = known.loader.load(TypedName(CLASS, name.partition("::")[0]))
    if base is not None and not any(each.is_required for each in base.parameters):
        # Many defines require the main class of their module.
        yield f"include {base.name}"
    yield f"{name} {{ 'preview':"
    yield from (f"  {each.name} => ${UNKNOWN}," for each in required)
    yield "}"


def source_of(path: str, module_name: str, project_files: ProjectFiles) -> Source | None:
    """A file of Puppet code as it is in the editor or on disk."""
    view = project_files.view(path)
    return None if view is None else Source(path, view.text, view.program, module_name)


def _with_classes(data: Data, known: Known, project_files: ProjectFiles) -> Data:
    """The same data with the places where the classes are defined, as a catalog does not say where they were included."""
    rows = data["resources"]
    assert isinstance(rows, list)
    for row in rows:
        found = known.loader.load(TypedName(CLASS, row["title"].lower())) if row["type"] == "Class" and row["title"] else None
        if found is not None and row["path"] is None:
            row |= {"path": found.place.path, "line": project_files.text(found.place.path).line_of(found.place.start) + 1}
    return data


def _data(compiler: PreviewCompiler | NodeCompiler, library: PreviewLibrary, findings: list[tuple[Source, int, str, str]]) -> Data:
    """The catalog with the file of each resource, and the errors of its compilation."""
    paths = {id(each.text): each.path for each in compiler.sources.values()}
    inclusions = compiler.inclusions if isinstance(compiler, NodeCompiler) else Inclusions()
    data = catalog_data(compiler.catalog) | order_data(compiler.catalog, library, inclusions)
    rows = data["resources"]
    assert isinstance(rows, list)
    rows += map(resource_data, compiler.catalog.uncertain)
    for row, resource in zip(rows, [*compiler.catalog.resources, *compiler.catalog.uncertain], strict=True):
        row["path"] = None if resource.place is None else paths.get(id(resource.place.text))
    data["problems"] = [
        {"path": source.path, "line": source.text.line_of(start) + 1, "message": message, "severity": severity}
        for source, start, message, severity in findings
    ]
    return data
