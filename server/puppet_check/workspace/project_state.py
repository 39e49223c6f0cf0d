"""The state of a project: one hash of all files that answer what checks ask of it, which takes less time than each answer."""

from __future__ import annotations

import os

from puppet_check.fingerprint import digest
from puppet_check.workspace.disk import Disk
from puppet_check.workspace.portable import Places
from puppet_check.workspace.project import Project
from puppet_check.workspace.trace import below, state_of_path


def state_of_project(disk: Disk, project: Project, places: Places) -> str | None:
    """A hash of the files of all modules, of the environment, its main manifests and its hierarchy.

    None if links lead to some of them, or if the project is just a folder, of which anything may be asked.
    """
    folders = {each.folder for each in project.modules.values()} | ({project.root} if project.is_environment else set())
    outermost = sorted(each for each in folders if not any(above in folders and not _is_hidden(each, above) for above in _above(each)))
    found = {each: below(disk, os.path.join(each, "")) for each in outermost}
    if not found or not all(each.is_whole for each in found.values()):
        return None
    state = [(places.portable(folder), each.state) for folder, each in found.items()]
    files = [*project.sites, *filter(None, (project.hiera,))]
    state += [(places.portable(each), state_of_path(disk, each, contents=True)) for each in files]
    return digest(repr(state).encode(errors="surrogateescape"))


def _is_hidden(folder: str, above: str) -> bool:
    """Whether a folder is below a hidden one, whose files do not count for the folder above that."""
    return any(each.startswith(".") for each in folder[len(above) + 1 :].split(os.sep))


def _above(folder: str) -> list[str]:
    """The folders above a folder."""
    parts = folder.split(os.sep)
    return [os.sep.join(parts[:end]) for end in range(1, len(parts))]
