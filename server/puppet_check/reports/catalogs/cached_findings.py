"""What was found about the catalogs of files in an earlier run: it holds as long as all files of their projects are the same.

A catalog may depend on any file of its modules, data and hierarchy, so it is asked for with the states of whole projects, which runs over
many files compute anyway (`workspace/project_state.py`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence

from puppet_check.config.settings import Settings
from puppet_check.fingerprint import digest
from puppet_check.reports.findings import Finding
from puppet_check.reports.records import finding_of, is_bound_to_place, plain, state_before
from puppet_check.workspace.database import DAMAGE
from puppet_check.workspace.known import Known
from puppet_check.workspace.store import Record, key_of_record
from puppet_check.workspace.trace import Trace
from puppet_check.workspace.workspace import Workspace

NAME = "catalogs"
"""What stands in the cache for the path of a file."""
NOTHING = Trace({}, {}, None)


class CachedFindings:
    """The findings about the catalogs of some files, in the cache. Used on one thread."""

    def __init__(self, paths: Sequence[str], workspace: Workspace, *, has_facts: bool) -> None:
        """`paths` are the files that are checked."""
        self._workspace = workspace
        self.projects = [*dict.fromkeys(map(workspace.known, paths))]
        """The projects of the files."""
        self._names = _names(self.projects)
        states = [*map(state_before, self.projects)]
        self._key = self._key_of(paths, states, has_facts) if self._names and None not in states else None

    def findings(self) -> dict[str, list[Finding]] | None:
        """The findings by the absolute paths of files; None if none are cached, or they do not hold any more."""
        store, key = self._workspace.store, self._key
        record = None if store is None or key is None else store.records((key,)).get(key)
        try:
            return None if record is None else self._read(json.loads(record.findings))
        except (*DAMAGE, LookupError):
            return None  # It has a checksum, so another program has written it.

    def keep(self, found: Mapping[str, Sequence[Finding]]) -> None:
        """Store findings, unless they name paths outside of the repositories. The projects are as they were when this was made."""
        store = self._workspace.store
        if store is None or self._key is None:
            return
        rows = list[tuple[str, str, list[list[object]]]]()
        for path, several in found.items():
            known = self._workspace.known(path)
            if any(is_bound_to_place(each, known.places) for each in several):
                return
            rows.append((*self._portable(known, path), [plain(each, known.places) for each in several]))
        store.keep([(self._key, Record(NAME, "", NOTHING, json.dumps(rows)))], [])

    def _read(self, rows: object) -> dict[str, list[Finding]]:
        if not isinstance(rows, list):
            raise ValueError(NAME)
        result, by_name = dict[str, list[Finding]](), {name: known.places for known, name in self._names.items()}
        for name, portable, several in rows:
            places = by_name[name]
            path = places.path(portable)
            result[path] = [finding_of(path, each, places) for each in several]
        return result

    def _key_of(self, paths: Sequence[str], states: Sequence[str | None], has_facts: bool) -> str:
        """The key of findings: what they depend on besides the settings that all files of a project depend on."""
        settings = dict.fromkeys(map(self._workspace.configuration.of, {*map(os.path.dirname, paths)}))
        projects = [(self._portable(each, each.project.root), each.context) for each in self.projects]
        selections = sorted(repr(_selection(each, self._portable(self.projects[0], each.folder))) for each in settings)
        asked = (has_facts, self._portable(self.projects[0], os.getcwd()), projects, states, selections)
        shown = sorted(map(self._shown, map(os.path.abspath, paths)))
        return key_of_record(NAME, *(digest(repr(each).encode(errors="surrogateescape")) for each in (shown, asked)))

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
