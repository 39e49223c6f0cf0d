"""What classes, defines and node definitions of a project certainly declare twice, as findings where they declare it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from puppet_check.config.selection import level_of
from puppet_check.reading.files import read_text
from puppet_check.reports.catalogs.certain_statements import Statement, class_name
from puppet_check.reports.catalogs.entry_errors import EntryLibrary
from puppet_check.reports.catalogs.manifest_text import Manifest, read_manifest
from puppet_check.reports.catalogs.meeting_classes import MOST_BODIES, OF_NODE, Declared, Follower, Graph, NodeBody, body_of, node_bodies
from puppet_check.reports.catalogs.modules_together import ModulesTogether
from puppet_check.reports.catalogs.parts import MANIFESTS
from puppet_check.reports.findings import Finding, report
from puppet_check.suppressions import suppress
from puppet_check.workspace.files import files_below
from puppet_check.workspace.kinds import MANIFEST
from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.named import NamedTuple
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.diagnostics import Diagnostic, Related, Severity
from puppet_typesys.issues.evaluation.resources import duplicate_declaration
from puppet_typesys.loader import CLASS
from puppet_typesys.node_catalogs.library import Source
from puppet_typesys.types.show import capitalize_segments

STRING = lazy_pattern(r"'[^'\n]*'|\"[^\"$\n]*\"")
QUALIFIED = r"(?<![\w$:])(?:::)?([a-z]\w*(?:::\w+)+)"
INCLUDED = r"\b(?:include|contain|require)\b[\s(]+([^\n=]*)|\bclass\s*\{\s*(['\"\w:]+)"
MENTION = lazy_pattern(rf"{QUALIFIED}|{INCLUDED}|^[ \t]*@?(?!class\b)([a-z]\w*)\s*\{{", re.MULTILINE)
"""The names of classes and defines, in all places where one may be used."""
NAME = lazy_pattern(r"[a-z]\w*(?:::\w+)*")
NODE = lazy_pattern(r"^[ \t]*(?:node|class)\s", re.MULTILINE)


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

    def __init__(self, several: ModulesTogether) -> None:
        project = several.known.project
        self._library = EntryLibrary(several.known)
        self.nodes: dict[str, NodeBody] = {}
        for path in several.sites:
            several.known.world.depends_on_text(path)
            site = self._library.source(path) if _has_nodes(path) else None
            self.nodes |= {} if site is None else node_bodies(site)
        # Of two classes of the same name, it is not clear which one is loaded.
        unclear = {each for each in self.nodes if each.partition("::")[0] in project.modules}
        self.nodes = {name: node for name, node in self.nodes.items() if name not in unclear}
        self._paths = {name: path for name, path in _named_paths(several.known) if name not in unclear}
        own = {each.name for each in (project.modules.values() if several.sites else project.own_modules)}
        self._searched = [name for name in self._paths if name.partition("::")[0] in own]
        """Those that may use what is checked: modules beside a module do not know it unless they have a main manifest in common."""
        self._texts: dict[str, str] = {}
        self._read: dict[str, tuple[bool, list[Statement]] | None] = {}
        self._parsed = 0
        self.manifests: dict[str, Manifest] = {}
        self.checked = {name for name, path in self._paths.items() if path in several.checked}
        self.checked.update(name for name, node in self.nodes.items() if node.source.path in several.checked)

    def read(self) -> None:
        """Read those that are checked, and others that may matter for them."""
        waiting = [*self.checked]
        while waiting:
            each = self._add(waiting.pop())
            waiting += [] if each is None else [used for used in each.uses if used in self._paths and used not in self.manifests]
        meeting = self._that_may_meet()
        if meeting:
            for name in self._around(meeting):
                self._add(name)

    def _that_may_meet(self) -> set[str]:
        """Those that declare a title that others declare, too, one of which is checked, and the defines that are used several times."""
        own = {name: self.manifests[name] for name in self.checked if name in self.manifests}
        titles = Counter(title for each in own.values() for _, title in each.all_titles)
        found = {name for name, each in own.items() if _is_constant(each) or any(titles[title] > 1 for _, title in each.all_titles)}
        others = {name for name in self._searched if name not in own and _has_any(self._text(name), titles)}
        return found | others | (own.keys() if others else set())

    def _around(self, names: Iterable[str]) -> set[str]:
        """Some classes and defines, and those in which the name of one of them occurs, directly or not."""
        users: dict[str, list[str]] = {}
        for name in self._searched:
            for each in {class_name(one) for pair in MENTION.findall(self._text(name)) for one in NAME.findall("".join(pair))}:
                users.setdefault(each, []).append(name)
        for name, node in self.nodes.items():
            for each in node.manifest.uses:
                users.setdefault(each, []).append(name)
        seen, waiting = {*names}, [*names]
        while waiting:
            new = {user for user in users.get(waiting.pop(), ()) if user not in seen}
            seen |= new
            waiting += new
        return seen

    def _add(self, name: str) -> Manifest | None:
        if name not in self.manifests:
            node = self.nodes.get(name)
            found = node.manifest if node is not None else read_manifest(self._text(name)) if name in self._paths else None
            if found is None or (node is None and found.name.lower() != name):
                self._paths.pop(name, None)
                return None
            self.manifests[name] = found
        return self.manifests[name]

    def _text(self, name: str) -> str:
        if name not in self._texts:
            try:
                self._texts[name] = read_text(self._paths[name])
            except OSError:  # The check of the file reports it.
                self._texts[name] = ""
        return self._texts[name]

    def body(self, name: str) -> tuple[bool, list[Statement]] | None:
        """Whether a name is that of a class, and the statements in its body; None for neither a class nor a define."""
        if name in self.nodes:
            return True, self.nodes[name].statements
        if name not in self._read:
            source = self.source(name) if name in self._paths and self._parsed < MOST_BODIES and self._add(name) is not None else None
            self._parsed += source is not None
            statements = None if source is None else body_of(name, source)
            self._read[name] = None if statements is None else (self.manifests[name].is_class, statements)
        return self._read[name]

    def statements(self, name: str) -> list[Statement]:
        """The statements of a class or node definition with which a catalog begins."""
        body = self.body(name)
        return [] if body is None else body[1]

    def source(self, name: str) -> Source | None:
        """The file of a class, define or node definition."""
        node = self.nodes.get(name)
        return node.source if node is not None else self._library.source(self._paths[name], name.partition("::")[0])


def _named_paths(known: Known) -> Iterator[tuple[str, str]]:
    """The manifests of the modules, by the names of the classes or defines that the autoloader looks for in them."""
    for module in sorted(known.project.modules.values()):
        if not module.is_fixture:
            known.world.ask_below(module.folder, (MANIFESTS,))
            folder = os.path.join(module.folder, MANIFESTS, "")
            for path in files_below(module.folder, (MANIFESTS,), (MANIFEST,)):
                inner = path.removeprefix(folder).removesuffix(".pp").replace(os.sep, "::")
                yield (module.name if inner == "init" else f"{module.name}::{inner}"), path


def _is_constant(manifest: Manifest) -> bool:
    """Whether it is a define that declares a title without variables."""
    return not manifest.is_class and any("$" not in title for _, title in manifest.all_titles)


def _has_any(text: str, titles: Container[str]) -> bool:
    """Whether a quoted string of a text is one of some titles."""
    return any(each[1:-1].rstrip("/") in titles for each in STRING.findall(text))


def meeting_findings(several: ModulesTogether, workspace: Workspace) -> dict[str, list[Finding]]:
    """The findings about files that are checked, by their absolute paths."""
    bodies = _Bodies(several)
    bodies.read()
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


def _has_nodes(path: str) -> bool:
    try:
        return NODE.search(read_text(path)) is not None
    except OSError:  # The check of the file reports it.
        return False


def _meetings(bodies: _Bodies) -> list[_Meeting]:
    """What is declared twice, each with the smallest beginning that has both."""
    found: dict[tuple[str, int, str, int], _Meeting] = {}
    for name in Graph(bodies.manifests, bodies.checked).beginnings():
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
        words = declared_elsewhere if one.condition == other.condition else declared_elsewhere_too
        message = words(type, statement.title, _shown(other.definition, bodies), begins)
    place = Related(other.statement.start, other.statement.end, "declared here", None if source is None else source.path)
    related = () if other is one else (place,)
    return message.at(statement.start, statement.end, related=related, severity=Severity.WARNING)


def _shown(name: str, bodies: _Bodies) -> str:
    if name.startswith(OF_NODE):
        return name
    return f"{'class' if bodies.manifests[name].is_class else 'define'} `{name}`"
