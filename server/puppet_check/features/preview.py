"""Catalog previews: the catalog of a class, define or node as far as it is known, with the place of each resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from puppet_check.features.catalog_data import Data, catalog_data, resource_data
from puppet_check.features.project_files import ProjectFiles
from puppet_check.workspace.known import Known
from puppet_check.workspace.world import CheckWorld
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_typesys.functions.call import MISSING
from puppet_typesys.infer.preview import PreviewCompiler, Source
from puppet_typesys.loader import CLASS, DEFINE, TypedName
from puppet_typesys.types import model
from puppet_typesys.values.hash import Hash
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


def preview(subject: Subject, known: Known, project_files: ProjectFiles, facts: Hash | None = None) -> Data:
    """The catalog of a subject as plain data, for the given facts of a node if any. Raises NoSubjectError if there is no such subject."""
    name = subject.name.removeprefix("::").lower()
    node_name = subject.name if subject.kind == "node" else None
    given = known.facts if facts is None else facts
    compiler = PreviewCompiler(
        PreviewWorld(known), known.loader, lambda path: _source(path, project_files), facts=given, node_name=node_name
    )
    if subject.kind == "node":
        sites = [found for path in known.project.sites if (found := _source(path, project_files)) is not None]
        if not sites:
            raise NoSubjectError("no manifest with node definitions found")
        for each in sites:
            compiler.run(each)
    else:
        program = f"include {name}" if subject.kind == CLASS else "\n".join(_declaration(name, known))
        if known.loader.load(TypedName(subject.kind, name)) is None:
            raise NoSubjectError(f"unknown {subject.kind} '{name}'")
        compiler.run(_read("preview", program.encode()))
    compiler.finish()
    return _data(compiler, name)


def _declaration(name: str, known: Known) -> Iterator[str]:
    """The declaration of a define, with unknown values for its required parameters."""
    found = known.loader.load(TypedName(DEFINE, name))
    required = [] if found is None else [each for each in found.parameters if each.is_required]
    base = known.loader.load(TypedName(CLASS, name.partition("::")[0]))
    if base is not None and not any(each.is_required for each in base.parameters):
        # Many defines require the main class of their module.
        yield f"include {base.name}"
    yield f"{name} {{ 'preview':"
    yield from (f"  {each.name} => $facts['preview of {each.name}']," for each in required)
    yield "}"


def _source(path: str, project_files: ProjectFiles) -> Source | None:
    view = project_files.view(path)
    return None if view is None else Source(path, view.text, view.program)


def _read(path: str, source: bytes) -> Source:
    tree = parse(source, Mode())
    return Source(path, tree.text, lower(tree)[0])


def _data(compiler: PreviewCompiler, name: str) -> Data:
    """The catalog with the file of each resource, and the errors of its compilation."""
    paths = {id(each.text): each.path for each in compiler.sources.values()}
    data = catalog_data(compiler.catalog)
    rows = data["resources"]
    assert isinstance(rows, list)
    rows += map(resource_data, compiler.catalog.uncertain)
    for row, resource in zip(rows, [*compiler.catalog.resources, *compiler.catalog.uncertain], strict=True):
        row["path"] = None if resource.place is None else paths.get(id(resource.place.text))
    data["problems"] = [
        {"path": each.path, "line": each.text.line_of(finding.start) + 1, "message": finding.message, "severity": finding.severity.text}
        for each in compiler.sources.values()
        for finding in compiler.models[id(each.text)].findings.values()
    ]
    data["name"] = name
    return data
