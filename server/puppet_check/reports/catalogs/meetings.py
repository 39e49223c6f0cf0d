"""What classes, defines and node definitions of a project certainly declare twice, as findings where they declare it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from puppet_check.config.selection import level_of
from puppet_check.reports.catalogs.certain_statements import Statement
from puppet_check.reports.catalogs.entry_errors import EntryLibrary
from puppet_check.reports.catalogs.manifest_texts import ManifestTexts, has_nodes
from puppet_check.reports.catalogs.meeting_classes import MOST_BODIES, OF_NODE, Declared, Follower, Graph, NodeBody, body_of, node_bodies
from puppet_check.reports.catalogs.modules_together import ModulesTogether
from puppet_check.reports.findings import Finding, report
from puppet_check.suppressions import suppress
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.issues.evaluation.resources import duplicate_declaration
from puppet_typesys.loader import CLASS
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.types.show import capitalize_segments

FAIL = lazy_pattern(rb"\bfail\b")


@duplicate_declaration.variant()
def declared_elsewhere(type: str, title: str, other: str, beginning: str) -> str:
    return f"Duplicate declaration: {type}[{title}] is also declared by {other}, and {beginning} has both"


@duplicate_declaration.variant()
def declared_elsewhere_too(type: str, title: str, other: str, beginning: str) -> str:
    return f"Duplicate declaration: {type}[{title}] is also declared by {other}, and {beginning} may have both"


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
    """The classes, defines and node definitions of modules, read when they are needed."""

    def __init__(self, several: ModulesTogether, texts: ManifestTexts) -> None:
        project = several.known.project
        self._library = EntryLibrary(several.known)
        self._texts = texts
        self.nodes: dict[str, NodeBody] = {}
        for path in several.sites:
            site = self._library.source(path) if has_nodes(path) else None
            self.nodes |= {} if site is None else node_bodies(site)
        # Of two classes of the same name, it is not clear which one is loaded.
        unclear = {each for each in self.nodes if each.partition("::")[0] in project.modules}
        texts.leave_out(unclear)
        self.nodes = {name: node for name, node in self.nodes.items() if name not in unclear}
        self._read: dict[str, tuple[bool, list[Statement]] | None] = {}
        self._parsed = 0
        in_sites = {name: node.manifest for name, node in self.nodes.items()}
        self.checked = texts.checked.union(name for name, node in self.nodes.items() if node.source.path in several.checked)
        self.manifests = texts.around_checked(self.checked, in_sites)
        """What is checked, and others that may matter for it."""

    def body(self, name: str) -> tuple[bool, list[Statement]] | None:
        """Whether a name is that of a class, and the statements in its body; None for neither a class nor a define."""
        if name in self.nodes:
            return True, self.nodes[name].statements
        if name not in self._read:
            source = self.source(name) if self._parsed < MOST_BODIES and self._texts.manifest(name) is not None else None
            self._parsed += source is not None
            statements = None if source is None else body_of(name, source)
            self._read[name] = None if statements is None else (self._texts.manifests[name].is_class, statements)
        return self._read[name]

    def may_fail(self, name: str) -> bool:
        """Whether the file of a class or define mentions what fails."""
        source = self.source(name)
        return source is not None and FAIL.search(source.text.source) is not None

    def statements(self, name: str) -> list[Statement]:
        """The statements of a class or node definition with which a catalog begins."""
        body = self.body(name)
        return [] if body is None else body[1]

    def source(self, name: str) -> Source | None:
        """The file of a class, define or node definition."""
        node = self.nodes.get(name)
        return node.source if node is not None else self._library.source(self._texts.paths[name], name.partition("::")[0])


def meeting_findings(several: ModulesTogether, texts: ManifestTexts, workspace: Workspace) -> dict[str, list[Finding]]:
    """The findings about files that are checked, by their absolute paths."""
    bodies = _Bodies(several, texts)
    result: dict[str, list[Finding]] = {}
    for name, diagnostic in _diagnostics(_meetings(bodies), bodies):
        source = bodies.source(name)
        if source is not None and source.path in several.checked and _is_shown(diagnostic, source, workspace):
            found = report(os.path.relpath(source.path), source.text, (diagnostic,)).findings
            result.setdefault(os.path.abspath(source.path), []).extend(found)
    return result


def _is_shown(diagnostic: Diagnostic, source: Source, workspace: Workspace) -> bool:
    """Whether neither the settings nor a comment suppress a finding."""
    level = level_of(workspace.configuration.of(source.path), source.path, diagnostic.code, "warning")
    return level is not None and diagnostic in suppress((diagnostic,), source.program.comments, source.text)


def _meetings(bodies: _Bodies) -> list[_Meeting]:
    """What is declared twice, each with the smallest beginning that has both."""
    found: dict[tuple[str, int, str, int], _Meeting] = {}
    for name in Graph(bodies.manifests, bodies.checked).beginnings():
        follower = Follower(name, bodies.body)
        follower.follow(bodies.statements(name))
        for first, second in follower.found:
            if first.condition != second.condition and (bodies.may_fail(first.definition) or bodies.may_fail(second.definition)):
                continue  # Each may refuse the parameters with which a catalog has the other.
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
        words = declared_elsewhere if one.condition == other.condition else declared_elsewhere_too
        message = words(type, statement.title, _shown(other.definition, bodies), begins)
    place = Related(other.statement.start, other.statement.end, "declared here", None if source is None else source.path)
    related = () if other is one else (place,)
    return message.at(statement.start, statement.end, related=related, severity=Severity.WARNING)


def _shown(name: str, bodies: _Bodies) -> str:
    if name.startswith(OF_NODE):
        return name
    return f"{'class' if bodies.manifests[name].is_class else 'define'} `{name}`"
