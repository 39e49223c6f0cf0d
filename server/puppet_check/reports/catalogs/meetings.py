"""What classes, defines and node definitions of a project certainly declare twice, as findings where they declare it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from puppet_check.config.selection import level_of
from puppet_check.reading.files import read_text
from puppet_check.reports.catalogs.certain_statements import Statement
from puppet_check.reports.catalogs.entry_errors import EntryLibrary
from puppet_check.reports.catalogs.manifest_text import Manifest, read_manifest
from puppet_check.reports.catalogs.meeting_classes import MOST_BODIES, Declared, Follower, Graph, NodeBody, body_of, node_bodies
from puppet_check.reports.catalogs.module_graph import MANIFESTS
from puppet_check.reports.catalogs.modules_together import ModulesTogether
from puppet_check.reports.catalogs.parts import MANIFESTS as FOLDER
from puppet_check.reports.findings import Finding, report
from puppet_check.suppressions import suppress
from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.issues.evaluation.resources import duplicate_declaration
from puppet_typesys.loader import CLASS
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.types.show import capitalize_segments

NODE = lazy_pattern(r"^[ \t]*node\s", re.MULTILINE)


@duplicate_declaration.variant()
def declared_elsewhere(type: str, title: str, other: str, beginning: str) -> str:
    return f"Duplicate declaration: {type}[{title}] is also declared by {other}, and {beginning} has both"


@duplicate_declaration.variant()
def declared_by_each(type: str, title: str, define: str, beginning: str) -> str:
    return f"Duplicate declaration: {type}[{title}] is declared by each {define}, and {beginning} has several"


@duplicate_declaration.variant()
def class_declared_before(name: str, other: str) -> str:
    return f"Duplicate declaration: Class[{name}] is already declared by {other}; cannot redeclare"


class _Meeting(NamedTuple):
    first: Declared
    second: Declared
    beginning: str


class _Bodies:
    """The bodies of a project, read when they are followed."""

    def __init__(self, several: ModulesTogether) -> None:
        self._library = EntryLibrary(several.known)
        self._paths = {name: path for path in several.files if (name := _name_of(path, several.known)) is not None}
        self.manifests: dict[str, Manifest] = {}
        self.nodes: dict[str, NodeBody] = {}
        self._read: dict[str, tuple[bool, list[Statement]] | None] = {}
        self._parsed = 0
        for name, path in self._paths.items():
            found = _manifest(path, name)
            if found is not None:
                self.manifests[name] = found
        for path in several.sites:
            several.known.world.depends_on_text(path)
            site = self._library.source(path) if _has_nodes(path) else None
            self.nodes |= {} if site is None else node_bodies(site)
        self.manifests |= {name: each.manifest for name, each in self.nodes.items()}

    def body(self, name: str) -> tuple[bool, list[Statement]] | None:
        """Whether a name is that of a class, and the statements in its body; None for neither a class nor a define."""
        if name not in self._read:
            source = self.source(name) if name in self.manifests and name not in self.nodes and self._parsed < MOST_BODIES else None
            self._parsed += source is not None
            statements = None if source is None else body_of(name, source)
            self._read[name] = None if statements is None else (self.manifests[name].is_class, statements)
        return self._read[name]

    def statements(self, name: str) -> list[Statement]:
        """The statements of a class or node definition with which a catalog begins."""
        node = self.nodes.get(name)
        if node is not None:
            return node.statements
        body = self.body(name)
        return [] if body is None else body[1]

    def source(self, name: str) -> Source | None:
        """The file of a class, define or node definition."""
        node = self.nodes.get(name)
        return node.source if node is not None else self._library.source(self._paths[name], name.partition("::")[0])


def meeting_findings(several: ModulesTogether, workspace: Workspace) -> dict[str, list[Finding]]:
    """The findings about files that are checked, by their absolute paths."""
    for folder in sorted({each.rpartition(MANIFESTS)[0] for each in several.files}):
        several.known.world.ask_below(folder, (FOLDER,))
    bodies = _Bodies(several)
    result: dict[str, list[Finding]] = {}
    for name, diagnostic in _diagnostics(_meetings(bodies), bodies):
        source = bodies.source(name)
        if source is None or level_of(workspace.configuration.of(source.path), source.path, diagnostic.code, "warning") is None:
            continue
        for each in suppress((diagnostic,), source.program.comments, source.text):
            if each is diagnostic:
                result.setdefault(os.path.abspath(source.path), []).extend(report(os.path.relpath(source.path), source.text, (each,)).findings)
    return result


def _has_nodes(path: str) -> bool:
    try:
        return NODE.search(read_text(path)) is not None
    except OSError:  # The check of the file reports it.
        return False


def _manifest(path: str, name: str) -> Manifest | None:
    try:
        found = read_manifest(read_text(path))
    except OSError:  # The check of the file reports it.
        return None
    return found if found is not None and found.name.lower() == name else None


def _name_of(path: str, known: Known) -> str | None:
    """The name of the class or define that the autoloader looks for in a file."""
    module = known.project.module_of(path)
    folder = "" if module is None else os.path.join(module.folder, "manifests", "")
    if module is None or not path.startswith(folder):
        return None
    inner = path.removeprefix(folder).removesuffix(".pp").replace(os.sep, "::")
    return module.name if inner == "init" else f"{module.name}::{inner}"


def _meetings(bodies: _Bodies) -> list[_Meeting]:
    """What is declared twice, each with the smallest beginning that has both."""
    found: dict[tuple[str, int, str, int], _Meeting] = {}
    for name in Graph(bodies.manifests).beginnings():
        follower = Follower(name, bodies.body)
        follower.follow(bodies.statements(name))
        for first, second in follower.found:
            place = (first.definition, first.statement.start, second.definition, second.statement.start)
            found.setdefault(place, _Meeting(first, second, name))
    return [*found.values()]


def _diagnostics(meetings: Sequence[_Meeting], bodies: _Bodies) -> Iterator[tuple[str, Diagnostic]]:
    """The findings with the names of the definitions that they are in."""
    for each in meetings:
        first, second = each.first, each.second
        yield second.definition, _diagnostic(second, first, each.beginning, bodies)
        if first.definition != second.definition and second.statement.type != CLASS:
            yield first.definition, _diagnostic(first, second, each.beginning, bodies)


def _diagnostic(one: Declared, other: Declared, beginning: str, bodies: _Bodies) -> Diagnostic:
    statement, source = one.statement, bodies.source(other.definition)
    type, begins = capitalize_segments(statement.type), _shown(beginning, bodies)
    if statement.type == CLASS:
        message = class_declared_before(capitalize_segments(statement.title), _shown(other.definition, bodies))
    elif other is one:
        message = declared_by_each(type, statement.title, f"`{one.definition}`", begins)
    else:
        message = declared_elsewhere(type, statement.title, _shown(other.definition, bodies), begins)
    place = Related(other.statement.start, other.statement.end, "declared here", None if source is None else source.path)
    related = () if other is one else (place,)
    return message.at(statement.start, statement.end, related=related, severity=Severity.WARNING)


def _shown(name: str, bodies: _Bodies) -> str:
    if name in bodies.nodes:
        return name
    return f"{'class' if bodies.manifests[name].is_class else 'define'} `{name}`"
