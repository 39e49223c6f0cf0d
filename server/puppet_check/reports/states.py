"""The states of projects before and after the checks of a run: of all their files, and as far as names are concerned.

While the latter is the same, so is all that traces say of definitions: an edit inside of the body of a class changes the state of its
project, and hardly ever what other files may ask about names. What manifests show comes from their records, so that few have to be read.
"""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.fingerprint import digest_of_texts
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.known import Known
from puppet_check.workspace.path_states import manifests_below
from puppet_check.workspace.project_state import ProjectState, outermost_folders, state_of_project
from puppet_check.workspace.store import Record, State
from puppet_check.workspace.workspace import Workspace

MOST_READ = 50
"""How many manifests without a record are read at most, and one of `SHARE` of all: asking for all names would take less time then."""
SHARE = 10


def begin(paths: Iterable[str], workspace: Workspace) -> None:
    """Note the states of the projects of files that are about to be checked."""
    if workspace.store is not None:
        for known in {id(each): each for each in map(workspace.known, paths)}.values():
            _ = known.files_state


def state_before(known: Known) -> ProjectState | None:
    """The state of a project before the checks; None if it was not asked for, or is not certain."""
    state: ProjectState | None = vars(known).get("files_state")
    return state


def unchanged(projects: Iterable[Known]) -> frozenset[Known]:
    """Those of some projects that are still in the state before the checks: what changes during a run may or may not be seen by them."""
    disk = Disk()
    disk.forget()
    states = {each: state for each in projects if (state := state_before(each)) is not None}
    return frozenset(each for each, state in states.items() if state_of_project(disk, each.project, each.places) == state)


class ProjectNames:
    """What is known of the names of projects. Used on one thread, for one run."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._shown: dict[str, str] = {}
        """What manifests show, by path."""
        self._known: dict[Known, str] = {}
        """The states of the names of projects, until more is noted."""
        self._folders: dict[str, str] = {}
        """Those of the manifests below folders, which many projects have in common, until more is noted."""

    def add(self, path: str, record: Record) -> None:
        """Note the record of a file with the contents that it has."""
        if record.names:
            self._shown[path] = record.names
            self._known.clear()
            self._folders.clear()

    def holds_in(self, state: State, known: Known) -> bool:
        """Whether what was known of all names in the state of a project is what is known now."""
        return bool(state.names) and self._of(known) == state.names

    def state(self, known: Known) -> State | None:
        """The state of a project before the checks; None if it is not certain."""
        files = state_before(known)
        return None if files is None else State(files.whole, self._of(known))

    def _of(self, known: Known) -> str:
        """The state of the names of a project, by the records that have been noted; empty if that takes too long."""
        if known not in self._known:
            self._known[known] = self._computed(known)
        return self._known[known]

    def _computed(self, known: Known) -> str:
        files = state_before(known)
        if files is None:
            return ""
        folders = outermost_folders(known.project)
        manifests = {each: sorted(manifests_below(known.disk, each)) for each in folders if each not in self._folders}
        left = [each for several in manifests.values() for each in several if each not in self._shown]
        if len(left) > MOST_READ + sum(map(len, manifests.values())) // SHARE:
            return ""
        for path in left:
            self._shown[path] = shown_by(path, known)
        for folder, several in manifests.items():
            self._folders[folder] = digest_of_texts(f"{each[len(folder) :]} {self._shown[each]}" for each in several)
        return digest_of_texts((files.apart, *(f"{known.places.portable(each)} {self._folders[each]}" for each in folders)))


def shown_by(path: str, known: Known) -> str:
    """What a manifest of a project shows of names, as a hash; empty if it cannot be read."""
    from puppet_check.workspace.manifest_names import names_of  # the check of a few files does not need it

    try:
        source = known.contents(path)
    except OSError:
        return ""
    return names_of(source, known.loader.definitions(path), known.interfaces)
