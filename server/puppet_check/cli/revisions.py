"""Revisions of a repository as folders: their files are written to a temporary folder, and the repository does not change.

Modules that the repository does not contain, because git ignores them or because they are submodules, are those of the working folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory

from puppet_check.cli.nodes import Environment, project_of
from puppet_check.cli.repository import DOT_GIT, SUBMODULE, Repository, repository_of
from puppet_check.cli.revision_files import Written, write_files
from puppet_check.config.error import ConfigError
from puppet_check.reading.places import is_below, is_folder, real
from puppet_check.writing import make_folder, make_link


@contextmanager
def environments(revisions: tuple[str, str | None], given: Environment) -> Iterator[tuple[Environment, Environment]]:
    """The environment at two revisions, each also a folder; without the second one it is the working folder. Raises ConfigError."""
    written = Written()
    with ExitStack() as stack:
        before, after = (given if each is None else stack.enter_context(_environment_at(each, given, written)) for each in revisions)
        yield before, after


def is_path(revision: str) -> bool:
    """Whether the name of a revision is meant as a path."""
    return os.path.isabs(revision) or revision.split(os.sep)[0] in (os.curdir, os.pardir)


@contextmanager
def _environment_at(revision: str, given: Environment, written: Written) -> Iterator[Environment]:
    found = None if is_path(revision) else _commit_of(revision, given.folder)
    if found is None:
        if not is_folder(revision):
            raise ConfigError(f"'{revision}' is neither a revision nor a folder")
        yield given._replace(folder=os.path.abspath(revision))
        return
    repository, commit = found
    with TemporaryDirectory(prefix="puppet-check-") as temporary:
        # A module without metadata is named after its folder.
        folder = os.path.join(real(temporary), "tree", os.path.basename(repository.top) or "root")
        # It is the root of a repository to the checker.
        make_folder(os.path.join(folder, DOT_GIT))
        write_files(repository, commit, folder, written)
        yield _moved(given, repository, folder, os.path.join(temporary, "modules"))


def _commit_of(revision: str, folder: str) -> tuple[Repository, str] | None:
    """The repository of a folder, with the name of the commit of a revision. Raises ConfigError unless it may be the name of a folder."""
    try:
        repository = repository_of(folder)
    except ConfigError:
        if is_folder(revision):
            return None
        raise
    commit = repository.commit(revision)
    return None if commit is None else (repository, commit)


def _moved(given: Environment, repository: Repository, folder: str, extra: str) -> Environment:
    """An environment in the folder of a revision; `extra` is for links to the modules that the repository does not contain."""
    top = repository.top

    def moved(path: str) -> str:
        return os.path.join(folder, os.path.relpath(path, top)) if is_below(path, top) else path

    given = given._replace(folder=real(given.folder), modulepath=given.modulepath and tuple(map(real, given.modulepath)))
    made = given._replace(
        folder=os.path.normpath(moved(given.folder)),
        modulepath=given.modulepath and tuple(map(moved, given.modulepath)),
        hiera=given.hiera and moved(given.hiera),
    )
    others = dict(_other_modules(given, repository))
    if not others:
        return made
    make_folder(extra)
    for name, target in others.items():
        make_link(os.path.join(extra, name), target)
    present = {moved(each) for each in given.modulepath or project_of(given).modulepath if is_folder(each)}
    path = made.modulepath or project_of(made).modulepath
    return made._replace(modulepath=(*(each for each in path if is_folder(each) or each not in present), extra))


def _other_modules(given: Environment, repository: Repository) -> Iterator[tuple[str, str]]:
    """The modules of the working folder that its repository does not contain."""
    top = repository.top
    contained = _contained(repository)
    for name, module in project_of(given).modules.items():
        folder = real(module.folder)
        if folder != given.folder and (not is_below(folder, top) or os.path.relpath(folder, top).replace(os.sep, "/") not in contained):
            yield name, folder


def _contained(repository: Repository) -> set[str]:
    """The folders with files of the repository, relative to its root; not those that git ignores, and submodules."""
    found = {os.curdir}
    for each in repository.staged():
        folder = os.path.dirname(each.path)
        while each.entry.mode != SUBMODULE and folder and folder not in found:
            found.add(folder)
            folder = os.path.dirname(folder)
    return found
