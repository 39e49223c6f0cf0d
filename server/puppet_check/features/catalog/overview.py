"""The contents of the extension's views: modules, the Puppetfile, facts, and the subjects of catalog previews."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.features.catalog.preview import Subject
from puppet_check.features.completion.names import Clock
from puppet_check.features.other.puppetfile import MODULE_CALL
from puppet_check.features.project_files.names import file_of
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.workspace.declared import Declared
from puppet_check.workspace.kinds import is_manifest
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module
from puppet_check.workspace.roots import PUPPETFILE
from puppet_grammar import ast
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.convert.formats import programmatic
from puppet_typesys.loader import CLASS, DEFINE
from puppet_typesys.values.hash import Hash

READING = 0.5
"""Seconds for reading the files of classes."""
MOST_ENTRIES = 5000
"""The largest number of subjects that are listed."""


class Row(NamedTuple):
    """A row of a tree view."""

    label: str
    description: str = ""
    icon: str = ""
    """The name of an icon of the editor."""
    path: str | None = None
    """The file that it opens."""
    line: int | None = None
    """The line that it opens, from 1."""
    rows: tuple[Row, ...] = ()
    tooltip: str = ""


def modules(known: Known) -> list[Row]:
    """The modules of a project, and the missing dependencies."""
    project = known.project
    own = {os.path.dirname(each.folder) for each in project.modules.values()}
    found = [_module(each, len(own) > 1) for each in project.modules.values()]
    found += [_missing(name, each, known) for name, (each, *_) in project.missing.items()]
    return sorted(found, key=lambda each: each.label)


def _missing(name: str, declared: Declared, known: Known) -> Row:
    """A module that is declared and not installed; what is known of it may come from an interface."""
    interface = known.loader.interfaces.of(name)
    where = f"declared in {declared.path}:{declared.line}, not installed"
    if interface is None:
        return Row(name, "missing", "warning", declared.path, declared.line, tooltip=where)
    kind = interface.title.partition(" of ")[0]
    return Row(name, kind, "library", declared.path, declared.line, tooltip=f"{where}; checked against the {interface.title}")


def _module(module: Module, shows_folder: bool) -> Row:
    metadata = module.metadata
    version = "" if metadata is None or metadata.version is None else metadata.version
    where = os.path.basename(os.path.dirname(module.folder)) if shows_folder else ""
    needed = tuple(Row(each.name, each.requirement or "", "references") for each in (() if metadata is None else metadata.dependencies))
    paths = [os.path.join(module.folder, *each) for each in (("metadata.json",), ("manifests", "init.pp"))]
    path = next((each for each in paths if os.path.isfile(each)), None)
    return Row(module.name, " ".join(filter(None, (version, where))), "package", path, rows=needed, tooltip=module.folder)


RELEASE = lazy_pattern(r"""\s*,\s*['"]([^'"\n]+)""")
REVISION = lazy_pattern(r"""\b(ref|tag|branch|commit|version)(?:['"]?\s*=>|:)\s*['"]([^'"\n]+)""")
LOCAL = lazy_pattern(r"""\blocal(?:['"]?\s*=>|:)\s*true""")


def puppetfile(known: Known, project_files: ProjectFiles) -> list[Row]:
    """The modules of the Puppetfile in its order, with the declared and the installed versions."""
    path = os.path.join(known.project.root, PUPPETFILE)
    text = project_files.text(path)
    found: list[Row] = []
    for each in MODULE_CALL.finditer(text.source):
        name, rest = each[2].decode(), each[3].decode(errors="replace")
        version, icon = _versions(rest, known.project.modules.get(re.split("[-/]", name)[-1]))
        found.append(Row(name, version, icon, path, text.line_of(each.start(2)) + 1))
    return found


def _versions(options: str, installed: Module | None) -> tuple[str, str]:
    """The declared version of a module, the installed one if it is another, and an icon."""
    release, revision = RELEASE.match(options), REVISION.search(options)
    kind, wanted = ("", release[1]) if release else revision.groups() if revision else ("", "")
    if kind == "commit" or (kind == "ref" and re.fullmatch("[0-9a-f]{40}", wanted)):
        wanted = wanted[:7]
    declared = "in this repository" if LOCAL.search(options) else f"{kind} {wanted}".strip()
    if installed is None:
        return ", ".join(filter(None, (declared, "not installed"))), "warning"
    version = installed.metadata.version if installed.metadata is not None else None
    is_same = version is None or wanted.removeprefix("v") == version
    icon = "warning" if release and re.match(r"\d", wanted) and not is_same else "package"
    return ", ".join(filter(None, (declared, None if is_same else f"{version} installed"))), icon


def fact_rows(facts: Hash) -> list[Row]:
    """Facts as a tree."""
    return [_fact(str(name), value) for name, value in sorted(facts.items(), key=lambda each: str(each[0]))]


def _fact(name: str, value: object) -> Row:
    match value:
        case Hash():
            return Row(name, f"{len(value)} entries", "symbol-object", rows=tuple(fact_rows(value)))
        case tuple():
            return Row(name, f"{len(value)} elements", "symbol-array", rows=tuple(_fact(str(at), each) for at, each in enumerate(value)))
    return Row(name, programmatic(value), "symbol-constant")


def subjects(known: Known, project_files: ProjectFiles, program: ast.Program | None, path: str) -> list[tuple[Subject, bool]]:
    """The subjects of catalogs, and whether they are in this file: its own first, then those of its module, then others."""
    here = list(_defined(program))
    module = known.project.module_of(path)
    names = [Subject("class", each) for each in _classes(known)]
    defines = [Subject("define", name) for name in _defines(known, module)]
    rest = sorted({*names, *defines, *_nodes(known, project_files)} - {*here}, key=lambda each: (not _is_of(each, module), each.name))
    return [*((each, True) for each in here), *((each, False) for each in rest)][:MOST_ENTRIES]


def _defined(program: ast.Program | None) -> Iterator[Subject]:
    for each in () if program is None else program.definitions:
        if isinstance(each, ast.HostClassDefinition | ast.ResourceTypeDefinition):
            yield Subject("class" if isinstance(each, ast.HostClassDefinition) else "define", each.name)


def _classes(known: Known) -> Iterator[str]:
    """The classes of the modules that are installed. A name whose file there was no time to read may be that of a define."""
    clock = Clock(READING)
    for name in known.loader.likely_names(CLASS):
        path = file_of(CLASS, name, known.project)
        if path is not None and clock.kind_of(path) in (CLASS, None):
            yield name


def _defines(known: Known, module: Module | None) -> list[str]:
    """The defines of the module. Those of other modules are not listed, as all their files would have to be read."""
    files = [(path, each) for path, each in known.loader.every_file() if each == module and is_manifest(path)] if module else []
    return [each.name for path, owner in files for each in known.loader.definitions(path, owner) if each.kind == DEFINE]


def _nodes(known: Known, project_files: ProjectFiles) -> Iterator[Subject]:
    for path in known.project.sites:
        view = project_files.view(path)
        for each in () if view is None else view.program.definitions:
            if isinstance(each, ast.NodeDefinition):
                matches = (*each.host_matches,)
                yield from (Subject("node", match.value) for match in matches if isinstance(match, ast.LiteralString | ast.QualifiedName))
                yield from (Subject("node", "default") for match in matches if isinstance(match, ast.LiteralDefault))


def _is_of(subject: Subject, module: Module | None) -> bool:
    return module is not None and subject.name.partition("::")[0] == module.name
