"""Impact: what changed files mean for others, by the names, files and data that the checks of those have asked for."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from puppet_check.cli.changed_files import Changed, ChangedFile
from puppet_check.reading.files import read
from puppet_check.reading.places import is_below, real
from puppet_check.workspace.kinds import HIERA_CONFIG, METADATA, Change, kind_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.mentions import mentions_title
from puppet_check.workspace.metadata import Metadata, metadata_of
from puppet_check.workspace.trace import TEMPLATE, TITLE, Trace, interface
from puppet_check.workspace.workspace import Workspace
from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.loader import CLASS, DEFAULT, Definition, TypedName

KEY = lazy_pattern(r"\b[a-z]\w*(?:::\w+)+")
"""Matches keys that may be parameters of classes."""


class Difference(NamedTuple):
    """What a changed file means for others."""

    path: str
    names: frozenset[TypedName]
    """The names whose definitions look different to their users."""
    before: str
    """Its text at the revision."""
    after: str
    is_data: bool = False
    """Whether it has Hiera data, or says where they are."""
    is_listing: bool = False
    """Whether it says which modules or settings there are."""


class Impact:
    """The differences of a change, as a workspace sees them. Used on the thread of the workspace."""

    def __init__(self, changed: Changed, workspace: Workspace) -> None:
        self._changed = changed
        self._workspace = workspace

    def has_others(self, path: str) -> bool:
        """Whether any other file has changed; without one, no check of the file is needed to know that it is not affected."""
        return bool(self._changed.files.keys() - {real(path)})

    def concerns(self, path: str, trace: Trace) -> bool:
        """Whether the check of a file with a trace depends on what another file has changed."""
        known = self._workspace.known(path)
        own = real(path)
        others = [each for each in self._differences if each.path != own]
        if any(each.is_listing and self._is_in(known, each.path) for each in others):
            return True
        if trace.data is not None and any(each.is_data for each in others):
            return True
        asked = [*_names(trace), *(_classes(own) if any(each.endswith(os.sep) for each in trace.paths) else ())]
        return self._has_path(trace, own) or _has_name(known, asked, others) or any(_has_text(key, others) for key in trace.names)

    @cached_property
    def _differences(self) -> tuple[Difference, ...]:
        return tuple(map(self._difference, self._changed.files.values()))

    def _difference(self, file: ChangedFile) -> Difference:
        kind = kind_of(file.path)
        before, after = file.source or b"", _contents(file.path)
        change = None if kind is None else kind.change
        texts = (before.decode(errors="replace"), after.decode(errors="replace"))
        return Difference(
            file.path,
            self._names(file, before, after) if change is Change.DEFINITIONS else frozenset(),
            *texts,
            is_data=change is Change.DATA or kind is HIERA_CONFIG,
            is_listing=change is Change.LISTING and kind is not HIERA_CONFIG and not (kind is METADATA and _is_same_metadata(*texts)),
        )

    def _names(self, file: ChangedFile, before: bytes, after: bytes) -> frozenset[TypedName]:
        """The names whose definitions in a file look different, or are only there before or after."""
        old, new = self._definitions(file.before or file.path, before), self._definitions(file.path, after)
        return frozenset(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))

    def _definitions(self, path: str, source: bytes) -> dict[TypedName, list[Definition]]:
        found: dict[TypedName, list[Definition]] = defaultdict(list)
        module = self._workspace.known(path).project.module_of(path)
        for each in self._workspace.summaries.of_text(path, module, source):
            found[each.typed_name].append(interface(each))
        return found

    def _is_in(self, known: Known, path: str) -> bool:
        return is_below(path, real(known.project.root)) or path in (known.settings.file, known.settings.facts, known.settings.hiera)

    def _has_path(self, trace: Trace, own: str) -> bool:
        """Whether the check has read a changed file, or asked whether it exists.

        Folders do not count: data would depend on every change of a repository, as all of its files may use a key.
        """
        asked = (each.removesuffix("\n") for each in trace.paths if not each.endswith(os.sep))
        return any(path != own and path in self._changed.files for path in map(real, asked))


def _names(trace: Trace) -> Iterator[TypedName]:
    """The names that a check has asked for."""
    for key in trace.names:
        if not key.startswith((TITLE, TEMPLATE)):
            kind, _, name = key.partition(" ")
            yield TypedName(kind, name.partition(" ")[0] if kind == DEFAULT else name)


def _classes(path: str) -> Iterator[TypedName]:
    """The classes whose parameters a data file may set: its check depends on all of the repository, which says nothing."""
    yield from {TypedName(CLASS, each.rpartition("::")[0]) for each in KEY.findall(_contents(path).decode(errors="replace"))}


def _has_name(known: Known, asked: Iterable[TypedName], others: list[Difference]) -> bool:
    """Whether some names, or what their definitions depend on, have other definitions in a file."""
    names = frozenset(name for each in others for name in each.names)
    return bool(names) and any(not names.isdisjoint(known.answers.reached(each)) for each in asked)


def _has_text(key: str, others: list[Difference]) -> bool:
    """Whether a title or the name of a template, of which a check has asked who mentions it, is in only one of the texts of a file."""
    if key.startswith(TITLE):
        type, _, title = key.removeprefix(TITLE).partition(" ")
        return any(mentions_title(each.before, type, title) != mentions_title(each.after, type, title) for each in others)
    if key.startswith(TEMPLATE):
        name = os.path.basename(key.removeprefix(TEMPLATE))
        return any((name in each.before) != (name in each.after) for each in others)
    return False


def _contents(path: str) -> bytes:
    try:
        return read(path)
    except OSError:
        return b""


def _is_same_metadata(before: str, after: str) -> bool:
    """Whether two versions of metadata.json only differ in what no check depends on, such as the version of the module."""
    old, new = metadata_of(before), metadata_of(after)
    return old is not None and new is not None and _plain(old) == _plain(new)


def _plain(metadata: Metadata) -> tuple[object, ...]:
    return metadata.name, [(each.name, each.requirement) for each in metadata.dependencies], metadata.systems
