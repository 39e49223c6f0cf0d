"""Workspace: the projects of all files that are checked or open."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from puppet_check.config import Configuration
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.kinds import Change, kind_of
from puppet_check.workspace.known import Known
from puppet_check.workspace.project import Project
from puppet_check.workspace.projects import LISTING, amended, project_at
from puppet_check.workspace.puppet_conf import NAME as PUPPET_CONF
from puppet_check.workspace.puppet_conf import of_servers
from puppet_check.workspace.roots import find_root
from puppet_check.workspace.store import Store
from puppet_check.workspace.summaries import PARSED_LIMIT, Contents, Summaries
from puppet_check.workspace.unsaved import NO_TEXTS, contents
from puppet_check.workspace.words import WordIndex
from puppet_grammar.named import NamedTuple
from puppet_typesys.loader import Definition


class Shared:
    """What is known of the contents of files, for several workspaces. Used by any thread."""

    def __init__(self, words: WordIndex | None = None) -> None:
        self.words = words or WordIndex()
        self.definitions = Contents()


FEW = 40
"""The number of files up to which the checks of a project search it on demand."""
Key = tuple[object, ...]
"""What a project depends on: its root, and the settings."""


class Read(NamedTuple):
    """What a workspace has read of projects. Used on a single thread."""

    disk: Disk
    words: WordIndex
    projects: dict[Key, Project]
    """The projects without unsaved changes."""


def _is_saved(path: str, text: bytes) -> bool:
    try:
        return contents(path, NO_TEXTS) == text
    except OSError:
        return False


class Workspace:
    """Projects by the folders of their files. Used on a single thread, together with its projects, loaders and `Disk`."""

    def __init__(
        self,
        configuration: Configuration | None = None,
        store: Store | None = None,
        *,
        parsed_limit: int = PARSED_LIMIT,
        notes_fresh: bool = False,
        shared: Shared | None = None,
        read: Read | None = None,
    ) -> None:
        """`parsed_limit` is the total size in bytes of the sources that stay parsed; for `notes_fresh` see `Summaries`.

        `shared` is what other workspaces know as well, which may be used on other threads; `read` is what one has read before that is not
        used any more, or that the process which this one is a fork of has.
        """
        self.configuration = configuration or Configuration(is_read=False)
        self.store = store
        self._parsed_limit = parsed_limit
        self._notes_fresh = notes_fresh
        self._read = read or Read(Disk(), WordIndex(), {})
        self.shared = shared or Shared(self._read.words)
        self.summaries = Summaries(store, parsed_limit, notes_fresh=notes_fresh, contents=None if shared is None else shared.definitions)
        self.disk = self._read.disk
        self._by_folder: dict[str, Known] = {}
        self._by_root: dict[Key, Known] = {}
        self._unsaved: dict[str, bytes] = {}
        self._is_preliminary = False

    def reset(self, configuration: Configuration) -> Workspace:
        """A new workspace with these settings, nothing cached but what is shared, and the same unsaved texts."""
        made = Workspace(configuration, self.store, parsed_limit=self._parsed_limit, notes_fresh=self._notes_fresh, shared=self.shared)
        made._unsaved.update(self._unsaved)
        return made

    def preliminary(self) -> Workspace:
        """A workspace for one check that is to end soon, which sees what this one does; see `Known`."""
        made = Workspace(self.configuration, self.store, parsed_limit=self._parsed_limit, shared=self.shared, read=self._read)
        made.summaries, made._unsaved, made._is_preliminary = self.summaries, self._unsaved, True
        return made

    def edited(self, path: str, text: bytes | None) -> bool:
        """Set the unsaved text of a file, or remove it (None); tells whether the modules of a project changed by that."""
        path = os.path.abspath(path)
        if path not in self._unsaved and (text is None or _is_saved(path, text)):
            return False
        if text is None:
            del self._unsaved[path]
        else:
            self._unsaved[path] = text
        if os.path.basename(path) in LISTING:
            return self._list_again()
        if os.path.basename(path) == PUPPET_CONF:
            self._by_folder.clear()
            return any(known.project.root == os.path.dirname(path) for known in self._by_root.values())
        kind = kind_of(path)
        for known in () if kind is not None and kind.change is Change.TEXT else self._by_root.values():
            known.edited_data(path)
        return False

    def _list_again(self) -> bool:
        """Forget the projects whose lists of modules have changed; tells whether there were any."""
        outdated = [key for key, known in self._by_root.items() if amended(known.project, self._unsaved) != known.project]
        for key in outdated:
            del self._by_root[key]
            self._read.projects.pop(key, None)
        if outdated:
            self._by_folder.clear()
        return bool(outdated)

    def known(self, path: str) -> Known:
        """The project of a file, with what it defines."""
        folder = os.path.dirname(path)
        found = self._by_folder.get(folder)  # Only paths without `..` and the like are keys.
        if found is None:
            folder = os.path.dirname(os.path.abspath(path))
            found = self._by_folder.get(folder)
        if found is None:
            root = find_root(self.disk, folder)
            settings = of_servers(self.configuration.of(folder), root.folder, self._unsaved)
            key = (
                root.folder,
                settings.modulepath,
                settings.facts,
                settings.target,
                settings.strict,
                settings.strict_variables,
                settings.stdlib,
                settings.is_upgrade,
                settings.external_modules,
                settings.hiera,
                settings.include,
                settings.named,
                settings.bundled,
                settings.interfaces,
            )
            found = self._by_root.get(key)
            if found is None:
                if key not in self._read.projects:
                    self._read.projects[key] = project_at(self.disk, root, settings)
                project = amended(self._read.projects[key], self._unsaved)
                found = self._by_root[key] = Known(
                    project, self.summaries, settings, self.disk, self.shared.words, self._unsaved, preliminary=self._is_preliminary
                )
            self._by_folder[folder] = found
        return found

    def read_ahead(self, paths: Iterable[str]) -> Read:
        """What the checks of some files read of projects; those of many are searched before all checks instead of in the first ones."""
        for known, count in Counter(map(self.known, paths)).items():
            if count > FEW:
                known.read_ahead()
        return self._read

    def changed(self, path: str, now: tuple[Definition, ...] | None = None) -> bool:
        """Update the definitions of a file to those given, or to those on disk; tells whether the change is visible to other files."""
        path = os.path.abspath(path)
        is_seen = self.summaries.replace(path, now)
        for known in self._by_root.values():
            if now is None or is_seen:
                known.changed(path)
            else:
                known.moved(path, now)
        return is_seen

    def projects(self) -> Iterable[Known]:
        """The projects that have been loaded."""
        return self._by_root.values()
