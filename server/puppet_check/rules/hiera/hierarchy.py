"""Checks the data of a project: each `hiera.yaml`, and the files that its levels name."""

from __future__ import annotations

import os
from collections.abc import Iterator

from puppet_check.rules.documents import Subjects, judge, load
from puppet_check.rules.hiera.foreign_interpolation import foreign_in
from puppet_check.rules.hiera.problems import config_problems, data_not_a_hash, document_problems
from puppet_check.rules.hiera.subjects import DataFile, ForeignKey, Key, LookupOptions, UnlistedFile, UnlistedKey, UnreadFile
from puppet_check.rules.hiera.trailing_comma import trailing_commas
from puppet_check.workspace.hiera.documents import Node
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.sources import OPAQUE, Source
from puppet_check.workspace.hiera.unread import unlisted_files, unread_files
from puppet_check.workspace.kinds import HIERA_CONFIG
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module, Project
from puppet_grammar.patterns import lazy_pattern
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity
from puppet_typesys.values.hash import Hash

load(__name__.rpartition(".")[0])
NAMED = frozenset(("hiera", "hieradata"))
OF_SERVER = "files"
"""The folder of a module from which files are copied."""
KEY_WITHOUT_SPACE = lazy_pattern(r"\w+(?:::\w+)+:\S")
KEY_AFTER_LIST = lazy_pattern(r"(?:\s|#.*)*[\w:]+:\s")


class HierarchyFindings:
    """The findings in the files of the hierarchies. Each file is judged when it is asked for, so that a check of one takes its own time."""

    def __init__(self, known: Known, only: str | None = None) -> None:
        """`only`: the one file that is asked for."""
        self._known = known
        self._subjects: dict[str, list[Subjects]] = {}
        for path, subjects in _files(known, only):
            kept = Subjects(problems=subjects.problems) if known.is_peripheral(path) else subjects
            self._subjects.setdefault(path, []).append(kept)

    def of(self, path: str) -> tuple[Diagnostic, ...]:
        """The findings in a file; none if no hierarchy reads it."""
        several = self._subjects.get(path, ())
        return tuple(sorted({found for each in several for found in judge(each, self._known)}))


def syntax_problems(path: str, known: Known) -> Iterator[Diagnostic]:
    """The syntax errors and trailing commas of a data file in a folder that is named after Hiera, whichever hierarchy reads it.

    Of a `hiera.yaml` that is copied to a server, what is no interpolation.
    """
    if os.path.basename(path) in HIERA_CONFIG.names and (OF_SERVER in path.split(os.sep) or not known.is_peripheral(path)):
        document = known.hiera().files.document(Source(path, format="yaml"))
        yield from foreign_in(document.root) if document.root is not None else ()
    elif not known.is_peripheral(path) and not NAMED.isdisjoint(path.split(os.sep)[:-1]):
        document = known.hiera().files.document(Source(path, format="json" if path.endswith(".json") else "yaml"))
        yield from (each for each in document_problems(document) if each.severity is Severity.ERROR)
        yield from trailing_commas(document.root) if document.root is not None else ()


def _files(known: Known, only: str | None) -> Iterator[tuple[str, Subjects]]:
    """The files of the hierarchies, each as often as a level reads it."""
    hiera = known.hiera()
    unlisted = tuple(unlisted_files(hiera))
    for path in unlisted:
        if only in (None, path):
            yield path, _unlisted(hiera, path, unlisted)
    for module in _layers(hiera.project):
        config = hiera.config(module)
        if config is None:
            continue
        if only in (None, config.path):
            yield config.path, Subjects((config,), tuple(config_problems(config, known)))
        if not config.is_known:
            continue
        for hierarchy in ("levels", "default_levels"):
            for source in hiera.layer(module, hierarchy).sources:
                if source is not OPAQUE and source.path is not None and only in (None, source.path):
                    yield source.path, _data(hiera, source, source.path, module)
        for path in unread_files(config):
            if only in (None, path):
                yield path, Subjects((UnreadFile(path, config.path),))


def _layers(project: Project) -> Iterator[Module | None]:
    """The environment, and the modules that are checked with it; a module by itself is checked alone."""
    if project.is_environment:
        yield None
    alone = [each for each in project.modules.values() if each.folder == project.root]
    yield from alone or [each for each in project.modules.values() if not each.is_fixture]


def _data(hiera: Hiera, source: Source, path: str, module: Module | None) -> Subjects:
    document = hiera.files.document(source)
    problems, root = tuple(document_problems(document)), document.root
    if root is None or root.value is None or root.value is False:
        return Subjects(problems=problems)
    if not isinstance(root.value, Hash):
        return Subjects(problems=(*problems, data_not_a_hash().at(root.start, root.end)))
    found: list[object] = [DataFile(path, root, hiera, module)]
    # Of several entries with a key the last one counts.
    for entry in {each.key: each for each in root.entries}.values():
        if entry.key == LOOKUP_OPTIONS:
            found.append(LookupOptions(entry, path, hiera, module))
        elif module is not None and not entry.key.startswith(f"{module.name}::"):
            found.append(ForeignKey(entry, module))
        else:
            found.append(Key(entry, path, hiera))
    return Subjects(tuple(found), problems)


def _unlisted(hiera: Hiera, path: str, beside: tuple[str, ...]) -> Subjects:
    """What there is to say of a data file, one of several, that is read by a hierarchy elsewhere."""
    document = hiera.files.document(Source(path, format="json" if path.endswith(".json") else "yaml"))
    problems, root = tuple(document_problems(document)), document.root
    if root is None or not isinstance(root.value, Hash):
        if root is not None and _is_meant_as_hash(root, hiera.files.text(path)):
            problems = (*problems, data_not_a_hash().at(root.start, root.end))
        return Subjects(problems=problems)
    entries = {each.key: each for each in root.entries}.values()
    keys = (UnlistedKey(each, path, hiera) for each in entries if each.key != LOOKUP_OPTIONS)
    return Subjects((UnlistedFile(path, root, hiera, beside), *keys), problems)


def _is_meant_as_hash(root: Node, text: Text) -> bool:
    """Whether keys follow the list that a file begins with, or its only text is a key without a space after the colon."""
    if isinstance(root.value, str):
        return KEY_WITHOUT_SPACE.match(text.slice(root.start, root.end)) is not None
    return bool(root.items) and KEY_AFTER_LIST.match(text.slice(root.end, len(text))) is not None
