"""Reads the data of a project: each `hiera.yaml` and the files that its levels name, with what rules judge in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from puppet_check.rules.documents import Subjects, judge
from puppet_check.workspace.hiera.config import Config, ConfigProblem
from puppet_check.workspace.hiera.documents import Document, Entry, Node
from puppet_check.workspace.hiera.hiera import Hiera
from puppet_check.workspace.hiera.layers import LOOKUP_OPTIONS
from puppet_check.workspace.hiera.sources import OPAQUE, Source
from puppet_check.workspace.hiera.unread import unread_files
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Module, Project
from puppet_grammar.text import Text
from puppet_typesys.diagnostics import Diagnostic, Severity, issue
from puppet_typesys.edits import respelled
from puppet_typesys.values.hash import Hash


class DataFile(NamedTuple):
    """A data file of a hierarchy, which holds a hash."""

    path: str
    root: Node
    hiera: Hiera
    module: Module | None
    """The module whose data it has; None for those of the environment."""


class UnreadFile(NamedTuple):
    """A data file that no level of a hierarchy reads."""

    path: str
    config: str
    """The path of the `hiera.yaml`."""


class Key(NamedTuple):
    """A key of a data file that counts, other than `lookup_options`."""

    entry: Entry
    path: str
    """The file that it is in."""
    hiera: Hiera


class ForeignKey(NamedTuple):
    """A key in the data of a module that is outside of its namespace, so that Puppet ignores it."""

    entry: Entry
    module: Module


class LookupOptions(NamedTuple):
    """The `lookup_options` of a data file."""

    entry: Entry
    path: str
    """The file that it is in."""
    hiera: Hiera
    module: Module | None


@issue(Severity.ERROR)
def hiera_syntax(reason: str) -> str:
    """Invalid YAML or JSON in a Hiera file"""
    return reason


@hiera_syntax.variant()
def not_a_hash() -> str:
    return "the file does not contain a valid yaml hash"


@issue(Severity.WARNING)
def hiera_duplicate_key(reason: str) -> str:
    """Duplicate key in Hiera data"""
    return reason


@issue(Severity.INFO)
def hiera_unread_file(reason: str) -> str:
    """Hiera file is too large or too deep to be read"""
    return f"this file is not read, and the values of its keys are unknown: {reason}"


WORDED = {"duplicate": hiera_duplicate_key, "limit": hiera_unread_file}
"""The issues of problems of documents; others are of the syntax."""


@issue(Severity.ERROR)
def hiera_config(reason: str) -> str:
    """Invalid `hiera.yaml`"""
    return reason


@issue(Severity.WARNING)
def hiera_old_config(reason: str) -> str:
    """Outdated version of `hiera.yaml`"""
    return reason


def subjects(path: str, source: bytes, known: Known) -> Subjects:
    """The diagnostics of a file of a hierarchy, which are found together with those of the others unless it is unsaved."""
    path, hiera = os.path.abspath(path), known.hiera()
    if known.is_unsaved(path):
        return Subjects(problems=tuple(_checked(hiera, known, path).get(path, ())))
    if hiera.diagnostics is None:
        hiera.diagnostics = _checked(hiera, known, None)
    return Subjects(problems=tuple(hiera.diagnostics.get(path, ())))


def _checked(hiera: Hiera, known: Known, only: str | None) -> dict[str, list[Diagnostic]]:
    """The diagnostics of each file of the hierarchies that has some; of one file alone, if `only` names it."""
    found: dict[str, set[Diagnostic]] = {}

    def take(path: str, subjects: Subjects) -> None:
        kept = Subjects(problems=subjects.problems) if known.is_peripheral(path) else subjects
        found.setdefault(path, set()).update(judge(kept, known))

    for module in _layers(hiera.project):
        config = hiera.config(module)
        if config is None:
            continue
        if only in (None, config.path):
            take(config.path, _config(config, known))
        if not config.is_known:
            continue
        for hierarchy in ("levels", "default_levels"):
            for source in hiera.layer(module, hierarchy).sources:
                if source is not OPAQUE and source.path is not None and only in (None, source.path):
                    take(source.path, _data(hiera, source, source.path, module, known))
        for path in unread_files(config):
            if only in (None, path):
                take(path, Subjects((UnreadFile(path, config.path),)))
    return {path: sorted(several) for path, several in found.items() if several}


def _layers(project: Project) -> Iterator[Module | None]:
    """The environment, and the modules that are checked with it; a module by itself is checked alone."""
    if project.is_environment:
        yield None
    alone = [each for each in project.modules.values() if each.folder == project.root]
    yield from alone or [each for each in project.modules.values() if not each.is_fixture]


def _config(config: Config, known: Known) -> Subjects:
    return Subjects((config,), (*_problems(config.document), *(_wrong(each, config.path, known) for each in config.problems)))


def _wrong(found: ConfigProblem, path: str, known: Known) -> Diagnostic:
    message = (hiera_config if found.what == "error" else hiera_old_config)(found.message)
    fixes = respelled(text_of(path, known), found.start, found.end, found.key, found.meant) if found.meant is not None else ()
    return message.suggesting(found.meant).at(found.start, found.end, fixes=fixes)


def _problems(document: Document) -> Iterator[Diagnostic]:
    for each in document.problems:
        yield WORDED.get(each.what, hiera_syntax)(each.message).at(each.start, each.end)


def _data(hiera: Hiera, source: Source, path: str, module: Module | None, known: Known) -> Subjects:
    document = hiera.files.document(source)
    problems, root = tuple(_problems(document)), document.root
    if root is None or root.value is None or root.value is False:
        return Subjects(problems=problems)
    if not isinstance(root.value, Hash):
        return Subjects(problems=(*problems, not_a_hash().at(root.start, root.end)))
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


def text_of(path: str, known: Known) -> Text:
    """The text of a data file, for fixes; empty if it has gone."""
    return known.hiera().files.text(path)
