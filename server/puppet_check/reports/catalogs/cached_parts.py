"""What was found about the catalogs of files in an earlier run.

A part of it holds as long as what it has asked of manifests and templates is answered in the same way, and all other files of the projects
are the same: a catalog may depend on any of them. The states of projects are computed by runs over many files anyway
(`workspace/project_state.py`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence

from puppet_check.config.settings import Settings
from puppet_check.fingerprint import digest
from puppet_check.reports.catalogs.parts import Part
from puppet_check.reports.findings import Finding
from puppet_check.reports.records import TOGETHER, finding_of, is_bound_to_place, keep_states, plain, still_holds
from puppet_check.reports.states import ProjectNames, state_before
from puppet_check.reports.worker import FoundPart
from puppet_check.workspace.database import damage
from puppet_check.workspace.known import Known
from puppet_check.workspace.store import Record, key_of_record
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace

NAME = "catalogs"
"""What stands in the cache for the path of a file."""
NOTHING = Trace({}, {}, None)


class CachedParts:
    """The parts of what is found about the catalogs of some files that are in the cache. Used on one thread."""

    def __init__(self, parts: Sequence[Part], paths: Sequence[str], workspace: Workspace, names: ProjectNames, *, has_facts: bool) -> None:
        """`paths` are the files that are checked; `names` gets to know what they show until the parts are kept."""
        self._workspace, self._project_names = workspace, names
        self.projects = [*dict.fromkeys(map(workspace.known, paths))]
        """The projects of the files."""
        self._names = _names(self.projects)
        states = [each for each in map(state_before, self.projects) if each is not None]
        is_certain = bool(self._names) and len(states) == len(self.projects) and len({each.name for each in parts}) == len(parts)
        common = self._common(paths, [each.surroundings for each in states], has_facts) if is_certain else ""
        whole = digest(*(each.whole.encode() for each in states))
        self._parts = {self._key(each, common, whole): each for each in parts} if is_certain else {}
        """The parts by the keys of their records."""
        self._count = len(parts)
        self.known = [*self._read()]
        """The parts that are cached and still hold."""

    @property
    def is_whole(self) -> bool:
        """Whether all parts are known."""
        return len(self.known) == self._count

    def keep(self, made: Sequence[FoundPart]) -> None:
        """Store other parts, and that all of them hold now. The projects are as they were when this was made."""
        store = self._workspace.store
        if store is None:
            return
        names = {each.name: key for key, each in self._parts.items()}
        found = [(names[each.name], each) for each in made if each.name in names]
        records = [(key, record) for key, each in found if (record := self._record(each, self._parts[key].known)) is not None]
        store.keep(records, [])
        kept = {*dict(records), *(names[each.name] for each in self.known)}
        by_project: dict[Known, list[str]] = {}
        for key in kept:
            by_project.setdefault(self._parts[key].known, []).append(key)
        keep_states(by_project, self._project_names, self._workspace)

    def _record(self, made: FoundPart, known: Known) -> Record | None:
        """The record of a part of a project; None if it was given up, or means the same only where the repositories are now."""
        trace = NOTHING if made.trace is None else made.trace.portable(known.places)
        rows = list[tuple[str, str, list[list[object]]]]()
        for path, several in made.findings.items():
            of_file = self._workspace.known(path)
            if any(is_bound_to_place(each, of_file.places) for each in several):
                return None
            rows.append((*self._portable(of_file, path), [plain(each, of_file.places) for each in several]))
        return Record(NAME, "", trace, json.dumps(rows)) if made.is_complete and not trace.is_bound else None

    def _read(self) -> Iterator[FoundPart]:
        store, keys = self._workspace.store, [*self._parts]
        if store is None:
            return
        for start in range(0, len(keys), TOGETHER):
            for key, record in store.records(keys[start : start + TOGETHER]).items():
                try:
                    known = self._parts[key].known
                    if still_holds(record, known, self._project_names):
                        yield FoundPart(self._parts[key].name, self._findings(json.loads(record.findings)))
                except damage(LookupError):
                    pass  # It has a checksum, so another program has written it.

    def _findings(self, rows: object) -> dict[str, list[Finding]]:
        if not isinstance(rows, list):
            raise ValueError(NAME)
        result, by_name = dict[str, list[Finding]](), {name: known.places for known, name in self._names.items()}
        for name, portable, several in rows:
            places = by_name[name]
            path = places.path(portable)
            result[path] = [finding_of(path, each, places) for each in several]
        return result

    def _key(self, part: Part, common: str, whole: str) -> str:
        place = (part.kind, *self._portable(part.known, part.known.project.root), self._portable(part.known, part.module))
        depends = "" if part.is_noted else whole
        return key_of_record(NAME, digest(repr(place).encode(errors="surrogateescape")), f"{common} {depends}")

    def _common(self, paths: Sequence[str], states: Sequence[str], has_facts: bool) -> str:
        """What all parts depend on, besides the settings that all files of a project depend on."""
        settings = dict.fromkeys(map(self._workspace.configuration.of, {*map(os.path.dirname, paths)}))
        projects = [(self._portable(each, each.project.root), each.context) for each in self.projects]
        selections = sorted(repr(_selection(each, self._portable(self.projects[0], each.folder))) for each in settings)
        asked = (has_facts, self._portable(self.projects[0], os.getcwd()), projects, states, selections)
        shown = sorted(map(self._shown, map(os.path.abspath, paths)))
        return digest(*(repr(each).encode(errors="surrogateescape") for each in (shown, asked)))

    def _shown(self, path: str) -> tuple[object, ...]:
        known = self._workspace.known(path)
        return (*self._portable(known, path), known.is_peripheral(path))

    def _portable(self, known: Known, path: str) -> tuple[str, str]:
        """The name of a project, and a path as its records have it."""
        return self._names[known], known.places.portable(path)


def _names(projects: Sequence[Known]) -> dict[Known, str]:
    """Where each project is, from the folder that all of them are in; empty without such a folder."""
    try:
        above = os.path.commonpath([each.project.root for each in projects])
    except ValueError:  # on several drives
        return {}
    return {each: os.path.relpath(each.project.root, above) for each in projects}


def _selection(settings: Settings, folder: object) -> tuple[object, ...]:
    """What decides which findings there are."""
    levels = (settings.severity, settings.given_severity, settings.overrides)
    return (folder, settings.profile, settings.select, settings.extend_select, settings.ignore, *levels)
