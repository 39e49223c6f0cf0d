"""The interface for programs in Python: findings, fixes, types, descriptions, references, Hiera data and catalogs of a project.

What is documented here stays as it is within a major version; other modules of the package may change at any time. Nothing of a project is
executed, and nothing is written. Lines and columns count from 1, columns in characters; ends are exclusive. Each question reads the files
as they are then, in this process and on the thread that asks; a question that would take too long raises a `TooLongError`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar, cast

from puppet_check.analysis import Analysis
from puppet_check.config import ConfigError, Configuration
from puppet_check.config.configuration import Given
from puppet_check.config.facts import value_of
from puppet_check.config.kinds import Choice
from puppet_check.config.settings import Settings, settings_of
from puppet_check.deadline import Deadline, GivenUp, allowed, too_long
from puppet_check.features.catalog.document import catalog_document, rich
from puppet_check.features.describe.named import RULES, described
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.symbols import Symbol
from puppet_check.features.usages.references import all_references_of
from puppet_check.features.view import View
from puppet_check.fixing import Fixing, fixed
from puppet_check.reading.files import METER
from puppet_check.reading.places import is_folder, is_there, state
from puppet_check.reports.asked_files import asked_files
from puppet_check.reports.catalogs.compilation import compilation_of
from puppet_check.reports.catalogs.of_code import catalog_findings
from puppet_check.reports.catalogs.stops import with_findings
from puppet_check.reports.catalogs.system_nodes import facts_on
from puppet_check.reports.findings import Finding, Fix, Related, Replacement, Report
from puppet_check.reports.findings import report as report_of
from puppet_check.reports.records import check_file
from puppet_check.reports.selected import selected
from puppet_check.stack import run_deep
from puppet_check.workspace.hiera.explanation import explained, variables_of_node
from puppet_check.workspace.hiera.node import NodeHiera
from puppet_check.workspace.known import Known
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.lower import lower
from puppet_grammar.parse import Mode, parse
from puppet_typesys.builtins.targets import is_target
from puppet_typesys.loader import CLASS, DEFINE, FUNCTION, PLAN, TYPE
from puppet_typesys.node_catalogs.node import Node
from puppet_typesys.values.errors import ArgumentError
from puppet_typesys.values.hash import EMPTY, Hash
from puppet_typesys.values.missing import MISSING
from puppet_typesys.values.unknown import contains_unknown

__all__ = [
    "Catalog",
    "ConfigError",
    "Finding",
    "Fix",
    "Lookup",
    "Project",
    "Reference",
    "Related",
    "Replacement",
    "TooLongError",
]

T = TypeVar("T")
SITE = "site.pp"
"""A file in the root of a project, by which it is found."""
REFERENCED = (CLASS, DEFINE, FUNCTION, TYPE, PLAN)
"""The kinds of names whose references are found."""


class TooLongError(Exception):
    """Raised for a question whose answer would take too long."""


class Reference(NamedTuple):
    """A place that names a definition, or defines it."""

    file: str
    line: int
    column: int
    role: str
    """`define`, or how the name is used there, such as `use`."""
    text: str
    """The line of code."""


class Lookup(NamedTuple):
    """The value of a Hiera key, and where it comes from."""

    key: str
    state: str
    """`found`, `missing`, `unknown` (it depends on what is not known), or `error`."""
    value: object
    """As JSON has it; None unless it was found. What JSON has no form for is as in catalogs."""
    merge: str
    files: tuple[str, ...]
    """The paths of the data files that the value is from."""
    error: str = ""


class Catalog(NamedTuple):
    """The catalog of a node, as far as it is known."""

    node: str
    document: Mapping[str, object]
    """As Puppet prints catalogs in JSON, and with `relationships`, `cycles` and `partial`; a resource may be `possible` only."""
    error: str
    """Why the compilation ended early; empty if it did not."""

    def titles(self, type: str) -> tuple[str, ...]:
        """The titles of the resources of a type, such as `Service`, which are certainly there."""
        return tuple(str(each["title"]) for each in self._certain() if each["type"] == type)

    def parameters(self, type: str, title: str) -> Mapping[str, object] | None:
        """The parameters of a resource; None if it is not certainly there. What is not known is a hash with `__ptype` `Unknown`."""
        found = (each for each in self._certain() if (each["type"], each["title"]) == (type, title))
        return next((cast("Mapping[str, object]", each["parameters"]) for each in found), None)

    def _certain(self) -> Iterator[Mapping[str, object]]:
        resources = cast("Sequence[Mapping[str, object]]", self.document["resources"])
        return (each for each in resources if not each.get("possible"))


class Project:
    """A module, a control repository or a folder with Puppet code. Used on one thread at a time."""

    def __init__(self, folder: str | os.PathLike[str] = ".", *, target: str | None = None, profile: str | None = None) -> None:
        """The project of a folder, with its settings; `target` and `profile` replace two of these. Raises ConfigError."""
        self.folder = os.path.abspath(folder)
        if not is_folder(self.folder):
            raise ConfigError(f"{folder}: no such folder")
        if target is not None and not is_target(target):
            raise ConfigError(f"'{target}' is not a version of Puppet or OpenVox")
        kind = settings_of(Settings)["profile"].kind
        if profile is not None and isinstance(kind, Choice) and profile not in kind.words:
            raise ConfigError(f"'{profile}' is not a profile; expected one of {', '.join(kind.words)}")
        replaced = (("target", target), ("profile", profile))
        self._given = Given(replaced=tuple((name, value) for name, value in replaced if value is not None))
        self._deadline = Deadline()

    def check(self, *paths: str) -> tuple[Finding, ...]:
        """The findings in files and folders, relative to the folder of the project; by default in all of it."""
        configuration = Configuration(self._given)
        asked = [os.path.join(self.folder, each) for each in paths or (".",)]
        missing = [path for path, whole in zip(paths, asked, strict=False) if not is_there(whole)]
        if missing:
            raise ConfigError(f"no such file or folder: {', '.join(missing)}")
        analysis = Analysis(Workspace(configuration))
        files = asked_files(asked, configuration)
        reports: Iterable[Report] = (self._ask(partial(check_file, file, analysis), _size(file)).report for file in files)
        if (compute := catalog_findings(files)) is not None:
            reports = with_findings(reports, self._ask(partial(compute, Workspace(configuration))).findings)
        return tuple(found for report in selected(reports, configuration) for found in report.findings)

    def check_text(self, text: str, path: str) -> tuple[Finding, ...]:
        """The findings in a text that stands for the contents of a file, which need not exist."""
        return self._ask(lambda: self._checked(text, path), len(text))

    def _checked(self, text: str, path: str) -> tuple[Finding, ...]:
        whole = os.path.join(self.folder, path)
        configuration = Configuration(self._given)
        found = Analysis(Workspace(configuration)).check_text(whole, text.encode("utf-8", "surrogateescape"))
        (report,) = selected([report_of(whole, found.text, found.diagnostics)], configuration)
        return report.findings

    def fixed(self, text: str, path: str, *, unsafe: bool = False) -> str:
        """A text with the fixes of its findings, as far as these make no new finding: the safe ones, or all."""

        def answer() -> str:
            whole = os.path.join(self.folder, path)
            analysis = Analysis(Workspace(Configuration(self._given)))
            before = analysis.check_text(whole, text.encode("utf-8", "surrogateescape"))
            return fixed(whole, analysis, before, Fixing(is_unsafe=unsafe)).after.text.source.decode("utf-8", "surrogateescape")

        return self._ask(answer, 10 * len(text))

    def describe(self, kind: str, name: str) -> str | None:
        """What there is to know about a name, as Markdown; None if there is no such name. Raises ConfigError for an unknown kind."""
        if kind not in RULES:
            raise ConfigError(f"'{kind}' is not a kind of names; expected one of {', '.join(RULES)}")
        return self._ask(lambda: described(kind, name, self._known()))

    def references(self, kind: str, name: str) -> tuple[Reference, ...]:
        """All places that name a class, define, function, type alias or plan (`kind`), with its definition, in all files of the project.

        Raises ConfigError for another kind.
        """
        if kind not in REFERENCED:
            raise ConfigError(f"'{kind}' is not a kind of names with references; expected one of {', '.join(REFERENCED)}")
        return self._ask(lambda: tuple(self._references(Symbol(kind, name.lower().removeprefix("::")))))

    def lookup(self, key: str, facts: Mapping[str, object] | None = None, *, node: str = "", merge: str | None = None) -> Lookup:
        """The value of a Hiera key for a node with some facts; without facts, what depends on them is unknown."""
        try:
            return self._ask(lambda: self._looked_up(key, _hash(facts), node, merge))
        except ArgumentError as error:
            raise ConfigError(f"{key}: {error}") from None

    def catalog(
        self,
        classes: Sequence[str] = (),
        facts: Mapping[str, object] | None = None,
        *,
        node: str = "localhost",
        system: tuple[str, str] | None = None,
    ) -> Catalog:
        """The catalog of a node: of what the main manifest gives it, and of these classes.

        In place of all its facts, or in addition to some, an operating system and its release, such as ("Debian", "12"), give those that
        its machines have in common. Raises ConfigError for a system that is not known, and for a single text as `classes`.
        """
        if isinstance(classes, str):
            raise ConfigError(f"'{classes}' is a text; expected the names of classes, such as ('{classes}',)")
        given = _hash(facts)
        if system is not None:
            found = self._ask(lambda: facts_on(self._known(), *system))
            if found is None:
                raise ConfigError(f"{' '.join(system)}: not a known operating system and release")
            given = found if given is None else found.merged(given)
        return self._ask(lambda: self._compiled(Node(node, given, EMPTY, "production", EMPTY, tuple(classes))), 1 << 20)

    def _known(self) -> Known:
        return Workspace(Configuration(self._given)).known(os.path.join(self.folder, SITE))

    def _references(self, symbol: Symbol) -> Iterator[Reference]:
        known = self._known()
        files = ProjectFiles(known)
        tree = parse(b"", Mode())
        anchor = View(os.path.join(self.folder, SITE), tree.text, Mode(), lower(tree)[0], known, None)
        for each in all_references_of(symbol, anchor, files):
            text = files.text(each.path)
            place = text.position(each.start)
            line = text.slice(*text.line_span(place.line)).strip()
            yield Reference(each.path, place.line + 1, place.column + 1, each.role, line)

    def _looked_up(self, key: str, facts: Hash | None, node: str, merge: str | None) -> Lookup:
        known = self._known()
        hiera = NodeHiera(known.project, known.loader, known.external)
        found = explained(hiera, key, variables_of_node(facts, node, "production"), merge)
        outcome = "found"
        if found.error is not None:
            outcome = "error"
        elif found.value is MISSING:
            outcome = "missing"
        elif contains_unknown(found.value):
            outcome = "unknown"
        files = tuple(each.path for each in found.used if each.path is not None)
        return Lookup(key, outcome, rich(found.value) if outcome == "found" else None, found.strategy, files, found.error or "")

    def _compiled(self, node: Node) -> Catalog:
        compiled = compilation_of(self._known()).of(node)
        error = compiled.error
        reason = "" if error is None else str(error)
        if error is not None and error.text is not None and error.offset is not None:
            reason = f"{compiled.place}:{error.text.position(error.offset).line + 1}: {reason}"
        return Catalog(node.name, catalog_document(compiled.compiler, node), reason)

    def _ask(self, answer: Callable[[], T], size: int = 0) -> T:
        """An answer, for which as much time is allowed as for what is read for it. Raises TooLongError."""
        seconds = allowed(METER.total + size)
        try:
            return run_deep(lambda: self._deadline.run(answer, seconds))
        except GivenUp:
            raise TooLongError(too_long(seconds)) from None


def _size(path: str) -> int:
    status = state(path)
    return 0 if status is None else status.st_size


def _hash(facts: Mapping[str, object] | None) -> Hash | None:
    if facts is None:
        return None
    found = value_of(dict(facts))
    return found if isinstance(found, Hash) else EMPTY
