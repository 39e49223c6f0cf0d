"""The states of projects before and after the checks of a run."""

from __future__ import annotations

from collections.abc import Iterable

from puppet_check.workspace.disk import Disk
from puppet_check.workspace.known import Known
from puppet_check.workspace.project_state import ProjectState, state_of_project
from puppet_check.workspace.workspace import Workspace


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
