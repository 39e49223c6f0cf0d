"""The state of a project: hashes of what all its files depend on, and of all files that answer what checks ask of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from puppet_check.config import Settings
from puppet_check.fingerprint import digest
from puppet_check.workspace.declared import FIXTURES
from puppet_check.workspace.disk import Disk, remembered
from puppet_check.workspace.path_states import below, state_of_path
from puppet_check.workspace.portable import ELSEWHERE, Places, is_bound
from puppet_check.workspace.project import Module, Project
from puppet_check.workspace.roots import FOLDERS, MODULE_FOLDERS
from puppet_grammar.named import NamedTuple


def context_of_project(disk: Disk, project: Project, places: Places, settings: Settings) -> str:
    """A fingerprint of what all files of a project depend on: its modules and the settings. It is the same wherever these are."""
    portable = places.portable
    modules = sorted((portable(each.folder), _text_of(disk, each)) for each in project.modules.values())
    missing = sorted((name, repr(each.declared._replace(path="", line=0)), each.beside) for name, each in project.missing.items())
    fixtures = state_of_path(disk, os.path.join(project.root, FIXTURES), contents=True)
    state = (
        (portable(project.root), project.is_environment, project.is_inner, project.is_whole, places.surroundings()),
        (modules, missing, [*map(portable, project.sites)], None if project.hiera is None else portable(project.hiera)),
        _folders(project, places),
        (project.external, project.stdlib, sorted(project.vendored), project.brings_modules, fixtures),
        (settings.bundled, [state_of_path(disk, each + os.sep, contents=True) for each in settings.interfaces]),
    )
    facts = None if settings.facts is None else state_of_path(disk, settings.facts, contents=True)
    return digest(
        repr((state, facts, settings.target, settings.strict, settings.strict_variables, settings.is_upgrade)).encode(
            errors="surrogateescape"
        )
    )


@remembered(FOLDERS)
def _text_of(disk: Disk, module: Module) -> str:
    """What a module is, wherever it is: each of many modules in a folder is a project that depends on all of them."""
    return repr(module._replace(folder=""))


def _folders(project: Project, places: Places) -> list[list[str]]:
    """The folders of the module path. Where those are that are outside does not matter, as the modules in them are given."""
    shown = {each: places.portable(each) for each in project.modulepath}
    shown |= {each: f"{ELSEWHERE}{number}" for number, each in enumerate(shown) if is_bound(shown[each])}
    several = (project.modulepath, project.absent_folders, project.filled_folders, project.outside_folders, project.unread_folders)
    return [[shown.get(each, places.portable(each)) for each in folders] for folders in several]


class ProjectState(NamedTuple):
    """Hashes of the files of all modules, of the environment, its main manifests and its hierarchy."""

    whole: str
    surroundings: str
    """The same, but of manifests and templates only the names."""
    apart: str
    """The same as the whole state, but of manifests only the names."""


def state_of_project(disk: Disk, project: Project, places: Places) -> ProjectState | None:
    """The state of a project; None if links lead to some of its files, or if it is just a folder, of which anything may be asked."""
    found = {each: below(disk, os.path.join(each, "")) for each in (*outermost_folders(project), *project.data_above, *_apart(project))}
    if not found or not all(each.is_whole for each in found.values()):
        return None
    from puppet_check.workspace.given_facts import files_around  # only for caches

    files = [*project.sites, *filter(None, (project.hiera,)), *files_around(project)]
    names = [*map(places.portable, found)]
    others = [(places.portable(each), state_of_path(disk, each, contents=True)) for each in files]

    def hashed(states: Iterable[str]) -> str:
        return digest(repr([*zip(names, states, strict=True), *others]).encode(errors="surrogateescape"))

    several = [*found.values()]
    whole, surroundings, apart = (
        [each.state for each in several],
        [each.surroundings for each in several],
        [each.apart for each in several],
    )
    return ProjectState(hashed(whole), hashed(surroundings), hashed(apart))


def outermost_folders(project: Project) -> list[str]:
    """The folders with all files of a project, sorted; a folder for modules alone stands for all that are in it.

    What `ProjectState.apart` has only the names of are the manifests below them.
    """
    beside = tuple(
        os.path.join(each, "") for each in project.modulepath if not project.is_environment and os.path.basename(each) in MODULE_FOLDERS
    )
    folders = {os.path.dirname(each) for each in beside} | ({project.root} if project.is_environment else set())
    folders |= {each.folder for each in project.modules.values() if not each.folder.startswith(beside)}
    return sorted(each for each in folders if not any(above in folders and not _is_hidden(each, above) for above in _above(each)))


def _apart(project: Project) -> Iterator[str]:
    """The folders with facts that are not in the others."""
    return (each for each in project.facts_above if not project.is_environment or not each.startswith(project.root + os.sep))


def _is_hidden(folder: str, above: str) -> bool:
    """Whether a folder is below a hidden one, whose files do not count for the folder above that."""
    return any(each.startswith(".") for each in folder[len(above) + 1 :].split(os.sep))


def _above(folder: str) -> list[str]:
    """The folders above a folder."""
    parts = folder.split(os.sep)
    return [os.sep.join(parts[:end]) for end in range(1, len(parts))]
